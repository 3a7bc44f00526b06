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
/*
 * Ends one list of the caller's, who leaves, with at most `max` of their
 * assignments there: with hand_over a list that they share, which goes to its
 * member of longest standing (core/list/transfer.h); then the lists of others.
 * Returns a number that is 0 once there is none left.
 */
int64_t		 account_leave_lists(struct ctx *, bool hand_over, int64_t max);
/* Deletes the caller's account: first account_leave_lists(), then the lists that
 * they still own, with all contents. */
void		 account_leave(struct ctx *, bool hand_over);
/* Removes their private records: returns `max` if there are more, otherwise
 * 0. */
int64_t		 account_forget(struct ctx *, const char *user, int64_t max);

/* Disables or enables a user.  Disabling ends their sessions, the invitations to
 * their lists, and offers of lists by and to them; access tokens work again once
 * the user is enabled. */
void		 account_disable(struct ctx *, const char *user, bool disabled);

#endif
