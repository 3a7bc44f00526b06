#include "web/fcgi.h"

#include <errno.h>
#include <fcgiapp.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "base/sandbox.h"
#include "db/db.h"
#include "web/cgi.h"
#include "web/request.h"
#include "web/route.h"
#include "web/serve.h"
#include "web/service.h"
#include "web/workers.h"

#define KEPT	(512 * 1024)	/* bytes of free heap */
#define LISTENER	0	/* a descriptor */
#define TICK	60		/* seconds */
#define REQUEST_TICKS	10	/* a request may take */
#define IDLE	(-1)
#define LIFE_SECONDS	3600	/* then another worker takes its place */

/* Since the request began; IDLE between requests. */
static volatile sig_atomic_t ticks = IDLE;
static volatile sig_atomic_t ending;	/* after the present request */

struct connection {
	FCGX_Request	 request;	/* first: the io's argument is both */
	long long	 got;		/* bytes of the body */
};

static long
read_stream(void *arg, char *p, size_t n)
{
	struct connection *c = arg;
	int got = FCGX_GetStr(p, n > 65536 ? 65536 : (int)n, c->request.in);

	c->got += got;
	return got;
}

/*
 * Closing a socket with unread data would destroy the answer, so the library
 * waits until the server has closed its side.  That is not necessary if
 * everything has been read, up to the end of the body.
 */
static bool
all_read(struct connection *c)
{
	const char *length = FCGX_GetParam("CONTENT_LENGTH", c->request.envp);
	char more;

	return (length == NULL || c->got >= atoll(length)) &&
	    FCGX_GetStr(&more, 1, c->request.in) == 0;
}

static bool
write_stream(void *arg, const char *p, size_t n)
{
	FCGX_Request *request = arg;
	int part;

	for (; n > 0; p += part, n -= (size_t)part) {
		part = n > 65536 ? 65536 : (int)n;
		if (FCGX_PutStr(p, part, request->out) != part)
			return false;
	}
	return true;
}

static void
finish(void *arg)
{
	FCGX_Finish_r(arg);
}

/* A page of the mapped database could not be read.  SIGBUS has no other cause,
 * so what fatal() needs to answer is intact. */
static void
on_bus(int sig)
{
	(void)sig;
	/* NOLINTNEXTLINE(bugprone-signal-handler,cert-sig30-c) */
	fatal(FATAL_INTERNAL, "cannot read the database: check the disk, and "
	    "run docket-admin check");
}

static void
on_end(int sig)
{
	int kept = errno;

	(void)sig;
	/* Once: the request can have opened a file in its place since. */
	if (!ending)
		close(LISTENER);
	ending = 1;
	errno = kept;
}

/*
 * Lets ticks come, or holds them back between requests: if a signal comes while
 * libfcgi's OS_Accept() (2.4.2) waits for the first byte of a connection, it closes
 * that.
 */
static void
count_ticks(bool on)
{
	sigset_t tick;

	sigemptyset(&tick);
	sigaddset(&tick, SIGRTMIN);
	sigprocmask(on ? SIG_UNBLOCK : SIG_BLOCK, &tick, NULL);
}

/* The connection to the database's server has ended, or there is none.  From
 * within the sandbox no server can be reached; the next worker tries. */
static void
on_lost(int sig)
{
	if (ticks == IDLE)
		on_end(sig);
}

static void
on_tick(int sig)
{
	(void)sig;
	if (++ticks > REQUEST_TICKS)
		_exit(WORKER_TOO_SLOW);
}

/*
 * A request that does not end must not occupy the worker for ever.  If a parent
 * restarts workers, each also ends after LIFE_SECONDS; a compromised one, which
 * could ignore every other signal, is killed after twice that.
 */
static void
watch(bool restarted)
{
	struct sigaction act = { .sa_handler = on_tick,
	    .sa_flags = SA_RESTART };

	sigaction(SIGRTMIN, &act, NULL);
	if (!sandbox_timer(SIGRTMIN, TICK, TICK) || (restarted &&
	    !sandbox_timer(SIGKILL, 2 * LIFE_SECONDS, 0)))
		log_error("requests have no time limit: there is no timer "
		    "(RLIMIT_SIGPENDING)");
}

/*
 * SIGTERM and SIGUSR1 end the worker after the present request: without a
 * listener there is none after it.  libfcgi would set handlers of its own, but
 * its OS_Accept() (2.4.2) never ends if one of these signals comes while a
 * connection is silent.
 */
static void
end_by_signals(void)
{
	struct sigaction act = { .sa_handler = on_end };

	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGUSR1, &act, NULL);
}

/* A worker that waits for a request must not keep a connection that has ended
 * meanwhile: the request would be refused. */
static void
end_without_database(const struct service *s)
{
	const struct itimerval soon = { .it_value = { .tv_usec = 200000 } };
	struct sigaction act = { .sa_handler = on_lost };

	sigaction(SIGIO, &act, NULL);
	sigaction(SIGALRM, &act, NULL);
	if (service_lacks_server(s))
		setitimer(ITIMER_REAL, &soon, NULL);
}

int
fcgi_main(const struct route_group *const *groups, bool restarted)
{
	int64_t end = restarted ? clock_ticks() + LIFE_SECONDS * SECOND : INT64_MAX;
	struct connection c = { .got = 0 };
	struct io io = { .read = read_stream, .write = write_stream,
	    .finish = finish, .arg = &c };
	struct service s;

	/* lighttpd's error handler starts it as a CGI program. */
	if (FCGX_IsCGI())
		return cgi_main_of("docket.fcgi", groups);
	/* Keep freed memory for the next request; do not return it to the
	 * kernel. */
	mallopt(M_TRIM_THRESHOLD, KEPT);
	mallopt(M_TOP_PAD, KEPT);
	count_ticks(false);
	watch(restarted);
	service_open(&s, "docket.fcgi", groups, environ, false);
	signal(SIGBUS, on_bus);
	if (sodium_init() == -1)
		return 1;
	end_by_signals();
	end_without_database(&s);
	if (FCGX_Init() != 0 ||
	    FCGX_InitRequest(&c.request, LISTENER, FCGI_FAIL_ACCEPT_ON_INTR) != 0)
		return 1;
	while (!ending && clock_ticks() < end && db_watch(s.db, true) &&
	    FCGX_Accept_r(&c.request) == 0) {
		ticks = 0;
		count_ticks(true);
		c.got = 0;
		db_watch(s.db, false);
		serve(&s, c.request.envp, &io);
		if (all_read(&c))
			FCGX_Detach(&c.request);
		FCGX_Finish_r(&c.request);
		count_ticks(false);
		ticks = IDLE;
	}
	service_end(&s);
	return 0;
}
