#include "bin/serve/notify.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "bin/serve/child.h"

void
notify(const char *state)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	const char *path = getenv("NOTIFY_SOCKET");
	size_t len = path == NULL ? 0 : strlen(path);
	int fd;

	if (len == 0 || len >= sizeof(to.sun_path) ||
	    (fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) == -1)
		return;
	memcpy(to.sun_path, path, len);
	if (path[0] == '@')	/* the abstract namespace */
		to.sun_path[0] = '\0';
	/* If systemd does not receive it, it reports that itself. */
	(void)sendto(fd, state, strlen(state), MSG_NOSIGNAL,
	    (struct sockaddr *)&to, (socklen_t)(offsetof(struct sockaddr_un,
	    sun_path) + len));
	close(fd);
}

bool
notify_watchdog(const char *host, const char *port, bool tls)
{
	const char *period = getenv("WATCHDOG_USEC");
	int64_t usec = period == NULL ? 0 : atoll(period);
	pid_t pid;

	if (usec <= 0)
		return true;
	if ((pid = child_fork("the watchdog")) != 0)
		return pid != -1;
	signal(SIGINT, SIG_IGN);
	for (;;) {
		if (child_healthy(host, port, tls))
			notify("WATCHDOG=1");
		usleep((useconds_t)(usec / 3 < 30000000 ? usec / 3 :
		    30000000));
	}
}
