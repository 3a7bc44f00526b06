/*
 * The log, and fatal().  There are two kinds of failure.  What the user can fix
 * comes back as an outcome.  What only the operator can fix (no memory, a full
 * disk, a statement that does not prepare) is fatal(), which logs one line,
 * lets lib/web answer, and ends the process.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

enum fatal_kind {
	FATAL_INTERNAL,		/* answered as 500 internal */
	FATAL_NOT_READY,	/* 503 not-ready: schema, settings, no database */
	FATAL_BUSY,		/* 503 busy: not served in time */
	FATAL_STORAGE_FULL	/* 507 storage-full */
};

/* Sets the program's name, which begins each line, and the target; once. */
void	 log_open(const char *program, const char *target);
/* For interactive programs: errors also go to standard error. */
void	 log_also(const char *target);
/* From now on lines are JSON objects, except on a terminal and in syslog. */
void	 log_as_json(void);
/* Writes one line to the log; never a user's text, never a secret. */
void	 log_error(const char *, ...) __attribute__((format(printf, 1, 2)));
void	 log_info(const char *, ...) __attribute__((format(printf, 1, 2)));

/* Called by fatal() before exit, once; lib/web answers the client here. */
void	 fatal_hook(void (*)(enum fatal_kind));
/* Has it been called?  Then the hook runs, and the process ends. */
bool	 fatal_begun(void);
void	 fatal(enum fatal_kind, const char *, ...)
	    __attribute__((noreturn, format(printf, 2, 3)));

#define UNREACHABLE()	__builtin_unreachable()

#endif
