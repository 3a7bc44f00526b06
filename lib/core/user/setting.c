#include "core/user/setting.h"

#include <string.h>

#include "core/feed.h"
#include "core/limits.h"
#include "core/record.h"
#include "query/setting.h"

const struct field client_setting_fields[] = {
	{ "key", F_TEXT, 0, 1, SETTING_KEY_MAX, AT(client_setting, key) },
	{ "value", F_JSON, F_SET | F_REQUIRED, AT(client_setting, value) },
	{ "createdAt", F_STAMP, 0, AT(client_setting, created_at) },
	{ "updatedAt", F_STAMP, 0, AT(client_setting, stamp) },
	{ "deletedAt", F_STAMP, F_GONE, AT(client_setting, deleted_at) },
	{ .name = NULL }
};

const struct record_kind kind_setting = { .name = "setting",
	.fields = client_setting_fields,
	.row_stamp = offsetof(struct client_setting, stamp),
	.version = offsetof(struct client_setting, stamp),
	.deleted_at = offsetof(struct client_setting, deleted_at) };

bool
setting_key_valid(const char *key)
{
	size_t n = strlen(key);

	return n >= 1 && n <= SETTING_KEY_MAX && key[n - 1] != '/' &&
	    key[strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789/-")] == '\0';
}

bool
setting_by_id(struct ctx *c, const char *id, struct client_setting *s)
{
	return only_client_setting(q_setting_get(c->db, c->user, id), c->arena, s);
}

bool
setting_any(struct ctx *c, const char *key, struct client_setting *s)
{
	return setting_by_id(c, id_from_name(c->arena, c->user, key), s);
}

static void
setting_store(struct ctx *c, struct client_setting *s)
{
	q_setting_put(c->db, c->user, s->id, s->key, s->value, s->created_at,
	    s->stamp, s->deleted_at);
}

enum outcome
setting_put(struct ctx *c, const char *key, const char *value,
    struct client_setting *s)
{
	bool was = setting_any(c, key, s), live = was && s->deleted_at == 0;

	if (live && strcmp(s->value, value) == 0)
		return EXISTED;
	if (!live && rows_one(q_setting_count(c->db, c->user), 0) >=
	    CAP_SETTINGS)
		return LIMIT_REACHED;
	if (!was && rows_any(q_setting_ever(c->db, c->user, CAP_OWN_EVER)))
		return LIMIT_REACHED;
	if (!was)
		*s = (struct client_setting){ .key = key,
		    .id = id_from_name(c->arena, c->user, key) };
	s->value = value;
	s->stamp = feed_put(c, c->user, s->stamp, FEED_SETTING, s->id);
	s->deleted_at = 0;
	if (!live)
		s->created_at = s->stamp;
	setting_store(c, s);
	return live ? EXISTED : CREATED;
}

enum outcome
setting_delete(struct ctx *c, const char *key)
{
	struct client_setting s;

	if (!setting_any(c, key, &s) || s.deleted_at != 0)
		return SETTING_NOT_FOUND;
	s.value = NULL;
	s.stamp = s.deleted_at = feed_put_gone(c, c->user, s.stamp,
	    FEED_SETTING, s.id);
	setting_store(c, &s);
	return DONE;
}
