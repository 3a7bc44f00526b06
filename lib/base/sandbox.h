/*
 * What a program gives up before it reads what strangers sent: files outside
 * the data directory, the network, other programs, most system calls.  A fault
 * in the program then reaches no further than the data it serves anyway.
 *
 * By Linux's own means (Landlock, seccomp, resource limits); none of it needs
 * root, and none of it can be taken back.  Nothing is asked of a helper or a
 * library: a CGI program enters at each request.
 */
#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

/* A directory's path ends with a slash; what is not there is left out. */
struct sandbox {
	const char		*data;	/* a directory, to read and change */
	const char *const	*read;	/* besides, ended by NULL; or NULL */
	const char *const	*write;
	const uint16_t		*ports;	/* TCP to connect to, ended by 0 */
	bool			 any_port;	/* of TCP, whatever ports says */
	bool			 calls;	/* only the calls of the service, and
					 * the memory and files of a request */
	int			 cpu_seconds;	/* at most; 0: no limit */
};

/*
 * Enters: resource limits (memory, open files, processor time, no core file),
 * no new privileges, no files and (from Linux 6.7) no TCP but what is named,
 * and, with `calls`, an allow-list of system calls and no memory that is made
 * executable; a call that is not on it fails with EPERM.  SIGXFSZ is ignored,
 * so that a limit on files set by others is an error and not an end.
 *
 * False where the kernel does not offer it, or refuses: *why says what to do.
 * Then part of it may be in force.  A build with AddressSanitizer, which needs
 * what is refused here, enters nothing and says true.
 */
bool		 sandbox_enter(const struct sandbox *, const char **why);

/* Two lists of paths, ended by NULL or NULL themselves, as one. */
const char	**sandbox_paths(struct arena *, const char *const *,
		    const char *const *);

/* What the kernel offers, for people: "Landlock 7, system calls". */
const char	*sandbox_offered(void);

/* Calls of the service, below sandbox_enter(): true, or errno. */
bool		 sandbox_calls(void);

#endif
