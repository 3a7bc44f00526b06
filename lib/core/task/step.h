/*
 * Steps: the small parts of a task.  Everybody who can reach the list can
 * change them.  Changing a step does not change the task.
 */
#ifndef CORE_TASK_STEP_H
#define CORE_TASK_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/field.h"

struct record_kind;
struct rows;

struct step {
	const char	*id;
	const char	*task_id;
	int64_t		 deleted_at;
	const char	*rank;
	const char	*title;
	bool		 done;
	int64_t		 created_at;
	int64_t		 stamp;
	const char	*list_id;	/* its task's; NULL in a batch */
	bool		 viewed;	/* by the caller, who may not change it */
};

extern const struct field step_fields[];
extern const struct record_kind kind_step;

/* Functions that change steps return LIST_IS_READ_ONLY as well
 * (access_allows()). */

/* CREATED; EXISTED if a live step of that task has the id; ID_IN_USE,
 * TASK_NOT_FOUND, LIMIT_REACHED. */
enum outcome	 step_create(struct ctx *, const char *task,
		    const struct step *new, bool top, struct step *);
/* Sets the fields of a set (core/record.h).  DONE, STEP_NOT_FOUND, NO_FIELDS,
 * LIMIT_REACHED. */
enum outcome	 step_update(struct ctx *, const char *task, const char *id,
		    const struct step *to, unsigned set, struct step *);
/* Gives a live step its next stamp: its text has changed. */
enum outcome	 step_touch(struct ctx *, const char *task, const char *id,
		    struct step *);
enum outcome	 step_delete(struct ctx *, const char *task, const char *id);
/* Restores it in its place, until it is erased.  DONE, STEP_NOT_FOUND,
 * LIMIT_REACHED. */
enum outcome	 step_restore(struct ctx *, const char *task, const char *id,
		    struct step *);
/* DONE, STEP_NOT_FOUND, INVALID_NEIGHBORS. */
enum outcome	 step_reorder(struct ctx *, const char *task, const char *id,
		    const char *before_id, const char *after_id,
		    struct step *);
/* For the feed: of a live task that the caller can reach; also tombstones. */
bool		 step_any(struct ctx *, const char *id, struct step *);

#endif
