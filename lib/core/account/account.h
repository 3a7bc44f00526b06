/*
 * What happens to an account as a whole: a new password, and its end.
 */
#ifndef CORE_ACCOUNT_ACCOUNT_H
#define CORE_ACCOUNT_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

struct ctx;

/* Ends the codes for a new password or address that were mailed, or will be. */
void		 account_end_codes(struct ctx *, const char *user);
/* Ends every session but that one (NULL: all), which is not confirmed any more;
 * every access token unless they are kept, and account_end_codes(); queues the
 * mail that tells the user. */
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
/* Deletes the caller's account: first account_leave_lists(), then the lists
 * that they still own, with all contents. */
void		 account_leave(struct ctx *, bool hand_over);
/* Removes their private records: returns `max` if there are more, otherwise
 * 0. */
int64_t		 account_forget(struct ctx *, const char *user, int64_t max);

/* Disables or enables a user.  Disabling permanently ends all that gives
 * access: their sessions, access tokens, feeds and codes, notifications, the
 * invitations to their lists, and offers of lists by and to them. */
void		 account_disable(struct ctx *, const char *user, bool disabled);

#endif
