/*
 * Tasks.  A task is in one list; everybody who can reach the list can change
 * its tasks.
 */
#ifndef CORE_TASK_TASK_H
#define CORE_TASK_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/field.h"

struct record_kind;

#define NO_TITLE	"(no title)"	/* of one that other programs left empty */

struct task {
	const char	*id;
	const char	*list_id;
	int64_t		 deleted_at;	/* 0: live */
	const char	*rank;
	const char	*title;
	bool		 done;
	bool		 starred;
	const char	*due_date;	/* YYYY-MM-DD or NULL */
	const char	*notes;
	int64_t		 notes_at;	/* 0: never changed */
	const char	*assignee_id;
	int64_t		 reminder_at;	/* 0: none */
	const char	*reminder_by;	/* the user who set it, for the time
					 * zone */
	const char	*due_time;	/* HH:MM or NULL */
	const char	*due_zone;	/* of it; NULL: everybody's own clock */
	const char	*recurrence;	/* the word of its rule (rule.h) or NULL */
	const char	*rule;		/* canonical, or NULL: it does not repeat */
	const char	*recurrence_from; /* rule.h: FROM_DUE, FROM_COMPLETION */
	const char	*rotation;	/* who take turns (rotation.h), or NULL */
	const char	*series_start;	/* the first day of the series */
	const char	*ended;		/* done: how it repeated (repeat.c), or NULL */
	int64_t		 created_at;
	int64_t		 stamp;
	int64_t		 completed_at;	/* 0: open, or not known */
	const char	*successor_id;	/* the successor, made when this one was
					 * completed */
	int64_t		 successor_stamp; /* the last stamp of its creation */
	int64_t		 doc;		/* its number in the table of words */
	const char	*created_by;	/* NULL: not known, or gone */
	const char	*completed_by;
	bool		 viewed;	/* by the caller, who may not change it */
};

extern const struct field task_fields[];
extern const struct record_kind kind_task;

/* DONE, TASK_NOT_FOUND; LIST_IS_READ_ONLY as of access_allows(), which all that
 * changes a task returns as well. */
enum outcome	 task_get(struct ctx *, const char *list, const char *id,
		    struct task *);
/* A live task of any list that the caller can reach. */
enum outcome	 task_reach(struct ctx *, const char *id, struct task *);
/* DONE, TASK_NOT_FOUND, INVALID_NEIGHBORS. */
enum outcome	 task_reorder(struct ctx *, const char *list, const char *id,
		    const char *before_id, const char *after_id,
		    struct task *);
/* DONE, TASK_NOT_FOUND. */
enum outcome	 task_delete(struct ctx *, const char *list, const char *id);
/* Deletes done tasks of the lists the caller owns: at most `max`, and none more
 * after the first 20 ms, since one can have thousands of words to take out of
 * the index.  Returns how many; 0: there is none. */
int64_t		 task_cleanup(struct ctx *, int64_t max);

/* Store a task from the struct, with its next stamp: task_store() everything
 * except its place, task_store_place() its place (list, deletion, rank),
 * assignee and rotation. */
void		 task_store(struct ctx *, struct task *);
void		 task_store_place(struct ctx *, struct task *);
/* Sets when it was made and done, without a new stamp. */
void		 task_set_times(struct ctx *, struct task *, int64_t created,
		    int64_t completed);
/* Makes a live task a tombstone.  If the list has more than CAP_TRASH of them,
 * erases the oldest. */
void		 task_delete_record(struct ctx *, struct task *);
/* Erases a tombstone: only id, rank and stamps remain. */
void		 task_erase_content(struct ctx *, const char *list,
		    const char *id);
/* Removes a task, live or not, and its parts, without a tombstone. */
void		 task_erase(struct ctx *, const struct task *);

#endif
