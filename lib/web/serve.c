#include "web/serve.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"
#include "base/sandbox.h"
#include "base/settings/settings.h"
#include "base/syscalls.h"
#include "core/user/credential.h"
#include "core/user/remote_user.h"
#include "db/db.h"
#include "db/reserve.h"
#include "web/body.h"
#include "web/env.h"
#include "web/etag.h"
#include "web/precondition.h"
#include "web/refused.h"
#include "web/replay.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/send.h"

#define WRITE_SECONDS	20	/* that a writer waits for the lock */
#define REST_TIMES	1000	/* transactions after the first */
#define CPU_SECONDS	120	/* of a CGI program, at most */
#define WALL_SECONDS	3600	/* the same: a client may be slow */
/* Batches, uploads and R_ALONE routes are not allowed in a batch. */
#define NEVER_A_ROW	(R_ALONE | R_BATCH | R_UPLOAD)
#define MAP_MEGABYTES	256	/* half of SANDBOX_MEMORY */
#define ONCE_KEEP	512	/* kilobytes of pages, for a single request */

/* The request being served, for fatal() to answer: the only global. */
static struct req *present;

static void
answer_fatal(enum fatal_kind kind)
{
	static const enum outcome problems[] = {
		[FATAL_INTERNAL] = INTERNAL,
		[FATAL_NOT_READY] = NOT_READY,
		[FATAL_BUSY] = BUSY,
		[FATAL_STORAGE_FULL] = STORAGE_FULL
	};

	if (present == NULL || present->reply.streaming)
		return;
	present->reply.file = -1;
	present->reply.error_count = 0;
	refuse(present, problems[kind]);
	send_answer(present);
	if (present->io->finish != NULL)
		present->io->finish(present->io->arg);
}

/* Enters the sandbox before any byte of a request is read; false if that fails
 * and the settings require it. */
static bool
enter_sandbox(const struct service *s, const struct settings *settings)
{
	/* Time zones, that of the system log, and SQLite's salt. */
	static const char *const read[] = { "/usr/share/zoneinfo/",
		"/etc/localtime", "/dev/urandom", NULL };
	struct sandbox box = { .data = settings->data, .read = read,
		.calls = CALLS_SERVICE, .memory = SANDBOX_MEMORY,
		.files = SANDBOX_FILES,
		.cpu_seconds = s->once ? CPU_SECONDS : 0,
		.wall_seconds = s->once ? WALL_SECONDS : 0,
		.lenient = settings->sandbox == SANDBOX_TRY };
	const struct route_group *const *g;
	const char *why;

	for (g = s->groups; *g != NULL; g++)
		if ((*g)->reads != NULL)
			box.read = sandbox_paths(s->lasting, box.read,
			    (*g)->reads);

	if (settings->sandbox == SANDBOX_OFF || sandbox_enter(&box, &why))
		return true;
	log_error("no sandbox: %s; or set sandbox = try", why);
	return false;
}

void
service_open(struct service *s, const char *program,
    const struct route_group *const *groups, char *const *envp, bool once)
{
	struct arena *lasting = arena_new();
	struct settings *settings = arena_alloc(lasting, sizeof(*settings));
	const char *why;
	int fd;

	/* Closes descriptors inherited from the web server; and a database file
	 * must never get the number of a standard stream. */
	close_range(STDERR_FILENO + 1, ~0U, 0);
	while ((fd = open("/dev/null", O_RDWR)) != -1 && fd <= STDERR_FILENO)
		;
	if (fd != -1)
		close(fd);
	signal(SIGPIPE, SIG_IGN);
	/* A file that may not grow fails a commit, and does not kill it. */
	signal(SIGXFSZ, SIG_IGN);
	*s = (struct service){ .groups = groups, .lasting = lasting,
	    .arena = arena_new(), .once = once, .wake = { .fd = -1 } };
	if (settings_load(lasting, settings, NULL, envp, &why)) {
		settings_forget(settings, envp);
		log_open(program, settings->log);
		if (settings->log_format == LOG_FORMAT_JSON)
			log_as_json();
		wake_open(&s->wake, settings);
		if (enter_sandbox(s, settings))
			s->settings = settings;
	} else {
		log_open(program, NULL);
		log_error("%s", why);
	}
	fatal_hook(answer_fatal);
}

void
service_within(struct service *s, const struct route_group *const *groups,
    const struct settings *settings, struct db *db)
{
	*s = (struct service){ .groups = groups, .settings = settings,
	    .db = db, .lasting = arena_new(), .arena = arena_new(),
	    .wake = { .fd = -1 } };
	fatal_hook(answer_fatal);
}

void
service_close(struct service *s)
{
	db_close(s->db);
	s->db = NULL;
}

void
service_end(struct service *s)
{
	service_close(s);
	arena_free(s->arena);
	arena_free(s->lasting);
}

