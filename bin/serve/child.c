#include "bin/serve/child.h"

#include <errno.h>
#include <fcntl.h>
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

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"
#include "base/settings/settings.h"

#define CHILDREN_MAX	7
#define TRIES	600	/* to connect */
#define PAUSE	50	/* milliseconds between them */
#define HEALTH	10000	/* milliseconds that an answer may take */

static struct child {
	const char	*name;
	pid_t		 pid;
	bool		 ended;
	int		 status;	/* if it has */
} children[CHILDREN_MAX];
static size_t count;

static volatile sig_atomic_t lighttpd;

/* lighttpd's messages that are not errors. */
static const char *const usual[] = { "server started (", "server stopped by ",
	"graceful shutdown started", "[note] ", "logfiles cycled" };

void
child_forget_settings(void)
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

void
child_pass_settings(const struct settings *s)
{
	struct arena *a = arena_new();
	struct setting_shown shown;
	size_t i;

	if (s->file != NULL)
		setenv("DOCKET_CONF", s->file, 1);
	for (i = 0; i < SETTING__MAX; i++)
		if (settings_inherited(a, s, i, &shown))
			setenv(shown.name, shown.value, 1);
	arena_free(a);
}

pid_t
child_fork(const char *name)
{
	pid_t parent = getpid(), pid = fork();

	if (pid > 0)
		children[count++] = (struct child){ .name = name, .pid = pid };
	if (pid != 0)
		return pid;
	/* Otherwise it would outlive docket-serve, and keep the port. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(1);
	return 0;
}

static void
child_run_lighttpd(const char *conf)
{
	const char *argv[] = { "lighttpd", "-D", "-f", conf, NULL };

	/* The programs get their settings from the configuration alone. */
	child_forget_settings();
	setenv("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:"
	    "/usr/sbin:/sbin", 1);
	execvp(argv[0], (char *const *)argv);
	log_error("lighttpd: %s (install the package lighttpd)", strerror(errno));
	_exit(127);
}

/* Passes on the messages of lighttpd and the programs, except the usual
 * ones. */
static void
relay(int from)
{
	FILE *said = fdopen(from, "r");
	char line[4096];
	size_t i;

	/* Ctrl-C must not end it before lighttpd's last message. */
	signal(SIGINT, SIG_IGN);
	while (said != NULL && fgets(line, sizeof(line), said) != NULL) {
		for (i = 0; i < COUNT(usual); i++)
			if (strstr(line, usual[i]) != NULL)
				break;
		if (i == COUNT(usual))
			fputs(line, stderr);
	}
	_exit(0);
}

/* Starts a process that relays what is written here; -1 with errno. */
static int
filter_messages(void)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) == -1 || (pid = fork()) == -1)
		return -1;
	if (pid == 0) {
		close(ends[1]);
		relay(ends[0]);
	}
	close(ends[0]);
	return ends[1];
}

bool
child_start(const char *conf, bool quiet)
{
	int to = quiet ? filter_messages() : STDERR_FILENO;
	pid_t pid = to == -1 ? -1 : child_fork("lighttpd");

	if (pid == 0) {
		dup2(to, STDERR_FILENO);
		child_run_lighttpd(conf);
	}
	if (quiet && to != -1)
		close(to);
	lighttpd = pid;
	return pid != -1;
}

void
child_signal(int sig)
{
	if (lighttpd > 0)
		kill((pid_t)lighttpd, sig);
}

static void
note_end(struct child *c, int status)
{
	if (c->pid == lighttpd)
		lighttpd = 0;
	c->ended = true;
	c->status = status;
}

static bool
has_ended(void)
{
	int status;

	if (lighttpd > 0 && waitpid((pid_t)lighttpd, &status, WNOHANG) > 0)
		note_end(&children[0], status);
	return lighttpd == 0;
}

/*
 * Sends a request and checks how the answer begins: lighttpd listens before it
 * is ready.  A server with TLS only has to react, by closing the connection.
 */
static bool
address_answers(const struct addrinfo *ai, const char *ask, const char *answer,
    int msec, bool tls)
{
	int fd = socket(ai->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char got[64] = "";
	bool done = connect(fd, ai->ai_addr, ai->ai_addrlen) == 0 &&
	    send(fd, ask, strlen(ask), MSG_NOSIGNAL) > 0 &&
	    poll(&p, 1, msec) == 1 && (tls ||
	    (read(fd, got, sizeof(got) - 1) > 0 &&
	    strncmp(got, answer, strlen(answer)) == 0));

	close(fd);
	return done;
}

/* Does the server there, an IP address, answer so? */
static bool
host_answers(const char *host, const char *port, const char *ask,
    const char *answer, int msec, bool tls)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST,
	    .ai_socktype = SOCK_STREAM }, *ai;
	bool done;

	if (getaddrinfo(host, port, &hints, &ai) != 0)
		return false;
	done = address_answers(ai, ask, answer, msec, tls);
	freeaddrinfo(ai);
	return done;
}

bool
child_serves(const char *host, const char *port, bool tls)
{
	bool done = false;
	int i;

	for (i = 0; i < TRIES && !done && !has_ended(); i++) {
		done = host_answers(host, port, "OPTIONS * HTTP/1.0\r\n\r\n",
		    "HTTP/", 1000, tls);
		if (!done)
			poll(NULL, 0, PAUSE);
	}
	return done;
}

bool
child_healthy(const char *host, const char *port, bool tls)
{
	return host_answers(host, port, "GET /api/v1/health HTTP/1.0\r\n\r\n",
	    "HTTP/1.0 200 ", HEALTH, tls);
}

static struct child *
first_ended(void)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (children[i].ended)
			return &children[i];
	return NULL;
}

static void
wait_for_one(void)
{
	int status;
	pid_t pid;
	size_t i;

	if ((pid = waitpid(-1, &status, 0)) == -1)
		return;
	for (i = 0; i < count; i++)
		if (children[i].pid == pid)
			note_end(&children[i], status);
}

const char *
child_wait(int *status)
{
	const struct child *first;
	size_t i;

	while ((first = first_ended()) == NULL)
		wait_for_one();
	*status = first->status;
	for (i = 0; i < count; i++)
		if (!children[i].ended)
			kill(children[i].pid, SIGTERM);
	while (wait(NULL) != -1 || errno == EINTR)
		;
	return first->name;
}
