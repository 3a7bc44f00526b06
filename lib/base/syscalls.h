/*
 * The system calls of a program, as a seccomp filter.
 */
#ifndef BASE_SYSCALLS_H
#define BASE_SYSCALLS_H

#include <stdbool.h>

/* The allow-lists; syscalls.c has the calls of each. */
enum sandbox_calls {
	CALLS_SERVICE,		/* files, and accepting connections */
	CALLS_FILES,		/* files, and isatty() */
	CALLS_NETWORK,		/* also connecting, and threads */
	CALLS_WAIT,		/* accepting many connections */
	CALLS_SERVICE_NETWORK,	/* the service, also connecting, and threads */
	CALLS__MAX
};

/* Installs the allow-list, for sandbox_enter(): true, or false with errno. */
bool	 sandbox_calls(enum sandbox_calls);

#endif
