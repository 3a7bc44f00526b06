/*
 * The base of a text that is kept: what its task said when the text came, value
 * by value.  What still says the same needs no change in the text.
 */
#ifndef ICAL_BASE_H
#define ICAL_BASE_H

#include <stdint.h>

#include "ical/todo.h"

/* A number for each value: the same for the same value, and, but for a chance
 * of 1 in 2^64, for no other. */
struct todo_base {
	uint64_t	 of[TODO__MAX];
};

uint64_t	 todo_hash(struct arena *, const struct todo *,
		    enum todo_member);
void		 todo_base(struct arena *, const struct todo *,
		    struct todo_base *);
/* The members whose values differ. */
unsigned	 todo_differs(const struct todo_base *,
		    const struct todo_base *);

#endif
