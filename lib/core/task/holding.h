/*
 * What a task holds that is kept elsewhere, too: its words in the table of
 * words, by which it is found, and its part in the counts of its list (live
 * tasks, tombstones that can be restored) and of the list's owner (bytes of
 * text).  Whatever changes a task's list, life, title, notes or steps does so
 * between these two:
 *
 *	const struct holding *was = holding_of(c, task);
 *	... the change ...
 *	holding_changed(c, task, was);
 */
#ifndef CORE_TASK_HOLDING_H
#define CORE_TASK_HOLDING_H

#include <stdbool.h>

struct ctx;
struct holding;

/* Where in a task a word stands: `place` of the table.  Stored. */
enum { PLACE_TITLE = 1, PLACE_STEPS = 2, PLACE_NOTES = 4 };

/* What it holds now; NULL where there is no such task.  In the arena. */
const struct holding	*holding_of(struct ctx *, const char *task);
/*
 * Brings the table and the counts from what it held to what it holds now.  A
 * list that has more tombstones than CAP_KEPT keeps of the oldest nothing but
 * the tombstone.
 */
void	 holding_changed(struct ctx *, const char *task,
	    const struct holding *was);

/* Has the list as many live tasks as it may have? */
bool	 list_full(struct ctx *, const char *list);
/* Has the list's owner as much text as they may have? */
bool	 text_full(struct ctx *, const char *list);

#endif
