/*
 * docket-wait: keeps clients waiting until something changes that they see.  It
 * answers only GET /me/wait, which the web server sends it by SCGI.  One
 * process serves thousands of connections, where a CGI program or a FastCGI
 * worker could hold one.
 *
 *  1. The request is served as by any other program: the caller is
 *     authenticated, and if there is a change already, it is answered.
 *  2. Otherwise the answer is kept back.
 *  3. Programs that write send a datagram with the changed scopes after each
 *     commit (core/change_signal.h).  Clients that see such a scope are
 *     answered.
 *  4. Twice a second the database's version shows that something has changed,
 *     perhaps on another machine, whose datagrams do not come here.  Then the
 *     newest stamp of every waiting client is looked up.
 *
 *  5. Whoever's session or token ends meanwhile is answered, or the stream
 *     ends, within a second.
 *
 * An answer only says that there may be something new.  The client fetches it
 * by the ordinary routes, which decide what it may read.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "base/sandbox.h"
#include "bin/wait/scgi.h"
#include "bin/wait/sockets.h"
#include "bin/wait/waiters.h"
#include "cli/confine.h"
#include "cli/program.h"
#include "core/access.h"
#include "core/change_signal.h"
#include "core/feed.h"
#include "core/user/credential.h"
#include "db/db.h"
#include "groups.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/send.h"
#include "web/serve.h"
#include "web/service.h"

#define READ_TIME	(10 * SECOND)	/* for the request to arrive */
#define WAIT_TIME	(50 * SECOND)	/* less than proxies' usual minute */
#define STREAM_TIME	(10 * MINUTE)	/* then its client connects again */
#define LOOK_SHARE	20		/* look_at_all() takes at most one part
					 * in so many of the time */
#define TICK		(SECOND / 2)
#define BETWEEN		(200 * 1000)	/* events of a stream, at least */
#define OF_USER		50		/* held for one user at most */
#define PART		4096		/* bytes read at a time */
#define EVENTS		256

static const char usage[] =
"usage: docket-wait [-s SOCKET] [-c CONF] [-d DATA] [-q]\n"
"\n"
"Tells waiting clients of changes at once.  Set wait = on, and let the web\n"
"server send requests for /api/v1/me/wait to SOCKET by SCGI; docket-serve does\n"
"both.\n"
"\n"
"  -s SOCKET    Unix socket to listen on (default: DATA/docket-wait.sock)\n"
"  -q           print errors only\n"
"  -c CONF      settings file          -d DATA     data directory\n"
"  --help       print this text        --version   print the version\n"
"\n"
"Exit status: 0 stopped by a signal, 1 failed, 2 wrong usage.\n"
"See docket-wait(8).\n";

struct wait {
	struct program	 p;
	struct service	 service;
	struct ctx	 ctx;		/* to read the database */
	struct waiters	 all;
	struct waiter	*present;	/* whose request is being served */
	bool		 waits;		/* its answer is kept back */
	size_t		 most;		/* connections */
	int		 epoll, listener, changes;
	int64_t		 now;
	int64_t		 ticked;
	int64_t		 next_look;	/* the earliest next look_at_all() */
	int64_t		 next_check;	/* the earliest next end_sessions() */
	int64_t		 until;		/* when the first session can expire,
					 * by the wall clock; 0: perhaps one
					 * has ended */
	int		 version;	/* of the database, at the last tick */
	bool		 behind;	/* there was a change since the last
					 * look_at_all() */
};

static volatile sig_atomic_t ends;

static void
wait_on_end(int sig)
{
	(void)sig;
	ends = 1;
}

/* The client gets its answer, or its stream ends. */
static void
wait_finish(struct wait *s, struct waiter *w)
{
	if (!w->stream)
		waiter_put(w, w->text, w->len);
	waiters_drop(&s->all, w);
}

/* The newest stamp that a client can have seen; of one whose token is limited,
 * that it sees.  -1: its session or token has ended. */
