/*
 * Tasks within tasks: one without a date is a step of the task above it that is
 * not a step itself.
 */
#ifndef IMPORT_FORMAT_SUBTASKS_H
#define IMPORT_FORMAT_SUBTASKS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct draft;
struct subtasks;

struct subtask {
	int64_t		 row;
	const char	*id, *parent;	/* parent NULL: none */
	const char	*title;
	double		 position;	/* among the steps of a task */
	bool		 done;
	bool		 dated;		/* it is a task of its own */
	const char	*more;		/* what a step loses; NULL: nothing */
	const char	*notes;		/* or NULL */
};

struct subtasks	*subtasks_new(struct arena *);
/* Copies one; its parent may come later. */
void		 subtasks_add(struct subtasks *, const struct subtask *);
/* After all have been added: is it a step? */
bool		 subtasks_is_step(struct subtasks *, const char *id);
/* Puts the steps of a task on it. */
void		 subtasks_put(struct subtasks *, struct draft *,
		    const char *id);

#endif
