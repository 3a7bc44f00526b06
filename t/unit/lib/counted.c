/*
 * Linked into every program of make coverage: one that is ended by SIGTERM, as
 * servers are, or by _exit(2) writes down what it has counted.  A signal must
 * not interrupt the writing: writing again would wait for itself for ever, with
 * a file locked that all other programs wait for.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void __gcov_dump(void);

static void
hold_signals(void)
{
	signal(SIGTERM, SIG_IGN);
}

static void
ended(int sig)
{
	/* It may have interrupted a fork(2), which counts, too. */
	signal(SIGALRM, SIG_DFL);
	alarm(10);
	__gcov_dump();
	signal(sig, SIG_DFL);
	raise(sig);
}

void
_exit(int status)
{
	hold_signals();
	__gcov_dump();
	for (;;)
		syscall(SYS_exit_group, status);
}

__attribute__((constructor)) static void
begin(void)
{
	signal(SIGTERM, ended);
	atexit(hold_signals);
}