static int64_t
newest_of(struct wait *s, struct waiter *w)
{
	char user[ID_SIZE];
	int64_t newest = -1;

	id_format(w->user, user);
	s->ctx.user = user;
	s->ctx.now = clock_now();
	if (waiter_until(&s->ctx, w) != 0)
		newest = w->limited ? feed_newest(&s->ctx, NULL) :
		    feed_last(&s->ctx);
	s->ctx.limited = false;
	db_limit(s->ctx.db, NULL, 0);
	return newest;
}

/* Answers a client.  A stream gets one event, though several of its feeds may
 * have changed; if it had one just before, it gets the next later. */
static void
wait_notify(struct wait *s, struct waiter *w)
{
	int64_t newest;

	waiters_late(&s->all, w, w->stream && s->now - w->last_event < BETWEEN);
	if (w->late)
		return;
	newest = !w->stream && !w->limited ? -1 : newest_of(s, w);
	if (newest == -1 || (newest > w->newest && !w->stream)) {
		wait_finish(s, w);
		return;
	}
	if (newest <= w->newest)
		return;
	w->newest = newest;
	w->last_event = s->now;
	if (!waiter_put(w, EVENT_CHANGED, sizeof(EVENT_CHANGED) - 1))
		waiters_drop(&s->all, w);
}

static void
notify_late(struct wait *s)
{
	struct waiter *w, *next;

	for (w = LIST_FIRST(&s->all.late); w != NULL; w = next) {
		next = LIST_NEXT(w, of_late);
		wait_notify(s, w);
	}
}

static char *
grow_text(char *text, size_t size)
{
	if ((text = realloc(text, size)) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	return text;
}

/* Collects the answer, until it is known whether to keep it back. */
static bool
keep_answer(void *arg, const char *p, size_t n)
{
	struct waiter *w = ((struct wait *)arg)->present;

	w->text = grow_text(w->text, w->len + n);
	memcpy(w->text + w->len, p, n);
	w->len += n;
	return true;
}

static long
no_body(void *arg, char *p, size_t n)
{
	(void)arg;
	(void)p;
	(void)n;
	return 0;
}

static bool
wait_begin(void *arg, const struct ctx *caller, const char *secret,
    int64_t newest, bool stream)
{
	struct wait *s = arg;
	struct waiter *w = s->present, *oldest;

	if (s->all.count >= s->most || !id_parse(caller->user, w->user))
		return false;
	if ((oldest = waiters_beyond(&s->all, w->user, OF_USER)) != NULL)
		waiters_hurry(&s->all, oldest);
	w->newest = newest;
	w->stream = stream;
	w->by_server = secret == NULL;
	w->limited = caller->limited;
	if (secret != NULL)
		credential_hash(secret, w->hash);
	s->until = 0;
	s->waits = true;
	return true;
}

static void
wait_answer(struct wait *s, struct waiter *w, char *const *envp)
{
	const struct io io = { .read = no_body, .write = keep_answer,
	    .arg = s, .wait = wait_begin };
	char *head = w->text;
	bool sent;

	w->text = NULL;
	w->len = 0;
	s->present = w;
	s->waits = false;
	serve(&s->service, envp, &io);
	free(head);
	sent = (s->waits && !w->stream) || waiter_put(w, w->text, w->len);
	if (s->waits && sent)
		waiters_wait(&s->all, w, s->now + WAIT_TIME);
	else
		waiters_drop(&s->all, w);
}

/* A part of a request has arrived, or the connection has ended. */
static void
on_connection(struct wait *s, struct waiter *w)
{
	char *envp[SCGI_VARIABLES + 1];
	enum scgi found = SCGI_BAD;
	ssize_t n = 0;

	/* After its request, a connection can only end. */
	if (!w->waiting) {
		w->text = grow_text(w->text, w->len + PART);
		n = recv(w->fd, w->text + w->len, PART, 0);
	}
	if (n > 0) {
		w->len += (size_t)n;
		found = scgi_read(w->text, w->len, envp);
	}
	if (found == SCGI_WHOLE)
		wait_answer(s, w, envp);
	else if (found == SCGI_BAD)
		waiters_drop(&s->all, w);
}

static void
accept_all(struct wait *s)
{
	struct epoll_event e = { .events = EPOLLIN | EPOLLRDHUP };
	struct waiter *w;
	int fd;

	while ((fd = accept4(s->listener, NULL, NULL,
	    SOCK_NONBLOCK | SOCK_CLOEXEC)) != -1) {
		w = waiters_add(&s->all, fd, s->now, s->now + READ_TIME);
		e.data.ptr = w;
		if (epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &e) == -1)
			waiters_drop(&s->all, w);
	}
}

