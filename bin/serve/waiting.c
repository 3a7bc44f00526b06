#include "bin/serve/waiting.h"

#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/settings/settings.h"
#include "bin/serve/child.h"
#include "bin/serve/lighttpd.h"

/* Clients that wait leave a ninth of lighttpd's connections to all others. */
static void
limit_connections(void)
{
	rlim_t most = lighttpd_connections() / 9 * 8;

	setrlimit(RLIMIT_NOFILE, &(struct rlimit){ most, most });
}

static void
waiting_run(const char *programs, const struct settings *s, const char *socket)
{
	char path[PATH_MAX];
	const char *argv[] = { "docket-wait", "-d", s->data, "-c",
	    s->file == NULL ? "/dev/null" : s->file, "-s", socket, NULL };

	snprintf(path, sizeof(path), "%s/docket-wait", programs);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	limit_connections();
	child_pass_settings(s);
	execv(path, (char *const *)argv);
	_exit(127);
}

bool
waiting_start(const char *programs, const struct settings *s,
    const char *socket)
{
	pid_t pid = child_fork("docket-wait"), one;

	if (pid != 0)
		return pid != -1;
	signal(SIGINT, SIG_IGN);
	/* At most once a second: with wrong settings it ends at once. */
	for (;; sleep(1)) {
		if ((one = fork()) == 0)
			waiting_run(programs, s, socket);
		waitpid(one, NULL, 0);
	}
}
