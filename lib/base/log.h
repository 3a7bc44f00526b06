/*
 * What the operator reads, and the end of the process.  There are two kinds of
 * failure: what the user can mend comes back as an outcome; what only the
 * operator can mend (no memory, a full disk, a statement that does not
 * prepare) is fatal(), which logs one line, lets the web room answer, and ends
 * the process.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

enum fatal_kind {
	FATAL_INTERNAL,		/* answered as 500 internal */
	FATAL_NOT_READY,	/* 503 not-ready: schema, settings, no database */
	FATAL_BUSY,		/* 503 busy: could not be served in time */
	FATAL_STORAGE_FULL	/* 507 storage-full */
};

/* The name that begins each line; the program's own name, set once. */
void	 log_open(const char *program, const char *target);
/* A program that people run: what went wrong is said on standard error, and all
 * of it there, where that is another place. */
void	 log_also(const char *target);
/* One line at the log's place; never a user's text, never a secret. */
void	 log_error(const char *, ...) __attribute__((format(printf, 1, 2)));
void	 log_info(const char *, ...) __attribute__((format(printf, 1, 2)));

/* Called by fatal() before exit, once; the web room answers the client here. */
void	 fatal_hook(void (*)(enum fatal_kind));
/* Has it been called?  Then the hook runs, and the process ends. */
bool	 fatal_begun(void);
void	 fatal(enum fatal_kind, const char *, ...)
	    __attribute__((noreturn, format(printf, 2, 3)));

#define UNREACHABLE()	__builtin_unreachable()

#endif
