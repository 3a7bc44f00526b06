#include "bin/serve/jobs.h"

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "bin/serve/child.h"

#define EACH_MINUTE	(-1)
#define OF_DAY(h, m)	((h) * 60 + (m))

static bool
mails(const struct settings *s)
{
	return s->smtp_url[0] != '\0';
}

static bool
reminds(const struct settings *s)
{
	return s->reminders == REMINDERS_ON;
}

static const struct job {
	const char	*name;
	const char	*option;	/* in addition to -q, -c and -d */
	int		 minute;	/* of the day, in UTC */
	bool		(*wanted)(const struct settings *);	/* NULL: always */
} jobs[] = {
	{ "docket-remind", "--for=55", EACH_MINUTE, reminds },
	{ "docket-mail", NULL, EACH_MINUTE, mails },
	{ "docket-cleanup", NULL, OF_DAY(3, 17), NULL },
};

static void
run(const char *programs, const struct settings *s, const struct job *j)
{
	char path[PATH_MAX];
	const char *argv[] = { j->name, "-q", "-d", s->data, "-c",
	    s->file == NULL ? "/dev/null" : s->file, j->option, NULL };

	snprintf(path, sizeof(path), "%s/%s", programs, j->name);
	if (fork() != 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	execv(path, (char *const *)argv);
	_exit(127);
}

/* Runs the jobs due in that minute since 1970; `first`: all of them. */
static void
run_due(const char *programs, const struct settings *s, int64_t minute,
    bool first)
{
	size_t i;

	for (i = 0; i < COUNT(jobs); i++)
		if ((jobs[i].wanted == NULL || jobs[i].wanted(s)) && (first ||
		    jobs[i].minute == EACH_MINUTE ||
		    jobs[i].minute == minute % (24 * 60)))
			run(programs, s, &jobs[i]);
}

static void
run_for_ever(const char *programs, const struct settings *s)
{
	int64_t minute = clock_now() / MINUTE, now;
	int status;

	for (run_due(programs, s, minute, true);;) {
		sleep(1);
		while (waitpid(-1, &status, WNOHANG) > 0)
			if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
				log_error("cannot start a batch program");
		now = clock_now() / MINUTE;
		if (now == minute)
			continue;
		minute = now;
		run_due(programs, s, minute, false);
	}
}

bool
jobs_start(const char *programs, const struct settings *s)
{
	pid_t pid = child_fork("the schedule of batch programs");

	if (pid == 0) {
		signal(SIGINT, SIG_IGN);
		run_for_ever(programs, s);
	}
	return pid != -1;
}