static void
notify_user(struct wait *s, const unsigned char user[ID_BYTES])
{
	struct waiter *w, *next;

	for (w = LIST_FIRST(waiters_of(&s->all, user)); w != NULL; w = next) {
		next = LIST_NEXT(w, of_user);
		if (memcmp(w->user, user, ID_BYTES) == 0)
			wait_notify(s, w);
	}
}

static void
notify_reader(void *arg, const char *text)
{
	unsigned char user[ID_BYTES];

	if (id_parse(text, user))
		notify_user(arg, user);
}

/* A scope is a user, or a list: then everybody who can reach it is notified. */
static void
notify_scope(struct wait *s, const unsigned char scope[ID_BYTES])
{
	char list[ID_SIZE];

	notify_user(s, scope);
	id_format(scope, list);
	access_each(&s->ctx, list, notify_reader, s);
	arena_reset(s->ctx.arena);
}

/* Reads the scopes that programs have changed.  An empty datagram says that
 * there were too many to name. */
static void
on_change(struct wait *s)
{
	unsigned char scopes[CHANGE_SIGNAL_SCOPES][ID_BYTES];
	ssize_t n, i;

	while ((n = recv(s->changes, scopes, sizeof(scopes), 0)) >= 0) {
		if (n == 0) {
			s->behind = true;
			s->next_look = 0;
		}
		for (i = 0; i < n / ID_BYTES; i++)
			notify_scope(s, scopes[i]);
	}
}

/* Tells all who see something newer than they know. */
static void
look_at_all(struct wait *s)
{
	struct ctx *c = &s->ctx;
	struct waiter *w, *next;
	char user[ID_SIZE];
	int64_t end;

	db_begin_read(c->db);
	for (w = TAILQ_FIRST(&s->all.waiting); w != NULL; w = next) {
		next = TAILQ_NEXT(w, queue);
		id_format(w->user, user);
		c->user = user;
		if (w->limited || feed_newest(c, NULL) > w->newest)
			wait_notify(s, w);
	}
	db_end(c->db);
	end = clock_ticks();
	s->next_look = end + (LOOK_SHARE - 1) * (end - s->now);
}

/* Ends the waiting of those whose session, token or user has ended. */
static void
end_sessions(struct wait *s)
{
	struct waiter *w, *next;
	int64_t until, end;

	s->until = INT64_MAX;
	s->ctx.now = clock_now();
	db_begin_read(s->ctx.db);
	for (w = TAILQ_FIRST(&s->all.waiting); w != NULL; w = next) {
		next = TAILQ_NEXT(w, queue);
		until = waiter_until(&s->ctx, w);
		if (until == 0)
			wait_finish(s, w);
		else if (until < s->until)
			s->until = until;
		arena_reset(s->ctx.arena);
	}
	s->ctx.limited = false;
	db_limit(s->ctx.db, NULL, 0);
	db_end(s->ctx.db);
	end = clock_ticks();
	s->next_check = end + (LOOK_SHARE - 1) * (end - s->now);
}

/* Twice a second: notices changes without a datagram, and the end of
 * sessions. */
static void
tick(struct wait *s)
{
	int version = db_version(s->p.ctx.db);

	if (version != s->version) {
		s->behind = true;
		s->until = 0;
	}
	s->version = version;
	if (clock_now() >= s->until && s->now >= s->next_check) {
		end_sessions(s);
		s->now = clock_ticks();
	}
	if (s->behind && s->now >= s->next_look) {
		look_at_all(s);
		s->behind = false;
	}
	s->ticked = s->now;
}

/* Answers or closes connections whose time is over; a stream goes on until
 * STREAM_TIME. */
