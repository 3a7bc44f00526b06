#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "t/unit/lib/child.h"

char said[4096];

int
child_run(void (*run)(void))
{
	int fd[2], status, n;
	size_t len = 0;
	pid_t pid;

	assert_int_equal(pipe(fd), 0);
	fflush(NULL);
	if ((pid = fork()) == 0) {
		dup2(fd[1], STDERR_FILENO);
		close(fd[1]);
		run();
		exit(0);
	}
	close(fd[1]);
	while ((n = (int)read(fd[0], said + len, sizeof(said) - 1 - len)) > 0)
		len += (size_t)n;
	said[len] = '\0';
	close(fd[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
