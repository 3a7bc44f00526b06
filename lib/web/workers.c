#include "web/workers.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"

static pid_t workers[WORKERS_MAX];
static volatile sig_atomic_t ends;

static void
end_all(int sig)
{
	int i;

	(void)sig;
	ends = 1;
	for (i = 0; i < WORKERS_MAX; i++)
		if (workers[i] > 0)
			kill(workers[i], SIGTERM);
}

/*
 * Starts worker number i, in which it returns true; none if all must end.  The
 * signals that end all wait meanwhile: one that came between would find no
 * number, or end_all() in the worker, which would then never end.
 */
static bool
worker_start(int i)
{
	pid_t parent = getpid(), pid = 0;
	sigset_t stop, before;

	sigemptyset(&stop);
	sigaddset(&stop, SIGTERM);
	sigaddset(&stop, SIGINT);
	sigprocmask(SIG_BLOCK, &stop, &before);
	if (!ends && (pid = fork()) == 0) {
		signal(SIGTERM, SIG_DFL);
		signal(SIGINT, SIG_IGN); /* Ctrl-C: the parent ends it */
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		sigprocmask(SIG_SETMASK, &before, NULL);
		if (getppid() != parent)
			_exit(0);
		return true;
	}
	workers[i] = pid;
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (pid == -1) {
		log_error("fork: %s", strerror(errno));
		sleep(1);
	}
	return false;
}

/* Logs why a worker ended, unless it has served its time or was asked to
 * end. */
static void
worker_tell(int status)
{
	if (WIFSIGNALED(status)) {
		if (WTERMSIG(status) != SIGTERM)
			log_error("a worker was killed by signal %d",
			    WTERMSIG(status));
	} else if (WEXITSTATUS(status) == WORKER_TOO_SLOW)
		log_error("a worker was ended: its request took too long");
	else if (WEXITSTATUS(status) != 0)
		log_error("a worker exited with status %d",
		    WEXITSTATUS(status));
}

int
workers_run(int count)
{
	struct sigaction act = { .sa_handler = end_all };
	pid_t pid;
	int i, status;

	log_open("docket.fcgi", NULL);
	sigaction(SIGTERM, &act, NULL);
	if (signal(SIGINT, SIG_IGN) != SIG_IGN)
		sigaction(SIGINT, &act, NULL);
	for (i = 0; i < count; i++)
		if (worker_start(i))
			return -1;
	while ((pid = wait(&status)) != -1 || errno == EINTR) {
		if (pid > 0)
			worker_tell(status);
		for (i = 0; i < count; i++) {
			if (pid <= 0 || workers[i] != pid)
				continue;
			workers[i] = 0;
			/* A worker that exits immediately must not cause a busy
			 * loop. */
			if (!ends)
				usleep(100000);
			if (!ends && worker_start(i))
				return -1;
		}
	}
	return 0;
}
