/*
 * System and library calls made to fail, in a program linked with faults.o, and
 * a directory for its files.
 */
#ifndef T_UNIT_LIB_FAULTS_H
#define T_UNIT_LIB_FAULTS_H

#include "t/unit/lib/child.h"

struct db;

enum call { NONE, MALLOC, CALLOC, REALLOC, FSYNC, RENAME, OPENDIR, UNLINK,
	FCNTL, FLOCK, FOPEN };

/* What fails after `skip` calls, how often, and with which errno. */
extern struct broken {
	enum call	 call;
	int		 skip, times, error;
} broken;

/* Runs a function in a child in which these calls fail: as child_run(). */
int		 ends(void (*run)(void), enum call, int skip, int times,
		    int error);

/* The directory, which setup() creates, and a path in it, valid until the next
 * call. */
extern char	 dir[];
const char	*in_dir(const char *name);
/* Writes a file there. */
void		 put(const char *name, const char *text);
/* The database there, which is created if it does not exist. */
struct db	*open_db(void);

/* Of a group of tests. */
int		 setup(void **state);
int		 teardown(void **state);

#endif
