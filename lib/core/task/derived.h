/*
 * What a task holds that is kept elsewhere, too: its words in the table of
 * words, by which it is found, and its part in the counts of its list (live
 * tasks, tombstones that can be restored) and of the list's owner (bytes of
 * text, and RECORD_BYTES for each record, so that nobody can fill the disk with
 * empty ones).  Whatever changes a task's list, life, title, notes, steps,
 * attachments or tombstones of moves does so between these two:
 *
 *	const struct derived *was = derived_of(c, task);
 *	... the change ...
 *	derived_changed(c, task, was);
 */
#ifndef CORE_TASK_DERIVED_H
#define CORE_TASK_DERIVED_H

#include <stdbool.h>
#include <stdint.h>

struct ctx;
struct db;
struct derived;

/* Where in a task a word occurs: `place` of the table.  Stored. */
enum { PLACE_TITLE = 1, PLACE_STEPS = 2, PLACE_NOTES = 4 };

/* What it contains now, in the arena; NULL if there is no such task. */
const struct derived	*derived_of(struct ctx *, const char *task);
/* Asks ahead (rows_ahead()) for it. */
void	 derived_ahead(struct ctx *, const char *task);
/* Updates the table and the counts from what it contained to what it contains
 * now. */
void	 derived_changed(struct ctx *, const char *task,
	    const struct derived *was);
/* The same around what changes the bytes of its records, but no text and no
 * life: its words are not looked at. */
int64_t	 derived_bytes(struct ctx *, const char *task);
void	 derived_bytes_changed(struct ctx *, const char *task, int64_t was);
/* The same around a statement that changes a part of the task: a step, an
 * attachment, the tombstone of a move. */
void	 derived_part(struct ctx *, const char *task, int64_t (*change)(
	    struct db *, const char *scope, const char *id),
	    const char *scope, const char *id);

/* Calls `each` with the rows that the table of words should have of a task. */
void	 derived_words(struct ctx *, const char *task, void (*each)(void *arg,
	    const char *word, int64_t doc, int64_t place), void *arg);
/* Adds those that it does not have. */
void	 derived_index(struct ctx *, const char *task);

/* Has the list reached the limit of live tasks? */
bool	 list_full(struct ctx *, const char *list);
/* Has the list's owner reached the limit of text? */
bool	 text_full(struct ctx *, const char *list);

#endif
