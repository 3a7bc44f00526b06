/*
 * Lists.  Each user files and ranks the lists they can reach on their own.
 */
#ifndef CORE_LIST_LIST_H
#define CORE_LIST_LIST_H

#include <stddef.h>

#include "core/ctx.h"
#include "core/field.h"

struct record_kind;
struct rows;

struct list {
	const char	*id;
	const char	*title;
	const char	*owner_id;
	const char	*owner_name;	/* DELETED_TEXT if lost */
	const char	*group_id;	/* the caller's, or NULL */
	const char	*rank;		/* the caller's */
	const char	*role;		/* the caller's: owner, member, viewer */
	const char	*offer_to;	/* the user it is offered to (offer.h), if
					 * the caller is one of the two; or NULL */
	int64_t		 offer_at;
	int64_t		 created_at;
	int64_t		 updated_at;	/* for the caller: filing included */
	int64_t		 deleted_at;	/* when the caller lost it, or 0 */
	int64_t		 stamp;		/* the list's own */
	int64_t		 access_stamp;	/* of the caller's access */
};

extern const struct field list_fields[];
extern const struct record_kind kind_list;

/* Reads the current row of a statement with the columns @list. */
void		 list_of_row(struct ctx *, struct rows *, struct list *);

/* DONE, LIST_NOT_FOUND; LIST_IS_READ_ONLY as of access_allows(), which all that
 * changes a list returns as well. */
enum outcome	 list_get(struct ctx *, const char *id, struct list *);
/* The same; LIST_NOT_FOUND to a member as well. */
enum outcome	 list_owned(struct ctx *, const char *id, struct list *);
/* Also a list that the caller lost, as a tombstone, without its title if that
 * changed later.  False if the caller never had it. */
bool	 list_any(struct ctx *, const char *id, struct list *);
/* CREATED; EXISTED if the caller owns a live list with that id; ID_IN_USE,
 * GROUP_NOT_FOUND, LIMIT_REACHED. */
enum outcome	 list_create(struct ctx *, const struct list *new, bool top,
		    struct list *);
/* Recreates a list that the caller owned and deleted, with what is left in it,
 * in no group, without members.  CREATED; LIST_NOT_FOUND if there is none;
 * LIMIT_REACHED. */
enum outcome	 list_revive(struct ctx *, const char *id);
/* Sets a set of fields (core/record.h).  Only the owner sets those that are not
 * F_PERSONAL (LIST_IS_READ_ONLY to a viewer).  DONE, LIST_NOT_FOUND,
 * GROUP_NOT_FOUND, NO_FIELDS. */
enum outcome	 list_update(struct ctx *, const char *id,
		    const struct list *to, unsigned set, struct list *);
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
enum outcome	 list_reorder(struct ctx *, const char *id, const char *before_id,
		    const char *after_id, struct list *);
/* Files it for the caller: a change that only they see.  access_stamp: of their
 * access.  For group.c. */
void		 list_file(struct ctx *, const char *id, int64_t access_stamp,
		    const char *group_id, const char *rank);

#endif
