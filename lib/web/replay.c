#include "web/replay.h"

#include <sodium.h>
#include <string.h>

#include "base/date.h"
#include "core/limits.h"
#include "db/db.h"
#include "query/answer.h"
#include "query/numbers.h"
#include "web/caller.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

#define HASH_SIZE	32

/* Does the request have the header, and its route honour it? */
static bool
is_keyed(const struct req *rq)
{
	return rq->in.env[ENV_HTTP_IDEMPOTENCY_KEY] != NULL &&
	    (strcmp(rq->in.method, "POST") == 0 ||
	    strcmp(rq->in.method, "PATCH") == 0) &&
	    !(rq->route->flags & (R_PUBLIC | R_NO_STORE));
}

/* The key without the quotes that the draft asks for; NULL if it is
 * malformed. */
static const char *
bare_key(const struct req *rq)
{
	const char *s = rq->in.env[ENV_HTTP_IDEMPOTENCY_KEY], *p;
	size_t n = strlen(s);

	if (n >= 2 && s[0] == '"' && s[n - 1] == '"') {
		s++;
		n -= 2;
	}
	if (n < 1 || n > IDEMPOTENCY_KEY_MAX)
		return NULL;
	for (p = s; p < s + n; p++)
		if (*p <= ' ' || *p > '~' || *p == '"')
			return NULL;
	return arena_dup(rq->ctx.arena, s, n);
}

/* The key that an answer is kept under: a token that does not see all that its
 * user does shares none with others.  No key of a client has a blank. */
static const char *
stored_key(struct req *rq)
{
	const char *key = bare_key(rq);

	return caller_reads(rq) && !rq->ctx.limited ? key :
	    arena_printf(rq->ctx.arena, "%s %s", rq->ctx.credential, key);
}

bool
replay_key(struct req *rq)
{
	if (!is_keyed(rq) || bare_key(rq) != NULL)
		return true;
	refuse_because(rq, INVALID_IDEMPOTENCY_KEY,
	    "Must have 1 to %d visible ASCII characters.",
	    IDEMPOTENCY_KEY_MAX);
	return false;
}

void
replay_prepare(struct req *rq)
{
	static const int statements[] = { Q_ANSWER_REACHED, Q_ANSWER_GET,
		Q_ANSWER_PUT, Q_ANSWER_DROP_AHEAD, Q_ANSWER_TRIM, -1 };

	if (is_keyed(rq))
		db_prepare_ahead(rq->ctx.db, statements);
}

static void
fingerprint(struct req *rq, unsigned char *hash)
{
	crypto_generichash_state st;

	crypto_generichash_init(&st, NULL, 0, HASH_SIZE);
	crypto_generichash_update(&st, (const unsigned char *)rq->in.method,
	    strlen(rq->in.method) + 1);
	crypto_generichash_update(&st, (const unsigned char *)rq->in.path,
	    strlen(rq->in.path) + 1);
	if (rq->body.fingerprint != NULL)
		crypto_generichash_update(&st,
		    (const unsigned char *)rq->body.fingerprint,
		    strlen(rq->body.fingerprint));
	else if (rq->body.len > 0)
		crypto_generichash_update(&st,
		    (const unsigned char *)rq->body.text, rq->body.len);
	crypto_generichash_final(&st, hash, HASH_SIZE);
}

/* The path's argument of that name, in braces; NULL if it has none. */
static const char *
path_argument(const struct req *rq, const char *name)
{
	const char *p = rq->route->path;
	int i;

	for (i = 0; i < rq->args; i++, p++) {
		p = strchr(p, '{');
		if (strncmp(p, name, strlen(name)) == 0)
			return rq->arg[i];
	}
	return NULL;
}

/* A row if the caller may still read the record in the answer; NULL if
 * everybody may who had it. */
