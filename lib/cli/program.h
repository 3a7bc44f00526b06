/*
 * The frame of a command-line program: the options that all of them take, the
 * settings, the database, progress on a terminal, and the exit status, which is
 * 0 where it is done, 1 where it could not be, 2 where it was used wrongly.
 * What goes wrong is one line each on standard error, and in the log of the
 * settings where that is elsewhere.
 */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sandbox.h"
#include "base/settings/settings.h"
#include "core/ctx.h"

/* Seconds that a program waits for the write lock: more than any request. */
#define PROGRAM_BUSY	60

/* An option of a program's own: with a value, or a switch. */
struct program_option {
	const char	*name;		/* long; NULL ends the table */
	char		 letter;	/* also as -x; 0: none */
	const char	**value;	/* or NULL: a switch, */
	bool		*given;		/* set where it is there */
};

struct program {
	/* Given: */
	const char	*name;
	const char	*usage;		/* what --help says, its last line whole */
	const struct program_option *options;

	/* Set by program_begin(): */
	struct ctx	 ctx;		/* without a user; db by program_open() */
	struct settings	 settings;
	bool		 quiet;
	int		 count;		/* of the words after the options */
	char		*const *words;
};

/* Go on, where program_begin() has not ended the program. */
#define PROGRAM_GOES_ON	(-1)

/*
 * Reads the options (-c CONF, -d DATA, -q or --quiet, --help, --version, and
 * the program's own, anywhere among the words), the settings and the clock.
 * PROGRAM_GOES_ON, or the exit status: the help or version was asked for, or
 * something is wrong, and has been said.
 */
int	 program_begin(struct program *, int argc, char **argv);
/* Closes and frees; returns the status it is given. */
int	 program_end(struct program *, int status);

/* Says what was used wrongly: 2. */
int	 program_misused(const char *, ...)
	    __attribute__((format(printf, 1, 2)));
/* Says what went wrong: 1. */
int	 program_failed(const char *, ...)
	    __attribute__((format(printf, 1, 2)));
/* A line of what was done on standard output, unless quiet. */
void	 program_say(const struct program *, const char *, ...)
	    __attribute__((format(printf, 2, 3)));

/*
 * Gives up what the program does not need (see base/sandbox.h), by its row in
 * the table of confine.c and by what only it knows: of the sandbox that is given
 * the paths and ports count, besides the row's.  False, and said so, where the
 * kernel does not offer it and the settings do not say that it may do without.
 */
bool	 program_confine(struct program *, struct sandbox);
/* The directory that a path is, or that it would be made in; ends in "/". */
const char *program_place(struct program *, const char *path);

/* Opens the database.  False, and said what to do, where it is not ready. */
bool	 program_open(struct program *);
/* Opens it where it is not open, and begins to write.  False, and said so,
 * where it is not ready or busy for PROGRAM_BUSY seconds. */
bool	 program_write(struct program *);

/*
 * A bar on standard error for what takes longer than a second; nothing where
 * that is no terminal, or quiet.  A total of 0 is one that nobody knows.
 */
struct progress {
	const char	*what;
	int64_t		 total;
	int64_t		 began;
	int64_t		 drawn;		/* when last; 0: never */
	bool		 off;
};

struct progress	 progress_begin(const struct program *, const char *what,
		    int64_t total);
/* So many are done. */
void		 progress_show(struct progress *, int64_t done);
void		 progress_end(struct progress *);

#endif
