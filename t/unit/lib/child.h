/* A function run in a child process. */
#ifndef T_UNIT_LIB_CHILD_H
#define T_UNIT_LIB_CHILD_H

/* The exit status, or -1 if a signal ended it; said[] is what it wrote to
 * standard error. */
int		 child_run(void (*run)(void));
extern char	 said[4096];

#endif
