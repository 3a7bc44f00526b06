#include "bin/serve/workers.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "bin/serve/child.h"
#include "bin/serve/lighttpd.h"

#define BACKLOG	1024	/* requests that wait */

int
workers_listen(struct arena *a, const struct lighttpd *l, const char *name,
    const char **why)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	const char *path = arena_printf(a, "%s/%s.sock", l->run, name);
	int fd = -1;

	errno = ENAMETOOLONG;
	if (strlen(path) < sizeof(to.sun_path)) {
		memcpy(to.sun_path, path, strlen(path) + 1);
		fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	}
	if (fd != -1 && bind(fd, (struct sockaddr *)&to, sizeof(to)) == 0 &&
	    listen(fd, BACKLOG) == 0)
		return fd;
	*why = arena_printf(a, "%s: %s", path, strerror(errno));
	if (fd != -1)
		close(fd);
	return -1;
}

bool
workers_start(struct arena *a, const struct lighttpd *l, const char *count,
    int fd)
{
	const char *path = arena_printf(a, "%s/docket.fcgi", l->programs);
	const char *argv[] = { path, "--workers", count, NULL };
	pid_t pid = child_fork("docket.fcgi");

	if (pid == 0) {
		signal(SIGINT, SIG_IGN);	/* end after lighttpd */
		/* As the CGI programs get them. */
		child_forget_settings();
		child_pass_settings(l->settings);
		dup2(fd, STDIN_FILENO);
		execv(path, (char *const *)argv);
		log_error("%s: %s", path, strerror(errno));
		_exit(127);
	}
	close(fd);
	return pid != -1;
}
