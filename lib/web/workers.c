#include "web/workers.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/log.h"

#define ALL	(WORKERS_MAX + WORKERS_SPARE)

/* Memory that the workers share with their parent. */
struct workers_shared {
	sem_t		 changed;	/* a worker ended, waits, or must start */
	atomic_bool	 waits[ALL];
};

static struct workers_shared *shared;	/* NULL: there is no parent */
static int own = -1;		/* this worker's number */
static pid_t workers[ALL];
static volatile sig_atomic_t ends;

static void
end_all(int sig)
{
	int i;

	(void)sig;
	ends = 1;
	for (i = 0; i < ALL; i++)
		if (workers[i] > 0)
			kill(workers[i], SIGTERM);
	sem_post(&shared->changed);
}

static void
on_child(int sig)
{
	(void)sig;
	sem_post(&shared->changed);
}

void
workers_wait(bool waits)
{
	if (shared == NULL || atomic_exchange(&shared->waits[own], waits) ==
	    waits)
		return;
	if (waits)
		sem_post(&shared->changed);
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
	shared->waits[i] = false;
	if (!ends && (pid = fork()) == 0) {
		own = i;
		signal(SIGCHLD, SIG_DFL);
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
		sem_post(&shared->changed);
	}
	return false;
}

/* Logs why a worker ended, unless it has served its time or was asked to
 * end. */
static void
worker_report(int status)
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

/* Forgets those that have ended; false if there are no more. */
static bool
workers_collect(void)
{
	bool some = false;
	int i, status;
	pid_t pid;

	for (; (pid = waitpid(-1, &status, WNOHANG)) > 0; some = true) {
		worker_report(status);
		for (i = 0; i < ALL; i++)
			if (workers[i] == pid)
				workers[i] = 0;
	}
	/* Workers that exit immediately must not cause a busy loop. */
	if (some && !ends)
		usleep(100000);
	return pid == 0;
}

/* Starts those that lack; true in a new worker. */
static bool
workers_fill(int count)
{
	int i, present = 0;

	for (i = 0; i < ALL; i++)
		if (workers[i] > 0 && !shared->waits[i])
			present++;
	for (i = 0; i < count + WORKERS_SPARE && present < count; i++)
		if (workers[i] <= 0) {
			if (worker_start(i))
				return true;
			present++;
		}
	return false;
}

int
workers_run(int count)
{
	struct sigaction end = { .sa_handler = end_all };
	struct sigaction child = { .sa_handler = on_child };

	log_open("docket.fcgi", NULL);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || sem_init(&shared->changed, 1, 0) == -1)
		fatal(FATAL_INTERNAL, "no memory is shared with workers: %s",
		    strerror(errno));
	sigaction(SIGCHLD, &child, NULL);
	sigaction(SIGTERM, &end, NULL);
	if (signal(SIGINT, SIG_IGN) != SIG_IGN)
		sigaction(SIGINT, &end, NULL);
	do {
		if (workers_fill(count))
			return -1;
		sem_wait(&shared->changed);
	} while (workers_collect() || !ends);
	return 0;
}