static bool
open_database(struct service *s, struct req *rq)
{
	enum db_state state;

	if (s->db == NULL) {
		state = db_open(s->settings->data, &s->db);
		if (state != DB_OPEN) {
			log_error("%s: %s", s->settings->data,
			    db_state_advice(state));
			refuse(rq, NOT_READY);
			return false;
		}
		if (s->once)
			db_keep(s->db, ONCE_KEEP);
		else
			db_map(s->db, MAP_MEGABYTES);
		wake_attach(&s->wake, s->db);
	}
	rq->ctx.db = s->db;
	return true;
}

static bool
by_server(const struct req *rq)
{
	const char *user = rq->in.env[ENV_REMOTE_USER];

	return rq->ctx.settings->auth == AUTH_REMOTE_USER && user != NULL &&
	    user[0] != '\0';
}

/* Authenticates the caller: DONE, or the problem.  Adds a user that the web
 * server signed in for the first time; no transaction may be open then. */
static enum outcome
identify(struct req *rq, bool open)
{
	struct req_caller *caller = &rq->caller;
	bool found, busy = false;

	if (by_server(rq))
		found = remote_user_sign_in(&rq->ctx,
		    rq->in.env[ENV_REMOTE_USER], open ? 0 : WRITE_SECONDS,
		    &busy);
	else
		found = caller->secret != NULL && credential_use(&rq->ctx,
		    caller->secret, &caller->read_only, &caller->stale);
	return found ? DONE : busy ? BUSY : NO_SESSION;
}

/* By the first of the secrets that is somebody's. */
static enum outcome
find_caller(struct req *rq, bool open)
{
	enum outcome problem;

	env_secret(rq);
	do
		problem = identify(rq, open);
	while (problem == NO_SESSION && env_next_secret(rq));
	return problem;
}

static bool
known(struct req *rq, enum outcome problem)
{
	if (problem != DONE)
		refuse(rq, problem);
	return problem == DONE;
}

/* Records the session's use in a separate write transaction.  Skipped when the
 * disk is full or the lock is taken: a reader must not wait, and the next
 * request will do it. */
static void
touch_session(struct req *rq)
{
	if (rq->caller.stale &&
	    reserve_for_write(rq->ctx.settings->data, false) &&
	    db_begin_write(rq->ctx.db, 0)) {
		credential_touch(&rq->ctx, rq->caller.secret);
		db_commit(rq->ctx.db);
	}
}

/* Checks what the route's row requires of the caller and the origin. */
static bool
write_allowed(struct req *rq)
{
	bool writes = strcmp(rq->in.method, "GET") != 0;
	bool ambient = rq->caller.by_cookie || rq->caller.secret == NULL;

	if (writes && ambient && !env_same_site(rq)) {
		refuse(rq, CROSS_SITE_REQUEST);
		return false;
	}
	/* Of a batch each row is asked. */
	if (writes && rq->caller.read_only && !(rq->route->flags & R_BATCH)) {
		refuse(rq, READ_ONLY_TOKEN);
		return false;
	}
	return true;
}

static void
run_rest(struct req *rq)
{
	struct arena *lasting = rq->ctx.arena;
	int i;

	rq->ctx.arena = arena_new();
	for (i = 0; rq->rest != NULL && i < REST_TIMES &&
	    db_begin_write(rq->ctx.db, WRITE_SECONDS); i++) {
		if (!rq->rest(rq))
			rq->rest = NULL;
		db_commit(rq->ctx.db);
		arena_reset(rq->ctx.arena);
	}
	arena_free(rq->ctx.arena);
	rq->ctx.arena = lasting;
}

static void
run_write(struct req *rq)
{
	bool fresh;

	if (!db_begin_write(rq->ctx.db, WRITE_SECONDS)) {
		refuse(rq, BUSY);
		return;
	}
	/* Checks again, within the transaction: the session may have ended
	 * meanwhile. */
	if ((rq->route->flags & R_PUBLIC) || known(rq, identify(rq, true))) {
		if (rq->caller.stale)
			credential_touch(&rq->ctx, rq->caller.secret);
		fresh = replay_find(rq);
		if (fresh && precondition_holds(rq)) {
			rq->route->handle(rq);
			if (!rq->reply.refused)
				replay_keep(rq);
		}
	}
	if (rq->reply.refused)
		db_end(rq->ctx.db);
	else {
		db_commit(rq->ctx.db);
		if (rq->rest != NULL)
			run_rest(rq);
	}
	if (rq->release != NULL)
		rq->release(rq);
}

static bool
not_modified(struct req *rq)
{
	return rq->reply.status == 200 &&
	    etag_matches(rq->in.env[ENV_HTTP_IF_NONE_MATCH], rq->reply.etag);
}

/* Sets the ETag of GET; 304 if the client already has that version. */
static void
conditional(struct req *rq)
{
	if (rq->reply.streaming || rq->reply.refused ||
	    (rq->route->flags & (R_NO_ETAG | R_NO_STORE)))
		return;
	if (rq->reply.etag == NULL)
		etag_of_body(rq);
	if (not_modified(rq)) {
		answer_empty(rq, 304);
		rq->reply.headers.len = 0;
		rq->reply.file = -1;
	}
}

