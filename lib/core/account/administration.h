/*
 * What administrators see and change of other users.  Once there is an
 * administrator, there is always one who is not disabled: whoever changes that
 * must do it in a write transaction of the whole database (SCOPE_ALL).
 */
#ifndef CORE_ACCOUNT_ADMINISTRATION_H
#define CORE_ACCOUNT_ADMINISTRATION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct user;

struct managed {
	const char	*id;
	const char	*email;
	const char	*display_name;
	bool		 verified;
	bool		 admin;
	bool		 disabled;
	bool		 second_factor;
	const char	*invited_by;	/* a user's id, or NULL */
	int64_t		 created_at;
	int64_t		 signed_in_at;	/* 0: never */
	int64_t		 bytes;		/* of files, as the quota counts them */
	int64_t		 quota;		/* QUOTA_SETTING, or the user's own */
};

#define QUOTA_SETTING	(-1)

/* A change: which of the members are set, as bits. */
enum {
	MANAGED_DISABLED = 1,
	MANAGED_ADMIN = 2,
	MANAGED_VERIFIED = 4,
	MANAGED_QUOTA = 8
};

/*
 * The address of an account is its user's.  If it was not verified before, a
 * stranger may have made the account: then true, and its password, sessions,
 * tokens, feeds and codes end, and passkeys and identities, but the identity of
 * an account without a password.  A second factor stays: whoever can only read
 * the mail must not pass it.
 */
bool		 address_proved(struct ctx *, const char *user);
/* With single sign-on, address_proved(), and the second factor ends: whoever
 * owns the address would join what a stranger may have prepared. */
void		 managed_verify(struct ctx *, const char *user, bool verified);
bool		 managed_get(struct ctx *, const char *id, struct managed *);
/* DONE, and *m is the user as it is then; USER_NOT_FOUND, NO_FIELDS,
 * ACCOUNT_ENDING, LAST_ADMINISTRATOR: roll back. */
enum outcome	 managed_change(struct ctx *, const char *id,
		    const struct managed *to, unsigned set, struct managed *m);
/* Is that user the only administrator who is not disabled? */
bool		 administrator_last(struct ctx *, const char *user);
/* The first thing that a user loses whose account ends.  They are marked, too,
 * so that nobody makes them one again: the transactions that follow are never
 * refused.  DONE, USER_NOT_FOUND, LAST_ADMINISTRATOR. */
enum outcome	 administrator_leave(struct ctx *, const char *user);
/* Makes a user an administrator, or ends that.  DONE; ACCOUNT_ENDING: their
 * account is being deleted, or the deletion was interrupted.  docket-cleanup
 * ends the mark of one that is a day old. */
enum outcome	 administrator_set(struct ctx *, const char *user, bool admin);
/* quota in bytes, or QUOTA_SETTING. */
void		 quota_set(struct ctx *, const char *user, int64_t quota);
/* Removes the second factor of somebody who has lost it, with a mail and a line
 * in the audit.  Where one is required, their passkeys go, too: the password
 * alone would not be enough beside them.  False if there is nothing. */
bool		 managed_remove_factor(struct ctx *, const struct user *);

#endif
