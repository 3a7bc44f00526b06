/*
 * What happens to an account as a whole: a new password, and its end.
 */
#ifndef CORE_ACCOUNT_ACCOUNT_H
#define CORE_ACCOUNT_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

struct ctx;

/* Ends every session but that one (NULL: all), every access token unless they
 * are kept, and pending codes for a new password or address; queues the mail
 * that tells the user. */
void		 account_set_password(struct ctx *, const char *user,
		    const char *hash, const char *keep_session,
		    bool keep_tokens);
/* Deletes the caller's account: the lists they own with all contents;
 * memberships and assignments end. */
void		 account_leave(struct ctx *);
/* Removes their private records: returns `max` if there are more, otherwise
 * 0. */
int64_t		 account_forget(struct ctx *, const char *user, int64_t max);

#endif
