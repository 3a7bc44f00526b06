#include "web/serve.h"

#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "core/field.h"
#include "core/file/content.h"
#include "core/user/password.h"
#include "db/db.h"
#include "db/sqlite/long_read.h"
#include "db/sqlite/reserve.h"
#include "web/body.h"
#include "web/caller.h"
#include "web/env.h"
#include "web/etag.h"
#include "web/portions.h"
#include "web/precondition.h"
#include "web/protocol.h"
#include "web/replay.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/send.h"
#include "web/server_errors.h"
#include "web/service.h"
#include "web/slots.h"

#define REST_TIMES	1000	/* transactions after the first */
/* Batches, uploads and R_ALONE routes are not allowed in a batch. */
#define NEVER_A_ROW	(R_ALONE | R_BATCH | R_UPLOAD)

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

	if (present == NULL || present->reply.sent)
		return;
	reply_reset(present, 0);
	refuse(present, problems[kind]);
	send_answer(present);
	if (present->io->finish != NULL)
		present->io->finish(present->io->arg);
}

/* Runs what the handler has left to further transactions. */
static void
run_rest(struct req *rq)
{
	struct arena *lasting = rq->ctx.arena;
	int i;

	db_gathered(rq->ctx.db, false);
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

struct write {
	struct req	*rq;
	size_t		 headers;	/* bytes of them, before the work */
};

/* What the work will read, in the round trip that begins the transaction. */
static void
serve_ask_ahead(struct req *rq)
{
	if (!db_asks_ahead(rq->ctx.db) || rq->ctx.user == NULL)
		return;
	if (rq->protocol->replays)
		replay_ahead(rq);
	if (rq->route->prefetch != NULL)
		rq->route->prefetch(rq);
}

/* The work of a write transaction.  A conflict can have ended it before, so the
 * answer begins again. */
static bool
write_work(void *arg)
{
	const struct write *w = arg;
	struct req *rq = w->rq;
	bool fresh;

	reply_reset(rq, w->headers);
	rq->rest = NULL;
	serve_ask_ahead(rq);
	if ((rq->route->flags & R_PUBLIC) || rq->decided ||
	    caller_still_known(rq)) {
		caller_touch(rq);
		fresh = !rq->protocol->replays || (replay_find(rq) &&
		    (rq->decided || precondition_holds(rq)));
		if (fresh)
			rq->route->handle(rq);
		if (fresh && rq->protocol->replays && !rq->reply.refused)
			replay_keep(rq);
	}
	return !rq->reply.refused;
}

static void
run_write(struct req *rq)
{
	const struct scope scope = { rq->scope, rq->ctx.user, rq->arg[0] };
	struct write w = { rq, rq->reply.headers.len };
	enum transacted done = db_transact(rq->ctx.db, &scope, WRITE_SECONDS,
	    write_work, &w);

	if (done == LOCKED)
		refuse(rq, BUSY);
	if (done == COMMITTED && rq->rest != NULL)
		run_rest(rq);
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
answer_with_etag(struct req *rq)
{
	if (rq->reply.passed_on || rq->reply.refused ||
	    (rq->route->flags & (R_NO_ETAG | R_NO_STORE)))
		return;
	if (rq->reply.etag == NULL)
		etag_of_body(rq);
	if (not_modified(rq)) {
		answer_empty(rq, 304);
		rq->reply.headers.len = 0;
		reply_no_file(rq);
		drop_parts(rq);
	}
}

/* False if refused.  Call after caller_may_call(): strangers are not told what
 * is wrong with their body. */
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

static bool
serve_disk_has_space(struct req *rq)
{
	const char *data = rq->ctx.settings->data;

	if (reserve_for_write(data, (rq->route->flags & R_MAY_USE_RESERVE) ||
	    strcmp(rq->in.method, "DELETE") == 0))
		return true;
	log_error("%s is full: %s", data, reserve_advice());
	refuse(rq, STORAGE_FULL);
	return false;
}

/* Authentication and handler share a transaction: one snapshot, and one look at
 * the write-ahead log.  A user added by the web server needs one before it. */
static void
run_read(struct req *rq)
{
	bool open = !caller_by_server(rq);

	if (open)
		db_begin_read(rq->ctx.db);
	if (caller_may_call(rq, open) && body_accepted(rq)) {
		if (!open)
			db_begin_read(rq->ctx.db);
		open = true;
		rq->route->handle(rq);
	}
	if (open)
		db_end(rq->ctx.db);
	caller_touch_later(rq);
	if (rq->rest != NULL &&
	    reserve_for_write(rq->ctx.settings->data, false))
		run_rest(rq);
	answer_with_etag(rq);
}

static bool
is_of_route(const struct route_statements *r, const struct route *route)
{
	return strcmp(r->method, route->method) == 0 &&
	    strcmp(r->path, route->path) == 0;
}

/* The rows of a route stand together. */
static void
prepare_statements(struct req *rq)
{
	const struct route_statements *r = route_statements;

	if (rq->protocol->replays)
		replay_prepare(rq);
	while (r->method[0] != '\0' && !is_of_route(r, rq->route))
		r++;
	for (; is_of_route(r, rq->route); r++)
		if (r->field[0] == '\0' || field_has_value(rq, r->field))
			db_prepare_ahead(rq->ctx.db, r->statements);
}

static bool
takes_password(const struct route *route)
{
	const struct field *f;

	for (f = route->fields; f != NULL && f->name != NULL; f++)
		if (f->type == F_PASSWORD)
			return true;
	return false;
}

static void
serve_request(struct req *rq)
{
	const struct route *route = rq->route;

	if (route->flags & R_BATCH) {
		if (caller_may_call(rq, false) && body_accepted(rq))
			route->handle(rq);
		return;
	}
	/* Others must not wait for what may take long. */
	if (!(route->flags & R_WRITE) || route->before != NULL ||
	    route->portion != NULL)
		db_gathered(rq->ctx.db, false);
	if (!(route->flags & R_WRITE)) {
		run_read(rq);
		return;
	}
	if (!caller_may_call(rq, false) || !body_accepted(rq) ||
	    (rq->protocol->replays && !replay_key(rq)) ||
	    !serve_disk_has_space(rq))
		return;
	rq->scope = route->scope;
	if (takes_password(route))
		password_require_memory();
	prepare_statements(rq);
	if ((route->before == NULL || route->before(rq)) &&
	    (route->portion == NULL || portions_run(rq)))
		run_write(rq);
	else if (rq->release != NULL)
		rq->release(rq);
}

static void
serve_answer(struct req *rq)
{
	rq->ctx.viewer_may = (rq->route->flags & R_VIEWER) != 0;
	if (rq->route->fields != NULL || (rq->route->flags & R_STRICT))
		body_fields(rq);
	serve_request(rq);
}

void
serve_row(struct req *rq)
{
	if (!route_find(rq))
		return;
	if (rq->route->flags & NEVER_A_ROW)
		refuse(rq, NOT_IN_BATCH);
	else
		serve_answer(rq);
}

static bool
open_database(struct service *s, struct req *rq)
{
	if (!service_database(s)) {
		refuse(rq, NOT_READY);
		return false;
	}
	rq->ctx.db = s->db;
	return true;
}

/* Finds out whose slots the request needs; false if it is refused. */
static bool
know_slots(struct req *rq, struct slots *slots)
{
	const char *user = rq->in.env[ENV_REMOTE_USER];
	unsigned flags = rq->route->flags;
	bool may = true;

	if (!caller_by_server(rq)) {
		db_begin_read(rq->ctx.db);
		may = caller_may_call(rq, true);
		db_end(rq->ctx.db);
		user = rq->ctx.user;
	}
	if (may)
		slots_of(slots, rq->ctx.settings->data, user,
		    rq->in.address_key, flags & R_FILE ? SLOTS_FILE :
		    flags & (R_LONG | R_PAGED | R_DEPTH) ? SLOTS_ANSWER :
		    SLOTS_CHANGE);
	return may;
}

/* Takes the slots that an expensive request needs; otherwise false, and the
 * request is refused or must wait. */
static bool
take_slots(struct service *s, struct req *rq)
{
	struct slots *slots = rq->io->slots;
	enum slots_taken taken;

	if (slots == NULL || !route_expensive(rq))
		return true;
	if (!open_database(s, rq) ||
	    (!slots->known && !know_slots(rq, slots)))
		return false;
	taken = slots_take(slots, slots->kind != SLOTS_ANSWER ||
	    db_long_may_begin(s->db, s->settings->data));
	/* A connection to a server is too precious to wait with. */
	if (taken == SLOTS_LATER && s->once &&
	    db_is_remote(settings_database(s->settings)))
		taken = SLOTS_BUSY;
	rq->later = taken == SLOTS_LATER;
	if (taken == SLOTS_BUSY)
		refuse(rq, BUSY);
	return taken == SLOTS_TAKEN;
}

static void
handle(struct service *s, struct req *rq, char *const *envp)
{
	if (!env_read(rq, envp) || server_refused(rq) ||
	    !rq->protocol->find(rq))
		return;
	rq->origin.address = rq->in.address_key == NULL ? NULL :
	    &rq->in.address;
	rq->origin.agent = rq->in.env[ENV_HTTP_USER_AGENT];
	rq->ctx.origin = &rq->origin;
	if (!take_slots(s, rq))
		return;
	if (rq->route->flags & R_NO_DATABASE) {
		rq->route->handle(rq);
		answer_with_etag(rq);
		return;
	}
	if (strcmp(rq->in.method, "GET") != 0 &&
	    !(rq->route->flags & R_UPLOAD) && !body_read(rq))
		return;
	if (open_database(s, rq))
		serve_answer(rq);
}

static bool
takes_api(struct req *rq, const char *uri)
{
	return env_at_root(rq, uri, "/api/v1");
}

static const char *
bearer_of(struct req *rq)
{
	return env_bearer(rq);
}

const struct protocol protocol_api = { .takes = takes_api,
	.find = route_find, .token = bearer_of, .secret = env_secret,
	.allowed = caller_allowed, .body_max = BODY_MAX, .replays = true,
	.headers = "" };

/* Before the answer is sent, unless that is a file in a local database: the web
 * server may end a CGI program that has sent its answer. */
static void
end_database(struct service *s, struct req *rq)
{
	const struct content_reader *file = rq->reply.file;

	if (file != NULL && content_needs_database(file)) {
		if (!db_is_remote(settings_database(s->settings)))
			return;
		send_file_ahead(rq);
	}
	service_close(s);
}

bool
serve(struct service *s, char *const *envp, const struct io *io)
{
	static char *nothing[] = { NULL };
	struct req rq = { .ctx = { .arena = s->arena, .settings = s->settings,
	    .now = clock_now(), .zone = "UTC", .signal = &s->signal }, .io = io,
	    .protocol = &protocol_api, .groups = s->groups,
	    .in = { .method = "GET", .base = "", .path = "", .query = "" },
	    .reply = { .drain = store } };

	/* From here on no library reads variables that a client can set. */
	environ = nothing;
	present = &rq;
	fatal_hook(answer_fatal);
	handle(s, &rq, envp);
	if (rq.later) {
		present = NULL;
		buf_free(&rq.reply.headers);
		arena_reset(s->arena);
		return false;
	}
	if (io->slots != NULL)
		slots_worked(io->slots);
	if (s->once)
		end_database(s, &rq);
	send_answer(&rq);
	present = NULL;
	reply_no_file(&rq);
	drop_parts(&rq);
	buf_free(&rq.reply.headers);
	buf_free(&rq.reply.out);
	arena_reset(s->arena);
	return true;
}
