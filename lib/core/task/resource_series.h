/*
 * The names, UIDs and texts of a repeating task: they belong to the series.
 */
#ifndef CORE_TASK_RESOURCE_SERIES_H
#define CORE_TASK_RESOURCE_SERIES_H

struct ctx;

/* A repeating task is done: its successor takes names, UIDs and texts, and it
 * has those that the successor's ids make.  Steps alike.  former: names that
 * the successor's id had before, or NULL. */
void		 resource_succeed(struct ctx *, const char *list,
		    const char *task, const char *successor,
		    const char *former);
/* The successor is gone again, and gives back what it took. */
void		 resource_return(struct ctx *, const char *list,
		    const char *task, const char *successor);

#endif
