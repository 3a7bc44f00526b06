/*
 * The order of records that a file does not have in their order.
 */
#ifndef IMPORT_FORMAT_PLACES_H
#define IMPORT_FORMAT_PLACES_H

#include <stddef.h>

struct arena;
struct places;

struct places	*places_new(struct arena *);
/* A record of a list, at a position; equal ones stay in the order of the
 * calls. */
void		 places_add(struct places *, const char *id, double position);
/* After all have been added: how many records are before it; 0 if it was not
 * added. */
size_t		 places_of(struct places *, const char *id);

#endif
