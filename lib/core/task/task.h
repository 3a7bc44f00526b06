/*
 * Tasks.  A task is in one list; everybody who can reach the list can change
 * its tasks.  For recurring tasks see repeat.h.
 */
#ifndef CORE_TASK_TASK_H
#define CORE_TASK_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

struct rows;

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
	const char	*recurrence;	/* a word of recur.h or NULL */
	const char	*series_start;	/* the first day of the series */
	int64_t		 created_at;
	int64_t		 stamp;
	int64_t		 completed_at;	/* 0: open, or not known */
	const char	*successor_id;	/* the successor, made when this one was
					 * completed */
	int64_t		 successor_stamp; /* the last stamp of its creation */
	int64_t		 doc;		/* its number in the table of words */
	const char	*created_by;	/* NULL: not known, or gone */
	const char	*completed_by;
};

/* What a PATCH sets: a field counts if its bit is in `set`. */
enum {
	TASK_TITLE = 1, TASK_DONE = 2, TASK_STARRED = 4, TASK_DUE = 8,
	TASK_NOTES = 16, TASK_ASSIGNEE = 32, TASK_REMINDER = 64,
	TASK_RECURRENCE = 128
};

struct task_patch {
	unsigned	 set;
	const char	*title;
	bool		 done;
	bool		 starred;
	const char	*due_date;
	const char	*notes;
	const char	*assignee_id;
	int64_t		 reminder_at;
	const char	*recurrence;
};

struct step_new {
	const char	*id;
	const char	*title;
};

/* Where a task goes: next to neighbours, or without them to an end. */
struct task_place {
	const char	*list_id;
	bool		 top;
	const char	*before_id;
	const char	*after_id;
};

struct task_new {
	const char	*id;
	struct task_patch fields;	/* the title is among them */
	bool		 top;
	const struct step_new *steps;	/* in order */
	size_t		 step_count;
	const char	*const *tag_ids;
	size_t		 tag_count;
	const char	*my_day;	/* YYYY-MM-DD or NULL */
};


/* DONE or TASK_NOT_FOUND. */
enum outcome	 task_get(struct ctx *, const char *list, const char *id,
		    struct task *);
/* A live task of any list that the caller can reach. */
enum outcome	 task_reach(struct ctx *, const char *id, struct task *);
/*
 * Creates a task with its steps, the caller's tags and their My Day entry; one
 * created as done does not repeat.  CREATED; EXISTED if a live task of that
 * list has the id; LIST_NOT_FOUND, LIMIT_REACHED, ASSIGNEE_NOT_ELIGIBLE,
 * RECURRENCE_NEEDS_DUE_DATE, UNKNOWN_TAG; ID_IN_USE, with *step the number of
 * the step whose id it is (the task's own: the count of steps).
 */
enum outcome	 task_create(struct ctx *, const char *list,
		    const struct task_new *, struct task *, size_t *step);
/*
 * DONE with the updated task, and *next the id of the successor if one was made
 * (else NULL).  A patch that changes nothing gives no new stamp.
 * TASK_NOT_FOUND, NO_FIELDS, ASSIGNEE_NOT_ELIGIBLE, RECURRENCE_NEEDS_DUE_DATE.
 */
enum outcome	 task_update(struct ctx *, const char *list, const char *id,
		    const struct task_patch *, struct task *,
		    const char **next);
/* DONE, TASK_NOT_FOUND, INVALID_NEIGHBORS. */
enum outcome	 task_reorder(struct ctx *, const char *list, const char *id,
		    const char *before_id, const char *after_id,
		    struct task *);
/* Moves it into another list, or elsewhere in its own.  DONE, TASK_NOT_FOUND,
 * LIST_NOT_FOUND, LIMIT_REACHED, INVALID_NEIGHBORS. */
enum outcome	 task_move(struct ctx *, const char *list, const char *id,
		    const struct task_place *, struct task *);
/* DONE, TASK_NOT_FOUND. */
enum outcome	 task_delete(struct ctx *, const char *list, const char *id);
/* Restores it with its parts, until it is erased.  DONE, TASK_NOT_FOUND,
 * LIMIT_REACHED. */
enum outcome	 task_restore(struct ctx *, const char *list, const char *id,
		    struct task *);
/* Deletes at most `max` done tasks of the lists the caller owns; returns how
 * many. */
int64_t		 task_cleanup(struct ctx *, int64_t max);
/* Ends at most `max` of a user's assignments on a list; returns how many. */
int64_t		 task_unassign(struct ctx *, const char *list,
		    const char *user, int64_t max);

/* Applies the patch to the struct, and drops from the patch what changes
 * nothing. */
void		 task_apply(struct ctx *, struct task *, struct task_patch *);
/* Store a task from the struct, with its next stamp: task_store() everything
 * except its place, task_store_place() its place (list, deletion, rank) and
 * assignee. */
void		 task_store(struct ctx *, struct task *);
void		 task_store_place(struct ctx *, struct task *);
/* Makes a live task a tombstone. */
void		 task_delete_record(struct ctx *, struct task *);
/* Erases a tombstone: only id, rank and stamps remain. */
void		 task_erase_content(struct ctx *, const char *list,
		    const char *id);
/* Remove the parts of a task without a tombstone, */
void		 task_erase_parts(struct ctx *, const char *id);
/* and the task, live or not. */
void		 task_erase(struct ctx *, const struct task *);
/* Gives the parts of a task (steps, attachments, tag sets, My Day entries) new
 * stamps, so that users who gain the task receive them all; the rows of steps
 * and attachments leave the feed of `old_list`. */
void		 task_restamp_parts(struct ctx *, const struct task *,
		    const char *old_list);

/*
 * Search: live tasks that the caller can reach and that contain every word of
 * `query`, as prefixes of words in title, notes, steps or the caller's tags.
 * The rows have the columns @task, best first.  NULL if the query has no word.
 */
struct rows	*task_search(struct ctx *, const char *query, int64_t limit);

#endif
