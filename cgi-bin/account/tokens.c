/*
 * /me/tokens: access tokens, for programs.
 */
#include <string.h>

#include "core/field.h"
#include "core/limits.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/token.h"
#include "query/credential.h"
#include "web/body.h"
#include "web/listing.h"
#include "web/lists.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

static const char *const steps[] = { "tasks", "hidden", NULL };

static const struct field new_token[] = {
	{ .name = "name", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = "scopes", .type = F_WORDS, .min = 1, .max = 4,
	    .words = token_scopes },
	{ .name = "readOnly", .type = F_BOOL },
	{ .name = "listIds", .type = F_IDS, .min = 1, .max = CAP_TOKEN_LISTS },
	{ .name = "expiresInDays", .type = F_INT, .min = 1,
	    .max = TOKEN_DAYS_MAX },
	{ .name = "steps", .type = F_WORD, .words = steps },
	{ .name = NULL }
};

static void
put_token(struct jw *jw, const struct credential *k)
{
	jw_put_text(jw, "id", k->id);
	jw_put_text(jw, "name", k->name);
	jw_put_bool(jw, "readOnly", (k->token & TOKEN_DAV_READS) != 0 ||
	    (k->token & TOKEN_SCOPES) == TOKEN_READ);
	route_put_scopes(jw, "scopes", k->token);
	lists_put(jw, "listIds", k->token & TOKEN_LIMITED ? k->lists : NULL,
	    k->lists_len);
	if (k->token & TOKEN_DAV)
		jw_put_text(jw, "steps",
		    steps[(k->token & TOKEN_STEPS_HIDDEN) != 0]);
	jw_put_stamp(jw, "createdAt", k->created_at);
	jw_put_stamp_or_null(jw, "lastUsedAt", k->used_at);
	jw_put_stamp(jw, "expiresAt", k->expires_at);
	jw_put_text(jw, "lastClient", k->client == NULL ||
	    k->client[0] == '\0' ? NULL : k->client);
}

static void
token_item(struct req *rq, struct jw *jw, struct rows *r)
{
	struct token_list_row t;

	row_token_list(r, rq->ctx.arena, &t);
	jw_object(jw);
	put_token(jw, &(const struct credential){ .id = t.id, .name = t.name,
	    .token = (unsigned)t.token, .lists = t.lists,
	    .lists_len = t.lists_len, .client = t.client,
	    .created_at = t.created_at, .used_at = t.used_at,
	    .expires_at = t.expires_at });
	jw_object_end(jw);
}

/* GET /me/tokens. */
static void
get_tokens(struct req *rq)
{
	answer_listing(rq, q_token_list(rq->ctx.db, rq->ctx.user, rq->ctx.now),
	    token_item);
}

/* False if refused. */
static bool
token_read_scopes(struct req *rq, struct credential *k)
{
	bool reads = field_bool(rq, "readOnly");

	k->token = reads ? TOKEN_READ : TOKEN_WRITE;
	if (field_given(rq, "scopes"))
		k->token = token_without_implied(
		    (unsigned)field(rq, "scopes")->number);
	if (reads && k->token == TOKEN_DAV)
		k->token |= TOKEN_DAV_READS;
	else if (reads && field_given(rq, "scopes"))
		field_error(rq, "/readOnly", "not-with-scopes",
		    "Only the scope dav alone can be made read-only.");
	if (field_given(rq, "steps") && !(k->token & TOKEN_DAV))
		field_error(rq, "/steps", "not-with-scopes",
		    "Only the scope dav has it.");
	if (field_text(rq, "steps") == steps[1])
		k->token |= TOKEN_STEPS_HIDDEN;
	if (rq->reply.error_count > 0)
		refuse(rq, VALIDATION_FAILED);
	return !rq->reply.refused;
}

/* POST /me/tokens: 201, the secret shown once; 422 validation-failed,
 * unknown-member, limit-reached. */
static void
create_token(struct req *rq)
{
	struct credential k = { .name = field_text(rq, "name") };
	int64_t lasts = credential_lasts(&rq->ctx);
	struct jw *jw;

	if (!token_read_scopes(rq, &k))
		return;
	if (field_given(rq, "listIds")) {
		k.lists = lists_read(rq, "listIds", &k.lists_len);
		if (k.lists == NULL)
			return;
		k.token |= TOKEN_LIMITED;
	}
	if (rows_one(q_credential_count(rq->ctx.db, rq->ctx.user, "token"),
	    0) >= CAP_TOKENS) {
		refuse(rq, LIMIT_REACHED);
		return;
	}
	if (field_given(rq, "expiresInDays")) {
		k.token |= TOKEN_FIXED_END;
		lasts = field(rq, "expiresInDays")->number * DAY;
	}
	credential_make(&rq->ctx, rq->ctx.user, "token", lasts, &k);
	audit_put(&rq->ctx, rq->ctx.user, AUDIT_TOKEN_MADE,
	    "{\"tokenId\":\"%s\"}", k.id);
	jw = reply(rq, 201);
	jw_object(jw);
	put_token(jw, &k);
	jw_put_text(jw, "token", k.secret);
	jw_object_end(jw);
}

/* DELETE /me/tokens/{tokenId}: 204; 404 token-not-found. */
static void
end_token(struct req *rq)
{
	bool ended = credential_end(&rq->ctx, "token", rq->arg[0]);

	if (ended)
		audit_put(&rq->ctx, rq->ctx.user, AUDIT_TOKEN_ENDED,
		    "{\"tokenId\":\"%s\"}", rq->arg[0]);
	answer_deleted(rq, ended ? DONE : TOKEN_NOT_FOUND);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/tokens", .handle = get_tokens,
	    .flags = R_NO_ETAG | R_ALONE },
	{ .method = "POST", .path = "/me/tokens", .handle = create_token,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE | R_STRICT,
	    .fields = new_token },
	{ .method = "DELETE", .path = "/me/tokens/{tokenId}",
	    .handle = end_token, .flags = R_WRITE | R_ALONE },
	{ .method = NULL }
};

const struct route_group tokens_group = { .name = "account", .routes = routes };
