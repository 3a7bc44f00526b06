/*
 * Linked into every program of make coverage: one that is ended by SIGTERM, as
 * servers are, writes down what it has counted.
 */
#include <signal.h>

void __gcov_dump(void);

static void
ended(int sig)
{
	__gcov_dump();
	signal(sig, SIG_DFL);
	raise(sig);
}

__attribute__((constructor)) static void
begin(void)
{
	signal(SIGTERM, ended);
}
