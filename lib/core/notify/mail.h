/*
 * Mails to users about their own account.  They are queued in the transaction
 * of what they tell of, and sent later by a program.  Who sends claims one
 * first, by a lease in a transaction of its own, sends it outside any, and
 * marks afterwards what became of it.  So overlapping runs send nothing twice,
 * and what was claimed by a run that was killed is sent again once its lease is
 * over, as the same message.
 *
 * All of it runs in the caller's write transaction.
 */
#ifndef CORE_NOTIFY_MAIL_H
#define CORE_NOTIFY_MAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct rows;

/* Longer than a mail can take to be sent. */
#define MAIL_LEASE	(600 * INT64_C(1000000))
/* What could not be sent for so long is given up. */
#define MAIL_GIVEN_UP	(2 * 24 * 3600 * INT64_C(1000000))

enum mail_kind {
	MAIL_VERIFY,
	MAIL_RESET,
	MAIL_PASSWORD_CHANGED,
	MAIL__MAX
};

enum mail_state {
	MAIL_WANTED,
	MAIL_NEEDLESS,	/* the user is gone, has another address, is verified */
	MAIL_OVER	/* its secret was used, or is too old */
};

struct mail {
	int64_t		 id;		/* with created_at, no other's */
	const char	*user;
	enum mail_kind	 kind;
	const char	*secret;	/* NULL: of a kind without */
	const char	*email;
	int64_t		 created_at;
	int		 tries;		/* with this one, once claimed */
	enum mail_state	 state;
};

/* "verify", "reset", "password-changed". */
const char	*mail_kind_name(enum mail_kind);

/* Queues a mail to a user, and makes the secret in it where the kind has one;
 * it takes the place of one of the same kind that waits.  Nothing of it where
 * mail is not set up. */
void		 mail_queue(struct ctx *, const char *user, enum mail_kind);
/* The work of it, and nothing of it is left: for an address that nobody has,
 * so that the time does not tell.  Of a kind with a secret. */
void		 mail_queue_nobody(struct ctx *, enum mail_kind);

/* The present row of q_mail_due(). */
void		 mail_of_row(struct ctx *, struct rows *, struct mail *);

/* Claims the one that is due for longest until MAIL_LEASE from now; one that is
 * not MAIL_WANTED is removed instead.  False: none is due. */
bool		 mail_claim(struct ctx *, struct mail *);
/* It was sent, or never will be.  Nothing happens to a newer one that has taken
 * its place meanwhile; nor does by mail_later(). */
void		 mail_done(struct ctx *, const struct mail *);
/* To be tried again: after a minute first, then twice as long each time, up to
 * an hour.  In how many minutes; 0 where it is given up instead. */
int		 mail_later(struct ctx *, const struct mail *);

#endif
