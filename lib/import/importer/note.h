/*
 * What an import notes of its records: the verdict, and what was made.
 */
#ifndef IMPORT_IMPORTER_NOTE_H
#define IMPORT_IMPORTER_NOTE_H

#include "core/batch/import.h"
#include "core/ctx.h"

struct import;
struct run_item;

/* What became of a record in core. */
void	 note_verdict(struct import *, const struct run_item *,
	    enum import_verdict, const char *why);
/* It is on a list that was not chosen, or is that list. */
void	 note_left_out(struct import *, const struct run_item *);
/* Remembers a record that was made, unless it is a dry run: not a list, which
 * is complete only at the end. */
void	 note_made(struct import *, struct ctx *, const struct exported *);

#endif
