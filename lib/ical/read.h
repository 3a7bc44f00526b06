/*
 * Reads a VTODO.
 */
#ifndef ICAL_READ_H
#define ICAL_READ_H

struct arena;
struct ical_item;
struct ical_component;
struct todo_read;

/*
 * Reads a VTODO of the item.  zone: of who sent it.  What is not as RFC 5545
 * demands is as if it were not there.  Title, notes and tags are within the
 * bounds of core/limits.h.
 */
void	 todo_read(struct arena *, const struct ical_item *,
	    const struct ical_component *, const char *zone,
	    struct todo_read *);

#endif
