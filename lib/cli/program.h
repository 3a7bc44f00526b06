/*
 * The frame of a command-line program: the options that all of them take, the
 * settings, the database, and the exit status: 0 done, 1 failed, 2 wrong usage.
 * Each error is one line on standard error, and in the log if that is
 * elsewhere.
 */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/settings/settings.h"
#include "core/ctx.h"

/* Seconds to wait for the write lock: longer than any request holds it. */
#define PROGRAM_BUSY	60
/* Kilobytes of the database that long work keeps in memory. */
#define PROGRAM_CACHE	65536

/* A program's own option: with a value, or a switch.  One that has both can be
 * repeated: value is an array of OPTION_VALUES, NULL behind the last. */
struct program_option {
	const char	*name;		/* long; NULL ends the table */
	char		 letter;	/* also as -x; 0: none */
	const char	**value;	/* or NULL: a switch, */
	bool		*given;		/* set if given */
};

#define OPTION_VALUES	33

struct program {
	/* Given: */
	const char	*name;
	const char	*usage;		/* the text of --help */
	const struct program_option *options;	/* or NULL: none of its own */
	void		(*list_verbs)(void);	/* for --list-options; or NULL */

	/* Set by program_begin(): */
	struct ctx	 ctx;		/* without a user; db by program_open() */
	struct settings	 settings;
	bool		 quiet;
	int		 count;		/* number of arguments */
	char		*const *words;
};

/* Continue: program_begin() has not ended the program. */
#define PROGRAM_GOES_ON	(-1)

/*
 * Reads the options (-c CONF, -d DATA, -q or --quiet, --help, --version, and
 * the program's own, anywhere on the command line), the settings and the clock.
 * For the completion of shells (etc/complete), --list-options prints a line
 * "option<TAB>NAME<TAB>LETTER<TAB>value", or "switch", for each of them.
 * Returns PROGRAM_GOES_ON, or the exit status after printing the help, the
 * version or an error.
 */
int	 program_begin(struct program *, int argc, char **argv);
/* Closes and frees; returns the status. */
int	 program_end(struct program *, int status);

/* Prints a usage error; returns 2. */
int	 program_misused(const char *, ...)
	    __attribute__((format(printf, 1, 2)));
/* Prints an error; returns 1. */
int	 program_failed(const char *, ...)
	    __attribute__((format(printf, 1, 2)));
/* Prints a line on standard output, unless quiet. */
void	 program_say(const struct program *, const char *, ...)
	    __attribute__((format(printf, 2, 3)));

/* If root runs it: becomes the owner of the data directory, because the service
 * could not write to files that root creates there.  False after an error. */
bool	 program_become_owner(const struct program *);

/* Opens the database.  Prints what to do and returns false if it is not
 * ready. */
bool	 program_open(struct program *);
/* Opens it if necessary, and begins a write transaction.  Prints an error and
 * returns false if it is not ready, or busy for PROGRAM_BUSY seconds. */
bool	 program_write(struct program *);
/* db_tidy(); prints an error if the lock was not available. */
bool	 program_tidy(struct program *);

#endif
