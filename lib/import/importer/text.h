/*
 * The texts of CalDAV clients in an import: those of our own export, and those
 * of the tasks of a calendar.
 */
#ifndef IMPORT_IMPORTER_TEXT_H
#define IMPORT_IMPORTER_TEXT_H

#include <stdbool.h>

#include "core/ctx.h"

struct arena;
struct import;
struct run_item;

/* Adds the tags that the text of a task names, as those of any other task.
 * zone: of the user, for times that have none. */
void	 text_tags(struct arena *, const char *zone, struct run_item *);
/* Reads what is stored of it, if the caller reaches the task or step and the
 * text is that of one item.  False: that has a text already. */
bool	 text_read(struct ctx *, struct run_item *);
/* Stores the user's lines of CATEGORIES of a text that was just stored; the
 * task has its tags already. */
void	 text_put_own(struct ctx *, const struct run_item *);
/* Puts the tags of a text that was just stored on its task, with those lines,
 * unless the task has a set of the user's. */
void	 text_put_tags(struct import *, struct ctx *, struct run_item *);

#endif
