/*
 * What a VTODO has besides what a task has, in the draft's notes or named as
 * lost.
 */
#ifndef IMPORT_FORMAT_ICS_PARTS_H
#define IMPORT_FORMAT_ICS_PARTS_H

struct draft;
struct ical_component;
struct todo_read;

/* Sets all of a draft that was begun, from a VTODO and what was read of it,
 * whose due date it may set. */
void	 ics_put(struct draft *, const struct ical_component *,
	    struct todo_read *);

#endif
