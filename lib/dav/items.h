/*
 * The items of a list, one after another.
 */
#ifndef DAV_ITEMS_H
#define DAV_ITEMS_H

#include <stdbool.h>

struct collection;
struct item;
struct req;

/* Calls fn with each task and, unless they are hidden, each step; rq->ctx.arena
 * is emptied after each.  whole: with all they have, not only names and
 * versions. */
void	 items_each(struct req *, const struct collection *, bool whole,
	    void (*fn)(struct req *, const struct item *, void *), void *);

#endif
