/*
 * Lists, access to them, and groups.  The owner's access is a row like a
 * member's; each user has their own groups, and files and ranks lists on their
 * own.
 */
#ifndef CORE_LIST_LIST_H
#define CORE_LIST_LIST_H

#include <stddef.h>

#include "core/ctx.h"

struct rows;

struct list {
	const char	*id;
	const char	*title;
	const char	*owner_id;
	const char	*owner_name;	/* DELETED_TEXT if lost */
	const char	*group_id;	/* the caller's, or NULL */
	const char	*rank;		/* the caller's */
	const char	*role;		/* the caller's: owner, member */
	int64_t		 created_at;
	int64_t		 updated_at;	/* for the caller: filing included */
	int64_t		 deleted_at;	/* when the caller lost it, or 0 */
	int64_t		 stamp;		/* the list's own */
	int64_t		 access_stamp;	/* of the caller's access */
};

/* How a user gains a list. */
struct access {
	const char	*user_id;
	const char	*list_id;
	const char	*role;		/* owner, member */
	const char	*group_id;	/* or NULL */
	const char	*rank;
	int64_t		 joined_at;
	int64_t		 stamp;		/* of their former access, or 0 */
	bool		 invited;	/* by an invitation that they accepted */
};

struct member {
	const char	*user_id;
	const char	*display_name;	/* DELETED_TEXT for a former member */
	int64_t		 joined_at;
	const char	*list_id;
	int64_t		 updated_at;
	int64_t		 deleted_at;
};

struct group {
	const char	*id;
	const char	*title;
	const char	*rank;
	int64_t		 created_at;
	int64_t		 updated_at;
	int64_t		 deleted_at;
};

/* Reads the current row of a statement with the columns @list, @member. */
void	 list_of_row(struct ctx *, struct rows *, struct list *);
void	 member_of_row(struct ctx *, struct rows *, struct member *);

/* DONE or LIST_NOT_FOUND. */
enum outcome	 list_get(struct ctx *, const char *id, struct list *);
/* Also a list that the caller lost, as a tombstone, without its title if that
 * changed later.  False if the caller never had it. */
bool	 list_any(struct ctx *, const char *id, struct list *);
/* CREATED; EXISTED if the caller owns a live list with that id; ID_IN_USE,
 * GROUP_NOT_FOUND, LIMIT_REACHED. */
enum outcome	 list_create(struct ctx *, const char *id, const char *title,
		    const char *group_id, bool top, struct list *);
/* Recreates a list that the caller owned and deleted, with what is left in it,
 * in no group, without members.  CREATED; LIST_NOT_FOUND if there is none;
 * LIMIT_REACHED. */
enum outcome	 list_revive(struct ctx *, const char *id, const char *title);
/*
 * Sets the title (owner only; NULL: unchanged) and the group (*group_id may be
 * NULL for none; group_id NULL: unchanged).  DONE, LIST_NOT_FOUND,
 * GROUP_NOT_FOUND.
 */
enum outcome	 list_update(struct ctx *, const char *id, const char *title,
		    const char *const *group_id, struct list *);
/* Deletes it with its contents, for everybody; owner only.  DONE,
 * LIST_NOT_FOUND. */
enum outcome	 list_delete(struct ctx *, const char *id);
/*
 * Restores it within RESTORABLE; owner only.  Members get their access back
 * unless they or the owner have reached a limit.  DONE; LIST_NOT_FOUND;
 * LIMIT_REACHED if the owner has too many lists.
 */
enum outcome	 list_restore(struct ctx *, const char *id, struct list *);
/* Moves it among the caller's lists of the same group.  Also
 * INVALID_NEIGHBORS. */
enum outcome	 list_move(struct ctx *, const char *id, const char *before_id,
		    const char *after_id, struct list *);

/* A present or former member; false if they never were one. */
bool	 member_read(struct ctx *, const char *list, const char *user,
	    struct member *);
/* By the owner.  CREATED, EXISTED, LIST_NOT_FOUND, NOT_SHAREABLE (also if the
 * person has left the list), LIMIT_REACHED. */
enum outcome	 member_add(struct ctx *, const char *list, const char *email,
		    struct member *);
/* What would member_remove() return? */
enum outcome	 member_may_remove(struct ctx *, const char *list,
		    const char *user);
/* The owner can remove anyone, a member only themself.  Their assignments on
 * the list end.  DONE, LIST_NOT_FOUND, MEMBER_NOT_FOUND. */
enum outcome	 member_remove(struct ctx *, const char *list,
		    const char *user);
/* Gives a user access to a list and everything in it. */
void	 access_grant(struct ctx *, const struct access *);
/* Ends a user's access, without checking the caller; for member_remove() and
 * user_leave(). */
void	 access_revoke(struct ctx *, const char *list, const char *user,
		    int64_t member_stamp);
/* Tells everybody who shares a list with the caller their new display name. */
void	 member_renamed(struct ctx *);
/* Is there space for one more list of the caller's among those that a user is a
 * member of?  DONE; NOT_SHAREABLE if they have too many; LIMIT_REACHED if the
 * caller shares too many with them. */
enum outcome	 member_may_join(struct ctx *, const char *user, bool invited);
/* Adds a user who cannot reach the list: CREATED, LIMIT_REACHED. */
enum outcome	 member_join(struct ctx *, const char *list, const char *user,
		    bool invited, struct member *);
/* Can the user reach the list? */
bool	 access_has(struct ctx *, const char *user, const char *list);

/* CREATED, EXISTED, LIMIT_REACHED. */
enum outcome	 group_create(struct ctx *, const char *id, const char *title,
		    struct group *);
/* DONE, GROUP_NOT_FOUND. */
enum outcome	 group_update(struct ctx *, const char *id, const char *title,
		    struct group *);
/* Its lists stay, ungrouped. */
enum outcome	 group_delete(struct ctx *, const char *id);
/* Restores it within RESTORABLE; those of its lists that are in no group now
 * are filed in it again.  DONE, GROUP_NOT_FOUND, LIMIT_REACHED. */
enum outcome	 group_restore(struct ctx *, const char *id, struct group *);
enum outcome	 group_move(struct ctx *, const char *id,
		    const char *before_id, const char *after_id,
		    struct group *);

#endif
