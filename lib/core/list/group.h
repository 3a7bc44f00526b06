/*
 * Groups: each user has their own, and files lists in them.
 */
#ifndef CORE_LIST_GROUP_H
#define CORE_LIST_GROUP_H

#include <stdint.h>

#include "core/ctx.h"
#include "core/field.h"

struct record_kind;

struct group {
	const char	*id;
	const char	*title;
	const char	*rank;
	int64_t		 created_at;
	int64_t		 updated_at;
	int64_t		 deleted_at;
};

extern const struct field group_fields[];
extern const struct record_kind kind_group;

/* CREATED, EXISTED, LIMIT_REACHED. */
enum outcome	 group_create(struct ctx *, const struct group *new,
		    struct group *);
/* Sets a set of fields (core/record.h).  DONE, GROUP_NOT_FOUND. */
enum outcome	 group_update(struct ctx *, const char *id,
		    const struct group *to, unsigned set, struct group *);
/* Its lists stay, ungrouped. */
enum outcome	 group_delete(struct ctx *, const char *id);
/* Restores it within RESTORABLE; those of its lists that are in no group now
 * are filed in it again.  DONE, GROUP_NOT_FOUND, LIMIT_REACHED. */
enum outcome	 group_restore(struct ctx *, const char *id, struct group *);
enum outcome	 group_reorder(struct ctx *, const char *id,
		    const char *before_id, const char *after_id,
		    struct group *);

#endif