static void
wait_expire(struct wait *s)
{
	struct waiter *w;

	while ((w = TAILQ_FIRST(&s->all.reading)) != NULL && w->due <= s->now)
		waiters_drop(&s->all, w);
	while ((w = TAILQ_FIRST(&s->all.waiting)) != NULL && w->due <= s->now) {
		if (!w->stream)
			wait_finish(s, w);
		else if (s->now - w->opened < STREAM_TIME &&
		    waiter_put(w, EVENT_NONE, sizeof(EVENT_NONE) - 1))
			waiters_extend(&s->all, w, s->now + WAIT_TIME);
		else
			waiters_drop(&s->all, w);
	}
}

/* Requests that have arrived are served before changes are read, so that no
 * client misses one: a later request asks the database. */
static void
serve_all(struct wait *s)
{
	struct epoll_event e[EVENTS];
	bool come, changed;
	int n, i;

	while (!ends) {
		n = epoll_wait(s->epoll, e, EVENTS, (int)((LIST_EMPTY(
		    &s->all.late) ? TICK : BETWEEN / 4) / 1000));
		s->now = clock_ticks();
		come = changed = false;
		for (i = 0; i < n; i++)
			if (e[i].data.ptr == &s->listener)
				come = true;
			else if (e[i].data.ptr == &s->changes)
				changed = true;
			else
				on_connection(s, e[i].data.ptr);
		if (come)
			accept_all(s);
		if (changed)
			on_change(s);
		notify_late(s);
		if (s->now - s->ticked >= TICK)
			tick(s);
		wait_expire(s);
	}
}

static bool
wait_watch(struct wait *s, int *fd)
{
	struct epoll_event e = { .events = EPOLLIN, .data.ptr = fd };

	return epoll_ctl(s->epoll, EPOLL_CTL_ADD, *fd, &e) == 0;
}

static int
wait_run(struct wait *s, const char *path)
{
	static const struct route_group *const groups[] = { &wait_group, NULL };
	struct sigaction act = { .sa_handler = wait_on_end };

	s->most = sockets_most();
	if ((s->listener = sockets_listen(path)) == -1)
		return program_failed("%s: %s", path, strerror(errno));
	if ((s->changes = sockets_receive(s->p.settings.data)) == -1)
		return program_failed("%s/%s: %s", s->p.settings.data,
		    CHANGE_SIGNAL_SOCKET, strerror(errno));
	if ((s->epoll = epoll_create1(EPOLL_CLOEXEC)) == -1 ||
	    !wait_watch(s, &s->listener) || !wait_watch(s, &s->changes))
		return program_failed("epoll: %s", strerror(errno));
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGINT, &act, NULL);
	if (!program_confine(&s->p, (struct sandbox){ .data = NULL }) ||
	    !program_open(&s->p))
		return 1;
	service_within(&s->service, groups, &s->p.settings, s->p.ctx.db);
	s->ctx = (struct ctx){ .db = s->p.ctx.db, .arena = arena_new(),
	    .settings = &s->p.settings };
	waiters_init(&s->all);
	s->now = clock_ticks();
	s->version = db_version(s->p.ctx.db);
	serve_all(s);
	arena_free(s->ctx.arena);
	return 0;
}

int
main(int argc, char **argv)
{
	struct wait s = { .epoll = -1 };
	const char *path = NULL;
	const struct program_option options[] = {
		{ "socket", 's', &path, NULL },
		{ NULL, 0, NULL, NULL }
	};
	int status;

	s.p = (struct program){ .name = "docket-wait", .usage = usage,
	    .options = options };
	status = program_begin(&s.p, argc, argv);
	if (status != PROGRAM_GOES_ON)
		return status;
	/* Close inherited descriptors.  This program wakes nobody. */
	close_range(STDERR_FILENO + 1, ~0U, 0);
	s.p.ctx.signal = NULL;
	if (s.p.count != 0)
		status = program_misused("too many arguments; see --help");
	else
		status = wait_run(&s, path != NULL ? path : arena_printf(
		    s.p.ctx.arena, "%s/docket-wait.sock", s.p.settings.data));
	return program_end(&s.p, status);
}
