/*
 * My Day: one entry for a user and a task, valid only on its day.
 */
#ifndef CORE_TASK_MY_DAY_H
#define CORE_TASK_MY_DAY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/field.h"

struct record_kind;
struct rows;

struct my_day {
	const char	*task_id;
	const char	*list_id;	/* of the task */
	const char	*added_on;	/* YYYY-MM-DD */
	int64_t		 stamp;
	int64_t		 updated_at;	/* the stamp, or the gain of the list */
	int64_t		 deleted_at;
};

extern const struct field my_day_fields[];
extern const struct record_kind kind_my_day;

/* Today in the caller's time zone. */
const char	*my_day_today(struct ctx *);
/* added_on NULL: today.  DONE, TASK_NOT_FOUND. */
enum outcome	 my_day_put(struct ctx *, const char *task,
		    const char *added_on, struct my_day *);
/* DONE; TASK_NOT_FOUND if there is no live entry. */
enum outcome	 my_day_delete(struct ctx *, const char *task);
/* For the feed: of a live task that the caller can reach; also tombstones. */
bool		 my_day_any(struct ctx *, const char *task, struct my_day *);

#endif
