#include "web/fcgi.h"

#include <errno.h>
#include <fcgiapp.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "base/sandbox.h"
#include "core/file/s3.h"
#include "db/db.h"
#include "web/cgi.h"
#include "web/connection.h"
#include "web/route.h"
#include "web/serve.h"
#include "web/service.h"
#include "web/workers.h"

#define KEPT	(512 * 1024)	/* bytes of free heap */
#define LISTENER	0	/* a descriptor */
#define TICK	60		/* seconds */
#define REQUEST_TICKS	10	/* a request may take */
#define IDLE	(-1)
#define LIFE_SECONDS	3600	/* then another worker takes its place, */
#define GRACE_SECONDS	1800	/* at the latest after this: see fcgi_run() */
#define CONNECTIONS	40	/* at once; each has at most three descriptors */

/* Since the request began; IDLE between requests. */
static volatile sig_atomic_t ticks = IDLE;
static volatile sig_atomic_t ending;	/* after the present requests */

struct pool {
	struct connection all[CONNECTIONS];
	size_t		 used;		/* those behind are free */
	struct pollfd	 polled[CONNECTIONS + 1];	/* these, the listener */
};

static struct pool pool;

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
fcgi_on_end(int sig)
{
	int kept = errno;

	(void)sig;
	/* Once: the request can have opened a file in its place since. */
	if (!ending)
		close(LISTENER);
	ending = 1;
	errno = kept;
}

/* The connection to the database's server has ended, or there is none.  From
 * within the sandbox no server can be reached; the next worker tries. */
static void
on_lost(int sig)
{
	if (ticks == IDLE)
		fcgi_on_end(sig);
}

static void
on_tick(int sig)
{
	(void)sig;
	if (ticks != IDLE && ++ticks > REQUEST_TICKS)
		_exit(WORKER_TOO_SLOW);
}

/*
 * A request that does not end must not occupy the worker for ever.  If a parent
 * restarts workers, each also ends after LIFE_SECONDS; a compromised one, which
 * could ignore every other signal, is killed after twice that.
 */
static void
fcgi_watch(bool restarted)
{
	struct sigaction act = { .sa_handler = on_tick,
	    .sa_flags = SA_RESTART };

	sigaction(SIGRTMIN, &act, NULL);
	if (!sandbox_timer(SIGRTMIN, TICK, TICK) || (restarted &&
	    !sandbox_timer(SIGKILL, 2 * LIFE_SECONDS, 0)))
		log_error("requests have no time limit: there is no timer "
		    "(RLIMIT_SIGPENDING)");
}

/* Until there are handlers: libfcgi has its own meanwhile, which would make the
 * worker forget that it must end. */
static void
mask_end_signals(int how)
{
	sigset_t both;

	sigemptyset(&both);
	sigaddset(&both, SIGTERM);
	sigaddset(&both, SIGUSR1);
	sigprocmask(how, &both, NULL);
}

/* SIGTERM and SIGUSR1 end the worker after the requests that it has: without a
 * listener there are no others.  libfcgi would set handlers of its own. */
static void
end_by_signals(void)
{
	struct sigaction act = { .sa_handler = fcgi_on_end };

	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGUSR1, &act, NULL);
	mask_end_signals(SIG_UNBLOCK);
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

static void
serve_one(struct service *s, struct connection *c)
{
	ticks = 0;
	db_watch(s->db, false);
	if (serve(s, c->request.envp, &c->io))
		connection_served(c);
	else
		c->state = CONNECTION_WAITING;
	ticks = IDLE;
}

/* Serves one whose request has come. */
static void
serve_come(struct service *s, struct connection *c)
{
	if (connection_read(c))
		serve_one(s, c);
}

/* What is waited for; returns for how many milliseconds, -1: without end. */
static int
poll_for(struct pollfd *polled, const struct connection *c)
{
	*polled = (struct pollfd){ .fd = -1 };
	switch (c->state) {
	case CONNECTION_SENDING:
		*polled = (struct pollfd){ .fd = c->request.ipcFd,
			.events = POLLOUT };
		return -1;
	case CONNECTION_COMING:
		/* What has come stays where it is: poll() would return. */
		if (c->begun)
			return SLOTS_PAUSE;
		*polled = (struct pollfd){ .fd = c->request.ipcFd,
			.events = POLLIN };
		return 1000;
	case CONNECTION_WAITING:
		return SLOTS_PAUSE;
	default:
		return -1;
	}
}

/* Waits until there is something to do, with what may be sent in `polled`. */
static void
wait_for_work(struct pool *p, bool accepts)
{
	int timeout = -1, ms;
	size_t i;

	for (i = 0; i < p->used; i++) {
		ms = poll_for(&p->polled[i], &p->all[i]);
		if (timeout == -1 || (ms != -1 && ms < timeout))
			timeout = ms;
	}
	p->polled[i] = (struct pollfd){ .events = POLLIN,
	    .fd = accepts ? LISTENER : -1 };
	/* A signal ends it. */
	if (poll(p->polled, p->used + 1, timeout) == -1)
		for (i = 0; i <= p->used; i++)
			p->polled[i].revents = 0;
}

