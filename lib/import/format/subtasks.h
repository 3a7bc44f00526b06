/*
 * Tasks within tasks: one without a date is a step of the task above it that is
 * not a step itself.
 */
#ifndef IMPORT_FORMAT_SUBTASKS_H
#define IMPORT_FORMAT_SUBTASKS_H

#include <stdbool.h>
#include <stdint.h>

#define PART_OF	"Part of"	/* in the notes of a task within another */

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
	const char	*notes;		/* go to those of the task; or NULL */
};

struct subtasks	*subtasks_new(struct arena *);
/* Of what its draft has, takes the notes, and says what a step cannot have. */
void		 subtask_rest(struct arena *, struct subtask *,
		    const struct draft *);
/* Puts one on its task, as a step. */
void		 subtask_put(struct draft *, const struct subtask *);
/* Copies one; its parent may come later. */
void		 subtasks_add(struct subtasks *, const struct subtask *);
/* After all have been added: is it a step? */
bool		 subtasks_is_step(struct subtasks *, const char *id);
/* Says in the notes of a task which one it is a part of. */
void		 subtasks_note_parent(struct subtasks *, struct draft *,
		    const char *id);
/* Puts the steps of a task on it. */
void		 subtasks_put(struct subtasks *, struct draft *,
		    const char *id);

#endif
