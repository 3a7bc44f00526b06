/*
 * What the sandbox costs a CGI request: a static program that does nothing,
 * started many times without it, with the filter of system calls alone, and
 * with all of it, in turns.  Microseconds of wall time, vfork to the end, of
 * the quickest of many rounds and of the middle one.
 *
 *	sandbox ROUNDS DIRECTORY	100 starts each a round
 */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/sandbox.h"
#include "base/syscalls.h"

#define STARTS	100
#define ROUNDS	10000

enum { BARE, CALLS, ALL, MODES };
static const char *const modes[MODES] = { "bare", "calls", "all" };

static int
enter(const char *mode, const char *data)
{
	static const char *const read[] = { "/usr/share/zoneinfo/",
	    "/etc/localtime", "/dev/urandom", NULL };
	const struct sandbox box = { .data = data, .read = read,
	    .calls = CALLS_SERVICE, .memory = SANDBOX_MEMORY,
	    .files = SANDBOX_FILES, .cpu_seconds = 120 };
	const char *why;

	if (strcmp(mode, modes[ALL]) == 0)
		return sandbox_enter(&box, &why) ? 0 : 1;
	if (strcmp(mode, modes[CALLS]) == 0)
		return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
		    sandbox_calls(CALLS_SERVICE) ? 0 : 1;
	return 0;
}

/* Microseconds a start. */
static double
measure(const char *mode, const char *data)
{
	char *const argv[] = { (char *)"sandbox", (char *)mode, (char *)data,
	    (char *)"", NULL };
	struct timespec from, to;
	int i, status;
	pid_t pid;

	clock_gettime(CLOCK_MONOTONIC, &from);
	for (i = 0; i < STARTS; i++)
		if (posix_spawn(&pid, "/proc/self/exe", NULL, NULL, argv,
		    NULL) != 0 || waitpid(pid, &status, 0) == -1 ||
		    status != 0) {
			fprintf(stderr, "sandbox: %s cannot be entered\n",
			    mode);
			exit(1);
		}
	clock_gettime(CLOCK_MONOTONIC, &to);
	return ((double)(to.tv_sec - from.tv_sec) * 1e6 +
	    (double)(to.tv_nsec - from.tv_nsec) / 1e3) / STARTS;
}

static int
rising(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int
main(int argc, char **argv)
{
	static double took[MODES][ROUNDS];
	int rounds, r, m;

	if (argc == 4)
		return enter(argv[1], argv[2]);
	if (argc != 3 || (rounds = atoi(argv[1])) < 1 || rounds > ROUNDS) {
		fputs("usage: sandbox ROUNDS DIRECTORY\n", stderr);
		return 2;
	}
	for (r = 0; r < rounds; r++)
		for (m = 0; m < MODES; m++)
			took[m][r] = measure(modes[m], argv[2]);
	printf("sandbox-cost starts=%d", rounds * STARTS);
	for (m = 0; m < MODES; m++) {
		qsort(took[m], (size_t)rounds, sizeof(took[m][0]), rising);
		printf(" %s=%.1f/%.1f", modes[m], took[m][0],
		    took[m][rounds / 2]);
	}
	printf(" added=%.1f/%.1f\n", took[ALL][0] - took[BARE][0],
	    took[ALL][rounds / 2] - took[BARE][rounds / 2]);
	return 0;
}
