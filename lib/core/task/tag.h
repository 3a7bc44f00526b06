/*
 * Tags, and the tag sets of tasks.  Both are private to a user, even on shared
 * tasks.
 */
#ifndef CORE_TASK_TAG_H
#define CORE_TASK_TAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/field.h"

struct record_kind;
struct rows;

struct tag {
	const char	*id;
	const char	*name;
	int64_t		 created_at;
	int64_t		 stamp;
	int64_t		 deleted_at;
	const char	*name_key;	/* folded, for sorting */
};

extern const struct field tag_fields[];
extern const struct record_kind kind_tag, kind_tag_set;

struct tag_set {
	const char	*task_id;
	const char	*list_id;	/* of the task */
	const char	**tag_ids;
	size_t		 count;
	int64_t		 stamp;		/* 0: never set */
	int64_t		 updated_at;	/* the stamp, or the gain of the list */
};

/* Names are as F_NAME reads them (core/field.h).  CREATED; EXISTED with the tag
 * of that name, or of that id; LIMIT_REACHED. */
enum outcome	 tag_create(struct ctx *, const char *id, const char *name,
		    struct tag *);
/* DONE, TAG_NOT_FOUND, TAG_EXISTS. */
enum outcome	 tag_rename(struct ctx *, const char *id, const char *name,
		    struct tag *);
/* Gives new stamps to at most `max` of the sets that contain a tag that was
 * just deleted or restored; returns how many. */
int64_t		 tag_restamp_sets(struct ctx *, const char *id, int64_t max);
/* Removes it from all tasks; the caller must update its sets (see above), which
 * keep it, hidden, as long as it can be restored.  DONE, TAG_NOT_FOUND. */
enum outcome	 tag_delete(struct ctx *, const char *id);
/* Restores it until it is erased, on every task whose set is unchanged.  DONE,
 * TAG_NOT_FOUND, TAG_EXISTS, LIMIT_REACHED. */
enum outcome	 tag_restore(struct ctx *, const char *id, struct tag *);
bool		 tag_any(struct ctx *, const char *id, struct tag *);

/* The caller's set on a task they can reach.  DONE, TASK_NOT_FOUND. */
enum outcome	 tag_set_get(struct ctx *, const char *task, struct tag_set *);
/* Replaces it; duplicates are ignored.  DONE, TASK_NOT_FOUND, UNKNOWN_TAG,
 * LIMIT_REACHED. */
enum outcome	 tag_set_put(struct ctx *, const char *task,
		    const char *const *ids, size_t n, struct tag_set *);

/* Stores the caller's lines of CATEGORIES in a task's text (lib/ical/task.h);
 * len 0: there are none. */
void		 tag_set_own(struct ctx *, const char *task, const void *own,
		    size_t len);

#endif
