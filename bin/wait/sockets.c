#include "bin/wait/sockets.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/change_signal.h"

#define SPARE_FILES	64	/* descriptors besides connections */

int
sockets_listen(const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (strlen(path) >= sizeof(to.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(to.sun_path, path, strlen(path));
	if (connect(fd, (const struct sockaddr *)&to, sizeof(to)) == 0) {
		errno = EADDRINUSE;
		return -1;
	}
	unlink(path);
	if (bind(fd, (const struct sockaddr *)&to, sizeof(to)) == -1 ||
	    chmod(path, 0660) == -1 || listen(fd, SOMAXCONN) == -1)
		return -1;
	return fd;
}

int
sockets_receive(const char *data)
{
	struct sockaddr_un to;
	int fd;

	if (!change_signal_address(data, &to)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	unlink(to.sun_path);
	return bind(fd, (const struct sockaddr *)&to, sizeof(to)) == -1 ? -1 :
	    fd;
}

size_t
sockets_most(void)
{
	struct rlimit l;

	getrlimit(RLIMIT_NOFILE, &l);
	l.rlim_cur = l.rlim_max;
	setrlimit(RLIMIT_NOFILE, &l);
	return l.rlim_cur < 2 * SPARE_FILES ? SPARE_FILES :
	    (size_t)l.rlim_cur - SPARE_FILES;
}
