/*
 * The lines of a settings file, for settings.c only: "key = value" or "key:
 * value", comments, and lists that continue on indented lines.
 */
#ifndef BASE_SETTINGS_LINES_H
#define BASE_SETTINGS_LINES_H

#include <stdbool.h>
#include <stdio.h>

#define LINES_MAX	4096	/* bytes of a line */

/* Initialise fp; zero the rest. */
struct lines {
	FILE		*fp;
	int		 line;		/* the number of the last */
	bool		 indented;	/* it began with a blank */
	char		 text[LINES_MAX + 2];
	char		 key[LINES_MAX + 2];	/* the last line's */
};

/*
 * The next line that has a key or continues the one before; key and value are
 * valid until the next call.  False at the end of the file, and with *why set
 * if a line is malformed.
 */
bool	 lines_next(struct lines *, const char **value, const char **why);

#endif
