#include "bin/serve/child.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/log.h"

#define TRIES	600	/* to connect */
#define PAUSE	50	/* milliseconds between them */

static volatile sig_atomic_t child;
static int status;
static FILE *said;		/* its standard error; or NULL */

/* lighttpd's messages that are not errors. */
static const char *const usual[] = { "server started (", "server stopped by ",
	"graceful shutdown started", "[note] ", "logfiles cycled" };

/* The configuration says all of it, of one origin. */
static void
forget_settings(void)
{
	size_t i, len;
	char *name;

	for (i = 0; environ[i] != NULL;) {
		len = strcspn(environ[i], "=");
		if (strncmp(environ[i], "DOCKET_", 7) != 0 ||
		    (name = strndup(environ[i], len)) == NULL) {
			i++;
			continue;
		}
		unsetenv(name);
		free(name);
	}
}

static void
run(const char *conf, pid_t parent)
{
	const char *argv[] = { "lighttpd", "-D", "-f", conf, NULL };

	/* Without us it would serve on and keep the port. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(1);
	forget_settings();
	setenv("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:"
	    "/usr/sbin:/sbin", 1);
	execvp(argv[0], (char *const *)argv);
	log_error("lighttpd: %s (install it: bin/setup)", strerror(errno));
	_exit(127);
}

pid_t
child_start(const char *conf, bool quiet)
{
	pid_t parent = getpid(), pid;
	int ends[2];

	if (quiet && pipe(ends) == -1)
		return -1;
	pid = fork();
	if (pid == 0) {
		if (quiet) {
			dup2(ends[1], STDERR_FILENO);
			close(ends[0]);
			close(ends[1]);
		}
		run(conf, parent);
	}
	if (quiet) {
		close(ends[1]);
		said = fdopen(ends[0], "r");
	}
	child = pid;
	return pid;
}

void
child_signal(int sig)
{
	if (child > 0)
		kill((pid_t)child, sig);
}

static bool
has_ended(int flags)
{
	pid_t pid;

	if (child == 0)
		return true;
	while ((pid = waitpid((pid_t)child, &status, flags)) == -1)
		if (errno != EINTR)
			break;
	if (pid != 0)
		child = 0;
	return pid != 0;
}

/* lighttpd listens before it is ready: only an answer shows that it serves. */
static bool
answers(const struct addrinfo *ai)
{
	static const char ask[] = "OPTIONS * HTTP/1.0\r\n\r\n";
	int fd = socket(ai->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char c;
	bool done = connect(fd, ai->ai_addr, ai->ai_addrlen) == 0 &&
	    send(fd, ask, sizeof(ask) - 1, MSG_NOSIGNAL) > 0 &&
	    poll(&p, 1, 1000) == 1 && read(fd, &c, 1) == 1;

	close(fd);
	return done;
}

bool
child_serves(const char *host, const char *port)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST,
	    .ai_socktype = SOCK_STREAM }, *ai;
	bool done = false;
	int i;

	if (getaddrinfo(host, port, &hints, &ai) != 0)
		return false;
	for (i = 0; i < TRIES && !done && !has_ended(WNOHANG); i++) {
		done = answers(ai);
		if (!done)
			poll(NULL, 0, PAUSE);
	}
	freeaddrinfo(ai);
	return done;
}

/* Passes on the messages of lighttpd and the programs, except the usual
 * ones. */
static void
relay(void)
{
	char line[4096];
	size_t i;

	for (;;) {
		errno = 0;
		if (fgets(line, sizeof(line), said) == NULL) {
			if (errno != EINTR)
				return;
			clearerr(said);
			continue;
		}
		for (i = 0; i < COUNT(usual); i++)
			if (strstr(line, usual[i]) != NULL)
				break;
		if (i == COUNT(usual))
			fputs(line, stderr);
	}
}

int
child_wait(void)
{
	if (said != NULL)
		relay();
	has_ended(0);
	return status;
}