/* Errors in the body are answered only if the caller may call the route. */
static bool
body_accepted(struct req *rq)
{
	if (rq->body.problem == DONE)
		return true;
	if (rq->reply.error_count > 0)
		refuse(rq, rq->body.problem);
	else
		refuse_because(rq, rq->body.problem, "%s", rq->body.detail);
	return false;
}

/* A browser cannot delete an invalid cookie by itself, so it is ignored.  Other
 * clients must learn that their secret is no longer valid. */
static bool
known_or_nobody(struct req *rq, bool open)
{
	enum outcome problem = find_caller(rq, open);

	if (problem == DONE || (problem == NO_SESSION &&
	    (rq->caller.by_cookie || rq->caller.secret == NULL)))
		return true;
	refuse(rq, problem);
	return false;
}

static bool
may_call(struct req *rq, bool open)
{
	if (!(rq->route->flags & R_PUBLIC))
		return known(rq, find_caller(rq, open)) && write_allowed(rq);
	if (rq->route->flags & R_ANYBODY)
		return known_or_nobody(rq, open);
	/* Another site must not sign its visitor in, either. */
	if (strcmp(rq->in.method, "GET") != 0 &&
	    rq->in.env[ENV_HTTP_SEC_FETCH_SITE] != NULL && !env_same_site(rq)) {
		refuse(rq, CROSS_SITE_REQUEST);
		return false;
	}
	if ((rq->route->flags & R_SIGN_UP) &&
	    rq->ctx.settings->registration != REGISTRATION_OPEN) {
		refuse(rq, NO_REGISTRATION);
		return false;
	}
	return true;
}

static bool
disk_has_space(struct req *rq)
{
	const char *data = rq->ctx.settings->data;

	if (reserve_for_write(data, (rq->route->flags & R_MAY_USE_RESERVE) ||
	    strcmp(rq->in.method, "DELETE") == 0))
		return true;
	log_error("%s is full: %s", data, reserve_advice());
	refuse(rq, STORAGE_FULL);
	return false;
}

/* One transaction, from authentication on: one snapshot, and one look at the
 * log. */
static void
run_read(struct req *rq)
{
	bool open = !by_server(rq);

	if (open)
		db_begin_read(rq->ctx.db);
	if (may_call(rq, open)) {
		if (!open)
			db_begin_read(rq->ctx.db);
		open = true;
		rq->route->handle(rq);
	}
	if (open)
		db_end(rq->ctx.db);
	send_released(rq);
	touch_session(rq);
	if (rq->rest != NULL &&
	    reserve_for_write(rq->ctx.settings->data, false))
		run_rest(rq);
	conditional(rq);
}

static void
run(struct req *rq)
{
	const struct route *route = rq->route;

	if (route->flags & R_BATCH) {
		if (may_call(rq, false) && body_accepted(rq))
			route->handle(rq);
		return;
	}
	if (!(route->flags & R_WRITE)) {
		run_read(rq);
		return;
	}
	if (!may_call(rq, false) || !body_accepted(rq) || !replay_key(rq) ||
	    !disk_has_space(rq))
		return;
	if (route->prepare == NULL || route->prepare(rq))
		run_write(rq);
	else if (rq->release != NULL)
		rq->release(rq);
}

/* From the fields of its body to its answer. */
static void
answer(struct req *rq)
{
	if (rq->route->fields != NULL)
		body_fields(rq);
	run(rq);
}

void
serve_row(struct req *rq)
{
	if (!route_find(rq))
		return;
	if (rq->route->flags & NEVER_A_ROW)
		refuse(rq, NOT_IN_BATCH);
	else
		answer(rq);
}

static void
handle(struct service *s, struct req *rq, char *const *envp)
{
	if (!env_read(rq, envp) || server_refused(rq) || !route_find(rq))
		return;
	if (rq->route->flags & R_NO_DATABASE) {
		rq->route->handle(rq);
		conditional(rq);
		return;
	}
	if (strcmp(rq->in.method, "GET") != 0 &&
	    !(rq->route->flags & R_UPLOAD) && !body_read(rq))
		return;
	if (open_database(s, rq))
		answer(rq);
}

void
serve(struct service *s, char *const *envp, const struct io *io)
{
	static char *nothing[] = { NULL };
	struct req rq = { .ctx = { .arena = s->arena, .settings = s->settings,
	    .now = clock_now(), .zone = "UTC", .wake = &s->wake }, .io = io,
	    .groups = s->groups, .in = { .method = "GET", .base = "",
	    .path = "", .query = "" },
	    .reply = { .drain = stream, .file = -1 } };

	/* From here on no library reads variables that a client can set. */
	environ = nothing;
	present = &rq;
	handle(s, &rq, envp);
	/* A server may end a CGI once it has the whole answer. */
	if (s->once)
		service_close(s);
	send_answer(&rq);
	present = NULL;
	if (rq.reply.file != -1)
		close(rq.reply.file);
	buf_free(&rq.reply.headers);
	buf_free(&rq.reply.out);
	arena_reset(s->arena);
}
