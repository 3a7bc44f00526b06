/*
 * Access: that a user can reach a list.  The owner's access is a row like a
 * member's.  A user who loses a list keeps the row, as a tombstone.
 */
#ifndef CORE_ACCESS_H
#define CORE_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

/* How a user gains a list. */
struct access {
	const char	*user_id;
	const char	*list_id;
	const char	*role;		/* owner, member, viewer */
	const char	*group_id;	/* or NULL */
	const char	*rank;
	int64_t		 joined_at;
	int64_t		 stamp;		/* of their former access, or 0 */
	bool		 invited;	/* by an invitation that they accepted */
};

#define ROLE_OWNER	"owner"
#define ROLE_MEMBER	"member"
#define ROLE_VIEWER	"viewer"

/* Can the user reach the list? */
bool	 access_has(struct ctx *, const char *user, const char *list);
/* Can the user change what is on it?  Only to these are tasks assigned. */
bool	 access_changes(struct ctx *, const char *user, const char *list);
/* The caller's own access: DONE, LIST_NOT_FOUND, LIST_IS_READ_ONLY. */
enum outcome access_get(struct ctx *, const char *list);
/*
 * May the caller, who has found a record of a list, go on?  LIST_IS_READ_ONLY
 * if they only view the list, in a write transaction that is not one of those
 * that viewers may make (ctx.viewer_may); otherwise DONE.
 */
enum outcome access_allows(const struct ctx *, bool views);
/* Is there space for one more list of the caller's among those that a user is a
 * member of?  DONE; NOT_SHAREABLE if they have too many; LIMIT_REACHED if the
 * caller shares too many with them. */
enum outcome access_may_join(struct ctx *, const char *user, bool invited);
/* The stamp at which a user gains a list: above all that its members have seen,
 * and all that the user has, whatever other machines' clocks say. */
int64_t	 access_gained(struct ctx *, const char *user, const char *list);
/* Gives a user access to a list and everything in it. */
void	 access_grant(struct ctx *, const struct access *);
/* Ends a user's access, without checking the caller.  member_stamp: of their
 * row in the list's feed. */
void	 access_revoke(struct ctx *, const char *list, const char *user,
	    int64_t member_stamp);
/* Calls fn with each user who can reach the list. */
void	 access_each(struct ctx *, const char *list,
	    void (*fn)(void *, const char *user), void *);
/* Tells everybody who shares a list with the caller their new display name. */
void	 access_renamed(struct ctx *);

#endif
