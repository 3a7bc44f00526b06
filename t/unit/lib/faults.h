/*
 * System and library calls made to fail, in a program linked with faults.o, and
 * a directory for its files.
 */
#ifndef T_UNIT_LIB_FAULTS_H
#define T_UNIT_LIB_FAULTS_H

struct db;

enum call { NONE, MALLOC, CALLOC, REALLOC, FSYNC, RENAME, OPENDIR, UNLINK,
	FCNTL, FLOCK, FOPEN };

/* What fails, once `skip` of its calls have not, how often, and why (errno). */
extern struct broken {
	enum call	 call;
	int		 skip, times, error;
} broken;

/* Runs it in a child where that is so: its exit status, or -1 where a signal
 * ended it; in said[], what it said on standard error. */
int		 ends(void (*run)(void), enum call, int skip, int times,
		    int error);
extern char	 said[4096];

/* The directory, made by setup(), and a path in it, until the next call. */
extern char	 dir[];
const char	*in_dir(const char *name);
/* A file there. */
void		 put(const char *name, const char *text);
/* The database there, made where there is none. */
struct db	*open_db(void);

/* Of a group of tests. */
int		 setup(void **state);
int		 teardown(void **state);

#endif
