/*
 * /me/settings: settings that a user's clients store.
 */
#include <string.h>

#include "core/feed.h"
#include "core/limits.h"
#include "core/user/setting.h"
#include "core/user/token.h"
#include "query/setting.h"
#include "web/body.h"
#include "web/page.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static const struct field setting_value[] = {
	RECORD(client_setting, F_SET | F_REQUIRED),
	{ .name = NULL }
};

static struct rows *
setting_rows(struct req *rq, const struct cursor *at, int64_t count)
{
	return q_setting_page(rq->ctx.db, rq->ctx.user, at->key, count);
}

static void
setting_item(struct req *rq, struct jw *jw, struct rows *r, struct cursor *at)
{
	struct client_setting s;

	row_client_setting(r, rq->ctx.arena, &s);
	show_record(jw, &rq->ctx, &kind_setting, &s, false);
	*at = (struct cursor){ s.key, s.id };
}

/* GET /me/settings: by key. */
static void
get_settings(struct req *rq)
{
	answer_collection(rq, &(struct collection){
	    .feed.kinds = 1 << FEED_SETTING, .rows = setting_rows,
	    .show = setting_item });
}

/* Removes the white space between the parts of a JSON text. */
static const char *
compact(struct req *rq, const char *json)
{
	char *out = arena_alloc(rq->ctx.arena, strlen(json) + 1), *p = out;
	bool inside = false;

	for (; *json != '\0'; json++) {
		if (!inside && strchr(" \t\r\n", *json) != NULL)
			continue;
		if (*json == '"')
			inside = !inside;
		else if (inside && *json == '\\')
			*p++ = *json++;
		*p++ = *json;
	}
	return out;
}

/* PUT /me/settings/{key}: 201 or 200 Setting; 404 not-found for an invalid key;
 * 422 validation-failed, limit-reached. */
static void
put_setting(struct req *rq)
{
	const char *value = compact(rq, field_text(rq, "value"));
	struct client_setting s;

	if (!setting_key_valid(rq->arg[0])) {
		refuse(rq, NOT_FOUND);
		return;
	}
	if (strlen(value) > SETTING_MAX) {
		field_error(rq, "/value", "too-long", arena_printf(
		    rq->ctx.arena, "Must have at most %d bytes.",
		    SETTING_MAX));
		refuse(rq, VALIDATION_FAILED);
		return;
	}
	answer_record(rq, setting_put(&rq->ctx, rq->arg[0], value, &s),
	    &kind_setting, &s);
}

/* DELETE /me/settings/{key}: 204; 404 setting-not-found, or not-found for an
 * invalid key. */
static void
delete_setting(struct req *rq)
{
	if (!setting_key_valid(rq->arg[0]))
		refuse(rq, NOT_FOUND);
	else
		answer_deleted(rq, setting_delete(&rq->ctx, rq->arg[0]));
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/settings", .handle = get_settings,
	    .flags = R_PAGED, .token = TOKEN_READ },
	{ .method = "PUT", .path = "/me/settings/{key}", .handle = put_setting,
	    .flags = R_WRITE, .fields = setting_value,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = "DELETE", .path = "/me/settings/{key}",
	    .handle = delete_setting, .flags = R_WRITE,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group settings_group = { .name = "settings",
	.routes = routes };
