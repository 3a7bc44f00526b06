/*
 * The contents of files in an archive, read when their records are made: one
 * task's at a time, and outside of transactions.
 */
#ifndef IMPORT_IMPORTER_LOAD_H
#define IMPORT_IMPORTER_LOAD_H

#include <stdbool.h>

struct arena;
struct import;
struct run_item;

/* Reads the contents of an item's files, in the arena.  A dry run only looks
 * whether they can be read, and are those that the export lists.  False, with
 * the outcome MALFORMED_IMPORT, if one is damaged. */
bool	 load_files(struct import *, struct arena *, struct run_item *);
/* Drops those that were not kept. */
void	 load_drop(struct run_item *);

#endif
