/*
 * What a user has imported in the last 30 days.
 */
#ifndef BIN_IMPORT_PAST_H
#define BIN_IMPORT_PAST_H

struct program;

/* Prints them; returns the exit status. */
int	 past_list(struct program *);
/* Undoes one; returns the exit status. */
int	 past_undo(struct program *, const char *id);

#endif
