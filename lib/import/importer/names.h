/*
 * A table from texts to whatever the caller keeps for each.
 */
#ifndef IMPORT_IMPORTER_NAMES_H
#define IMPORT_IMPORTER_NAMES_H

struct arena;
struct names;

/* Parents above one another: more are a circle. */
#define NAMES_DEPTH	100

/* An empty table, in the arena. */
struct names	*names_new(struct arena *);
/* Where the pointer of a text is: NULL if it is new.  Until the next call. */
void		**names_at(struct names *, const char *);

#endif
