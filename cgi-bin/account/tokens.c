/*
 * /me/tokens: access tokens, for programs.
 */
#include "cgi-bin/account/account.h"
#include "core/limits.h"
#include "core/user/credential.h"
#include "query/credential.h"
#include "web/body.h"
#include "web/listing.h"
#include "web/reply.h"
#include "web/request.h"

static const struct field new_token[] = {
	{ .name = "name", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = "readOnly", .type = F_BOOL },
	{ .name = NULL }
};

static void
put_token(struct jw *jw, const struct credential *k)
{
	jw_put_text(jw, "id", k->id);
	jw_put_text(jw, "name", k->name);
	jw_put_bool(jw, "readOnly", k->read_only);
	jw_put_stamp(jw, "createdAt", k->created_at);
	jw_put_stamp(jw, "lastUsedAt", k->used_at);
}

static void
token_item(struct req *rq, struct jw *jw, struct rows *r)
{
	struct credential k;

	row_credential(r, rq->ctx.arena, &k);
	jw_object(jw);
	put_token(jw, &k);
	jw_object_end(jw);
}

/* GET /me/tokens. */
static void
get_tokens(struct req *rq)
{
	answer_listing(rq, q_credential_list(rq->ctx.db, rq->ctx.user,
	    "token", rq->ctx.now), token_item);
}

/* POST /me/tokens: 201, the secret shown once; 422 limit-reached. */
static void
create_token(struct req *rq)
{
	struct credential k;
	struct jw *jw;

	if (rows_one(q_credential_count(rq->ctx.db, rq->ctx.user, "token"),
	    0) >= CAP_TOKENS) {
		refuse(rq, LIMIT_REACHED);
		return;
	}
	credential_make(&rq->ctx, rq->ctx.user, "token", field_text(rq, "name"),
	    field_bool(rq, "readOnly"), credential_lasts(&rq->ctx), &k);
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
	answer_deleted(rq, credential_end(&rq->ctx, "token", rq->arg[0]) ?
	    DONE : TOKEN_NOT_FOUND);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/tokens", .handle = get_tokens,
	    .flags = R_NO_ETAG | R_ALONE },
	{ .method = "POST", .path = "/me/tokens", .handle = create_token,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE, .fields = new_token },
	{ .method = "DELETE", .path = "/me/tokens/{tokenId}",
	    .handle = end_token, .flags = R_WRITE | R_ALONE },
	{ .method = NULL }
};

const struct route_group tokens_group = { .name = "account", .routes = routes };
