#include "bin/serve/jobs.h"

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "bin/serve/child.h"
#include "schedule.h"

static bool
job_mails(const struct jobs *j)
{
	return j->settings->smtp_url[0] != '\0';
}

static bool
job_reminds(const struct jobs *j)
{
	return j->settings->reminders == REMINDERS_ON;
}

static bool
job_backs_up(const struct jobs *j)
{
	return j->backups != NULL;
}

static bool
job_always(const struct jobs *j)
{
	(void)j;
	return true;
}

static const struct job {
	const char	*name;
	const char	*option;	/* in addition to -q, -c and -d */
	int		 minute;	/* of the day, in UTC */
	bool		(*wanted)(const struct jobs *);
} jobs[] = {
#define JOB(program, option, minute, wanted)	\
	{ program, option, minute, job_##wanted },
	SCHEDULE(JOB)
};

static void
job_run(const struct jobs *all, const struct job *j)
{
	const struct settings *s = all->settings;
	char path[PATH_MAX];
	const char *argv[] = { j->name, "-q", "-d", s->data, "-c",
	    s->file == NULL ? "/dev/null" : s->file, j->option, NULL, NULL };

	if (j->wanted == job_backs_up)
		argv[COUNT(argv) - 2] = all->backups;
	snprintf(path, sizeof(path), "%s/%s", all->programs, j->name);
	if (fork() != 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	child_pass_settings(s);
	execv(path, (char *const *)argv);
	_exit(127);
}

/* Each backup removes an old one, so a service that starts again and again
 * makes one only if there was none for a day: docket-serve was off that
 * night. */
static bool
runs_first(const struct jobs *all, const struct job *j)
{
	struct stat st;

	return j->wanted != job_backs_up || (stat(all->backups, &st) == 0 &&
	    st.st_mtime < clock_now() / SECOND - 24 * 60 * 60);
}

/* Runs the jobs due in that minute since 1970; `first`: those, too, that may
 * have been missed. */
static void
run_due(const struct jobs *all, int64_t minute, bool first)
{
	size_t i;

	for (i = 0; i < COUNT(jobs); i++)
		if (jobs[i].wanted(all) &&
		    ((first && runs_first(all, &jobs[i])) ||
		    jobs[i].minute == EACH_MINUTE ||
		    jobs[i].minute == minute % (24 * 60)))
			job_run(all, &jobs[i]);
}

static void
run_for_ever(const struct jobs *all)
{
	int64_t minute = clock_now() / MINUTE, now;
	int status;

	for (run_due(all, minute, true);;) {
		sleep(1);
		while (waitpid(-1, &status, WNOHANG) > 0)
			if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
				log_error("cannot start a batch program");
		now = clock_now() / MINUTE;
		if (now == minute)
			continue;
		minute = now;
		run_due(all, minute, false);
	}
}

bool
jobs_start(const struct jobs *all)
{
	pid_t pid = child_fork("the schedule of batch programs");

	if (pid == 0) {
		signal(SIGINT, SIG_IGN);
		run_for_ever(all);
	}
	return pid != -1;
}
