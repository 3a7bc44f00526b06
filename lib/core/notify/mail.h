/*
 * Mails to users about their own account.  They are queued in the transaction
 * of what they tell of, and sent later by a program.  Who sends claims one
 * first, by a lease in a transaction of its own, sends it outside any, and
 * marks afterwards what became of it.  So overlapping runs send nothing twice,
 * and what was claimed by a run that was killed is sent again once its lease is
 * over, as the same message but for its code.
 *
 * A code is made when its mail is claimed, and nowhere stored but as its hash.
 * Each that was sent is good until one of them is used, or too old.
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
	MAIL_VERIFY,		/* a code to confirm the address */
	MAIL_RESET,		/* a code to set a new password */
	MAIL_INVITE,		/* the same, to choose the first one */
	MAIL_EMAIL,		/* to a new address: a code to confirm it */
	MAIL_EMAIL_ASKED,	/* to the old address, of the same */
	MAIL_EMAIL_TRIED,	/* another user wanted this address */
	MAIL_PASSWORD_CHANGED,
	MAIL_PASSWORD_CHANGED_TOKENS_KEPT,
	MAIL__MAX
};

enum mail_state {
	MAIL_WANTED,
	MAIL_NEEDLESS,	/* the user is gone, has another address, is verified */
	MAIL_OVER	/* its code would be too old */
};

struct mail {
	int64_t		 id;		/* with created_at, no other's */
	const char	*user;
	enum mail_kind	 kind;
	const char	*code;		/* NULL: not claimed, or without one */
	const char	*email;		/* whom it goes to */
	int64_t		 created_at;
	int		 tries;		/* with this one, once claimed */
	enum mail_state	 state;
};

/* "verify", "reset" and so on. */
const char	*mail_kind_name(enum mail_kind);

/* Queues a mail to a user, at their address or another; it takes the place of
 * one of the same kind that waits.  Does nothing if mail is not set up. */
void		 mail_queue(struct ctx *, const char *user, enum mail_kind);
void		 mail_queue_to(struct ctx *, const char *user, enum mail_kind,
		    const char *email);
/* Does the same work and leaves nothing: for an address that has no account, so
 * that the time does not tell. */
void		 mail_queue_nobody(struct ctx *, enum mail_kind);
/* Removes the one of that kind that waits. */
void		 mail_drop(struct ctx *, const char *user, enum mail_kind);
/* A new code as a mail of that kind, which has one, would carry it. */
const char	*mail_code(struct ctx *, const char *user, enum mail_kind,
		    const char *email);

/* The present row of q_mail_due(). */
bool		 mail_next(struct ctx *, struct rows *, struct mail *);

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
