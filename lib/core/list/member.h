/*
 * Sharing: the members of lists.  The owner adds people by their address; they
 * also join by invitations (invitation.h).  A member who is a viewer reads the
 * list, and changes nothing that others see.
 */
#ifndef CORE_LIST_MEMBER_H
#define CORE_LIST_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/field.h"

struct record_kind;
struct rows;

struct member {
	const char	*user_id;
	const char	*role;		/* member, viewer */
	const char	*display_name;	/* DELETED_TEXT for a former member */
	int64_t		 joined_at;
	const char	*list_id;
	int64_t		 updated_at;
	int64_t		 deleted_at;
};

extern const char *const member_roles[];
extern const struct field member_fields[];
extern const struct record_kind kind_member;

/* Reads the current row of a statement with the columns @member. */
void		 member_of_row(struct ctx *, struct rows *, struct member *);
/* A present or former member; false if they never were one. */
bool	 member_read(struct ctx *, const char *list, const char *user,
	    struct member *);
/* By the owner.  CREATED, EXISTED, LIST_NOT_FOUND, LIST_IS_READ_ONLY,
 * NOT_SHAREABLE (also if the person has left the list), LIMIT_REACHED. */
enum outcome	 member_add(struct ctx *, const char *list, const char *email,
		    struct member *);
/* The owner can remove anyone, a member only themself.  Then call
 * member_unassign().  DONE, LIST_NOT_FOUND, MEMBER_NOT_FOUND. */
enum outcome	 member_remove(struct ctx *, const char *list,
		    const char *user);
/* By the owner.  Then call member_unassign().  DONE, LIST_NOT_FOUND,
 * LIST_IS_READ_ONLY, MEMBER_NOT_FOUND. */
enum outcome	 member_set_role(struct ctx *, const char *list,
		    const char *user, const char *role, struct member *);
/* Adds a user who cannot reach the list: CREATED, LIMIT_REACHED. */
enum outcome	 member_join(struct ctx *, const char *list, const char *user,
		    const char *role, bool invited, struct member *);
/* Ends at most `max` of a user's assignments and turns on a list that they
 * view, or have lost.  Returns how many; 0 also if its tasks can be assigned to
 * them. */
int64_t		 member_unassign(struct ctx *, const char *list,
		    const char *user, int64_t max);
/* Ends a membership and the user's assignments on the list, without checking
 * the caller.  stamp: of their row in the list's feed. */
void		 member_end(struct ctx *, const char *list, const char *user,
		    int64_t stamp);

#endif
