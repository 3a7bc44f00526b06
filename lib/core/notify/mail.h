/*
 * Mails to users about their own account, and invitations to lists.  They are
 * queued in the transaction of the change they report, and sent by docket-mail.
 * It claims a mail by a lease in its own transaction, sends it outside any, and
 * marks its outcome afterwards.  So overlapping runs send nothing twice, and a
 * killed run's claims are sent again after their lease, as the same message
 * except for the code.
 *
 * A code is made when its mail is claimed; only its hash is stored.  All codes
 * sent are valid until one is used, or they expire; but of an invitation to a
 * list only the last.
 *
 * All of it runs in the caller's write transaction.
 */
#ifndef CORE_NOTIFY_MAIL_H
#define CORE_NOTIFY_MAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "core/ctx.h"

struct rows;

/* Longer than a mail can take to send. */
#define MAIL_LEASE	(600 * INT64_C(1000000))
/* Mail that could not be sent for so long is dropped. */
#define MAIL_GIVEN_UP	(2 * 24 * 3600 * INT64_C(1000000))

#define MAIL_INVITE_LASTS	(7 * DAY)	/* the code of an invitation */

enum mail_kind {
	MAIL_VERIFY,		/* a code to verify the address */
	MAIL_RESET,		/* a code to set a new password */
	MAIL_INVITE,		/* the same, to choose the first one */
	MAIL_EMAIL,		/* to a new address: a code to verify it */
	MAIL_EMAIL_ASKED,	/* to the old address, about this */
	MAIL_EMAIL_TRIED,	/* another user wanted this address */
	MAIL_PASSWORD_CHANGED,
	MAIL_PASSWORD_CHANGED_TOKENS_KEPT,
	MAIL_TOTP_ON,		/* codes of an app are asked for */
	MAIL_TOTP_OFF,
	MAIL_TOTP_REMOVED,	/* by the administrator */
	MAIL_RECOVERY_CODE_USED,
	MAIL_CODES_REFUSED,	/* wrong codes after the right password */
	MAIL_IDENTITY_ADDED,	/* at the provider of single sign-on */
	MAIL_IDENTITY_REMOVED,
	MAIL_PASSKEY_ADDED,
	MAIL_PASSKEY_REMOVED,
	MAIL_INVITATION,	/* from a user to any address: a code to join a
				 * list */
	MAIL__MAX
};

struct mail {
	int64_t		 id;		/* with created_at, no other's */
	const char	*user;
	enum mail_kind	 kind;
	const char	*code;		/* NULL: not claimed, or without one */
	const char	*email;		/* the recipient */
	const char	*language;	/* the user's, by two letters; NULL:
					 * not known */
	const char	*sender;	/* the name of the user */
	const char	*list_title;	/* of an invitation to a list */
	int64_t		 over_at;	/* its code is good until then */
	int64_t		 created_at;
	int		 tries;		/* with this code, once claimed */
	bool		 wanted;	/* false: the user is gone, has another
					 * address, is verified; the invitation
					 * has ended */
	const void	*code_hash;	/* of an invitation to a list */
	size_t		 code_hash_len;
};

/* "verify", "reset" and so on. */
const char	*mail_kind_name(enum mail_kind);

/* Queues a mail to a user, at their address or another, replacing a queued one
 * of the same kind.  Does nothing if mail is not set up. */
void		 mail_queue(struct ctx *, const char *user, enum mail_kind);
void		 mail_queue_to(struct ctx *, const char *user, enum mail_kind,
		    const char *email);
/* Does the same work without effect, for an address without an account, so that
 * the time reveals nothing. */
void		 mail_queue_nobody(struct ctx *, enum mail_kind);
/* Queues the code of an invitation of the caller's (CREDENTIAL_HASH), which
 * ends then; sending it makes another one. */
void		 mail_queue_invitation(struct ctx *, const char *email,
		    const unsigned char *hash, int64_t over_at);
/* Removes the queued mail of that kind. */
void		 mail_drop(struct ctx *, const char *user, enum mail_kind);
/* A new code, as a mail of that kind would contain. */
const char	*mail_code(struct ctx *, const char *user, enum mail_kind,
		    const char *email);

/* What a clock that was ahead has put off is due again: nothing waits for more
 * than an hour. */
void		 mail_recall(struct ctx *);
/* At most `max` mails that are due. */
struct rows	*mail_due(struct ctx *, int64_t max);
/* Reads the current row of mail_due(). */
bool		 mail_next(struct ctx *, struct rows *, struct mail *);

/* Claims the mail that has been due for longest, until MAIL_LEASE from now;
 * removes it instead if it is not wanted.  False: none is due. */
bool		 mail_claim(struct ctx *, struct mail *);
/* Removes it: it was sent, or never will be.  Like mail_later(), does not touch
 * a newer mail that has replaced it meanwhile. */
void		 mail_done(struct ctx *, const struct mail *);
/* Retries later: after a minute, then twice as long each time, up to an hour.
 * Returns the minutes; 0 if the mail is dropped instead. */
int		 mail_later(struct ctx *, const struct mail *);

#endif