static struct rows *
ask_reach(struct req *rq)
{
	const char *list = path_argument(rq, "{listId}");
	const char *task = path_argument(rq, "{taskId}");
	const char *file = path_argument(rq, "{attachmentId}");

	return list == NULL && task == NULL && file == NULL ? NULL :
	    q_answer_reached(rq->ctx.db, rq->ctx.user, task, file, list);
}

static struct rows *
answer_kept(struct req *rq)
{
	return q_answer_get(rq->ctx.db, rq->ctx.user, stored_key(rq),
	    rq->ctx.now - ANSWER_KEPT, rq->ctx.now + ANSWER_KEPT);
}

/* What the key was used for.  A negative status is that of work in portions
 * that has begun: so many records are done. */
enum use { FIRST, BEGUN, ANSWERED, ANOTHER };

static enum use
earlier_use(struct req *rq, struct answer_get_row *kept)
{
	unsigned char hash[HASH_SIZE];

	if (!is_keyed(rq) ||
	    !only_answer_get(answer_kept(rq), rq->ctx.arena, kept))
		return FIRST;
	fingerprint(rq, hash);
	if (kept->fingerprint_len != HASH_SIZE ||
	    memcmp(kept->fingerprint, hash, HASH_SIZE) != 0)
		return ANOTHER;
	if (kept->status >= 0)
		return ANSWERED;
	rq->done = -kept->status;
	return BEGUN;
}

bool
replay_continues(struct req *rq)
{
	struct answer_get_row kept;
	enum use use = earlier_use(rq, &kept);

	return use == FIRST || use == BEGUN;
}

void
replay_ahead(struct req *rq)
{
	struct rows *r;

	if (!is_keyed(rq))
		return;
	if ((r = ask_reach(rq)) != NULL)
		rows_ahead(r);
	rows_ahead(answer_kept(rq));
}

static void
repeat_answer(struct req *rq, const struct answer_get_row *kept)
{
	reply(rq, (int)kept->status);
	buf_str(&rq->reply.headers, kept->headers);
	reply_header(rq, "Idempotent-Replayed", "true");
	buf_add(&rq->reply.out, kept->body, kept->body_len);
	if (kept->body_len == 0)
		rq->reply.type = NULL;
}

bool
replay_find(struct req *rq)
{
	struct answer_get_row kept;
	struct rows *r;

	if (!is_keyed(rq))
		return true;
	/* Otherwise it is executed as a new one, which its handler refuses. */
	if ((r = ask_reach(rq)) != NULL && !rows_any(r))
		return true;
	switch (earlier_use(rq, &kept)) {
	case ANSWERED:
		repeat_answer(rq, &kept);
		return false;
	case ANOTHER:
		refuse(rq, IDEMPOTENCY_KEY_REUSED);
		return false;
	default:
		return true;
	}
}

static void
replay_store(struct req *rq, int64_t status, const char *headers,
    const struct buf *body)
{
	unsigned char hash[HASH_SIZE];

	fingerprint(rq, hash);
	q_answer_put(rq->ctx.db, rq->ctx.user, stored_key(rq), hash,
	    sizeof(hash), status, headers,
	    body->data == NULL ? "" : body->data, body->len, rq->ctx.now);
	q_answer_drop_ahead(rq->ctx.db, rq->ctx.user,
	    rq->ctx.now + ANSWER_KEPT);
	q_answer_trim(rq->ctx.db, rq->ctx.user, CAP_ANSWERS);
}

void
replay_progress(struct req *rq)
{
	if (is_keyed(rq))
		replay_store(rq, -rq->done, "", &(struct buf){ 0 });
}

void
replay_keep(struct req *rq)
{
	struct req_reply *re = &rq->reply;

	if (!is_keyed(rq))
		return;
	if (re->etag != NULL)
		reply_header(rq, "ETag", "%s", re->etag);
	re->etag = NULL;
	replay_store(rq, re->status, arena_dup(rq->ctx.arena, re->headers.data,
	    re->headers.len), &re->out);
}