/* If there is none, the request that has been coming for longest ends: slow
 * clients must not keep others out. */
static struct connection *
find_free(struct pool *p)
{
	struct connection *oldest = NULL;
	size_t i;

	for (i = 0; i < p->used; i++) {
		if (p->all[i].state == CONNECTION_FREE)
			break;
		if (p->all[i].state == CONNECTION_COMING &&
		    (oldest == NULL || p->all[i].since < oldest->since))
			oldest = &p->all[i];
	}
	if (i < CONNECTIONS)
		return &p->all[i];
	if (oldest != NULL)
		connection_drop(oldest);
	return oldest;
}

static bool
some_slow(const struct pool *p)
{
	size_t i;

	for (i = 0; i < p->used; i++)
		if (p->all[i].state == CONNECTION_SENDING ||
		    p->all[i].state == CONNECTION_COMING)
			return true;
	return false;
}

/* Serves those that are in use, and then a new one. */
static void
serve_ready(struct service *s, struct pool *p, struct connection *new)
{
	size_t used = p->used, i;

	for (i = 0; i < used; i++)
		if (p->all[i].state == CONNECTION_COMING)
			serve_come(s, &p->all[i]);
		else if (p->all[i].state == CONNECTION_SENDING &&
		    p->polled[i].revents != 0)
			connection_send(&p->all[i]);
		else if (p->all[i].state == CONNECTION_WAITING)
			serve_one(s, &p->all[i]);
	if (p->polled[used].revents != 0 && new != NULL && !ending &&
	    connection_accept(new, LISTENER)) {
		if (new == &p->all[used])
			p->used++;
		serve_come(s, new);
	}
}

/*
 * Serves until the worker is to end and has no more requests, or the database's
 * server is lost.  A slow client must not keep others out: while a request is
 * coming or an answer is being sent after the worker's time, it accepts further
 * requests, for GRACE_SECONDS.
 */
static void
fcgi_run(struct service *s, struct pool *p, int64_t end)
{
	struct connection *new;
	int64_t now;

	while (db_watch(s->db, true)) {
		while (p->used > 0 &&
		    p->all[p->used - 1].state == CONNECTION_FREE)
			p->used--;
		now = clock_ticks();
		new = !ending && (now < end || some_slow(p)) ?
		    find_free(p) : NULL;
		if ((new == NULL && p->used == 0) ||
		    now - end > GRACE_SECONDS * SECOND)
			break;
		wait_for_work(p, new != NULL);
		serve_ready(s, p, new);
	}
}

/* While one request waits for a content store, other workers take new ones, and
 * the answers that this one has begun to send go on. */
static size_t
store_wait_begin(int *sockets, size_t max)
{
	size_t n = 0, i;

	workers_wait(true);
	for (i = 0; i < pool.used && n < max; i++)
		if (pool.all[i].state == CONNECTION_SENDING)
			sockets[n++] = pool.all[i].request.ipcFd;
	return n;
}

static void
store_wait_end(void)
{
	size_t i;

	for (i = 0; i < pool.used; i++)
		if (pool.all[i].state == CONNECTION_SENDING)
			connection_send(&pool.all[i]);
	workers_wait(false);
}

int
fcgi_main(const struct route_group *const *groups, bool restarted)
{
	int64_t end = restarted ? clock_ticks() + LIFE_SECONDS * SECOND :
	    INT64_MAX;
	struct service s;

	mask_end_signals(SIG_BLOCK);
	/* lighttpd's error handler starts it as a CGI program. */
	if (FCGX_IsCGI()) {
		mask_end_signals(SIG_UNBLOCK);
		return cgi_main("docket.fcgi", groups);
	}
	/* Keep freed memory for the next request; do not return it to the
	 * kernel. */
	mallopt(M_TRIM_THRESHOLD, KEPT);
	mallopt(M_TOP_PAD, KEPT);
	fcgi_watch(restarted);
	s3_on_wait(store_wait_begin, store_wait_end);
	service_open(&s, "docket.fcgi", groups, environ, false);
	signal(SIGBUS, on_bus);
	if (sodium_init() == -1)
		return 1;
	end_by_signals();
	end_without_database(&s);
	/* Another worker can accept what this one was woken for. */
	if (FCGX_Init() != 0 || fcntl(LISTENER, F_SETFL, O_NONBLOCK) == -1)
		return ending ? 0 : 1;
	fcgi_run(&s, &pool, end);
	service_end(&s);
	return 0;
}
