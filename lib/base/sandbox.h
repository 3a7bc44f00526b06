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

/* Who asks the kernel for what; see base/syscalls.c. */
enum sandbox_calls {
	CALLS_SERVICE,		/* files, and connections that are accepted */
	CALLS_FILES,		/* files, and is that a terminal? */
	CALLS_NETWORK,		/* besides, to connect, and threads */
	CALLS__MAX
};

/* Of a program of the service: bytes of address space, files open at once. */
#define SANDBOX_MEMORY	(512 * 1024 * 1024)
#define SANDBOX_FILES	64

/* A directory's path ends with a slash; what is not there is left out. */
struct sandbox {
	const char		*data;	/* of the database: to read, and to
					 * change, but its directories, files/
					 * apart */
	const char *const	*read;	/* besides, ended by NULL; or NULL */
	const char *const	*write;
	const uint16_t		*ports;	/* TCP to connect to, ended by 0 */
	bool			 any_port;	/* of TCP, whatever ports says */
	enum sandbox_calls	 calls;
	int64_t			 memory;	/* bytes of address space */
	int64_t			 files;		/* open at once */
	int64_t			 cpu_seconds;	/* at most; 0: no limit */
	int64_t			 wall_seconds;	/* until it is killed; 0: never */
	bool			 lenient;	/* with what the kernel offers */
};

/*
 * Enters: resource limits (memory, open files, processor time, 256 GiB a file,
 * no core file), no new privileges, no files and (from Linux 6.7) no TCP but
 * what is named, (from 6.12) no signals to others, an allow-list of system
 * calls, no memory that is made executable and no file that is made to run as its
 * owner or group; a call that is not on it fails with EPERM.  Whoever enters ignores SIGXFSZ, so that the limit of a file is an
 * error and not an end.
 *
 * False where the kernel does not offer it, or refuses: *why says what to do.
 * Then part of it may be in force.  With `lenient` it enters what it can, and
 * says true.  A build with AddressSanitizer or ThreadSanitizer, which need what
 * is refused here, enters nothing and says true.
 */
bool		 sandbox_enter(const struct sandbox *, const char **why);

/* Whether it could be entered, found out by a child that does.  *why as above;
 * fork() that fails is false too. */
bool		 sandbox_try(const struct sandbox *, const char **why);

/* Two lists of paths, ended by NULL or NULL themselves, as one. */
const char	**sandbox_paths(struct arena *, const char *const *,
		    const char *const *);

/* What the kernel offers for files and TCP, for people: "Landlock 6". */
const char	*sandbox_offered(void);

/* The allow-list, below sandbox_enter(): true, or false and errno. */
bool		 sandbox_calls(enum sandbox_calls);

#endif
