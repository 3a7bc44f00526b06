/*
 * The sandbox: what a program gives up before it reads a request: files outside
 * the data directory, the network, other programs, most system calls.  A
 * compromised program then reaches only the data it serves.
 *
 * It uses Landlock, seccomp and resource limits.  None of them needs root, none
 * can be undone, and no helper process is needed: a CGI program enters the
 * sandbox at each request.
 */
#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/syscalls.h"

struct arena;

/* Limits of a service program: bytes of address space, open files. */
#define SANDBOX_MEMORY	(512 * 1024 * 1024)
#define SANDBOX_FILES	64

/* Paths of directories end with a slash; missing files are skipped. */
struct sandbox {
	const char		*data;	/* the data directory: files may be read
					 * and changed, but directories only
					 * below files/; NULL: it has none */
	const char *const	*read;	/* more files, NULL last; or NULL */
	const char *const	*write;
	const uint16_t		*ports;	/* TCP to connect to; ends with 0 */
	bool			 any_port;	/* any TCP port */
	enum sandbox_calls	 calls;
	int64_t			 memory;	/* bytes of address space */
	int64_t			 files;		/* open at once */
	int64_t			 cpu_seconds;	/* at most; 0: no limit */
	int64_t			 wall_seconds;	/* until it is killed; 0: never */
	bool			 lenient;	/* take what there is */
};

/*
 * Enters the sandbox: resource limits (memory, open files, processor time, 256
 * GiB a file, no core file); no new privileges; only the named files and (from
 * Linux 6.7) TCP ports; (from 6.12) no signals to others; an allow-list of
 * system calls, where others fail with EPERM; no memory made executable, no
 * set-user-ID or set-group-ID files.  The caller must ignore SIGXFSZ, so that
 * the file limit is an error and does not kill.
 *
 * False if the kernel does not offer it, or refuses: *why says what to do.
 * Then part of it may be in force.  With `lenient` it enters what it can and
 * returns true.  Builds with AddressSanitizer or ThreadSanitizer, which need
 * forbidden calls, enter nothing and return true.
 */
bool		 sandbox_enter(const struct sandbox *, const char **why);

/*
 * Sends this process the signal after so many seconds, and again every so many
 * (0: once), by the monotonic clock.  Once the sandbox is entered, no system
 * call can change it.  False if there is no timer.
 */
bool		 sandbox_timer(int signal, int64_t first, int64_t every);

/* Can it be entered?  A child tries.  *why as above; false also if fork()
 * fails. */
bool		 sandbox_try(const struct sandbox *, const char **why);

/* Joins two lists of paths; each may be NULL. */
const char	**sandbox_paths(struct arena *, const char *const *,
		    const char *const *);

/* The files of the resolver and of TLS, to read. */
const char	**sandbox_network(struct arena *);

/* What the kernel offers for files and TCP, for people: "Landlock 6". */
const char	*sandbox_offered(void);

#endif
