/*
 * Runs a program and says on descriptor 3 how much memory it had at most and
 * what it cost: kilobytes resident, and microseconds of user and system time,
 * as the kernel counted them.
 *
 *	peak PROGRAM ARGUMENT... 3>FILE
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	pid_t pid;

	if (argc < 2)
		return 2;
	if ((pid = fork()) == 0) {
		execv(argv[1], argv + 1);
		_exit(127);
	}
	if (pid == -1 || wait4(pid, &status, 0, &usage) == -1)
		return 126;
	dprintf(3, "%ld %ld\n", usage.ru_maxrss,
	    (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
	    usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 125;
}
