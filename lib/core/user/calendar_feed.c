#include "core/user/calendar_feed.h"

#include "core/limits.h"
#include "core/user/credential.h"
#include "core/user/token.h"
#include "core/user/user.h"
#include "db/db.h"
#include "query/calendar_feed.h"
#include "query/credential.h"

#define NEVER	INT64_MAX

const char *const calendar_feed_as[] = { "events", "todos", "both", NULL };

enum outcome
calendar_feed_make(struct ctx *c, struct calendar_feed *f)
{
	struct credential k = { .name = f->name, .token = (unsigned)f->token,
		.lists = f->lists, .lists_len = (size_t)f->lists_len };

	if (rows_one(q_credential_count(c->db, c->user, "feed"), 0) >=
	    CAP_CALENDAR_FEEDS)
		return LIMIT_REACHED;
	credential_make(c, c->user, "feed", NEVER - c->now, &k);
	f->id = k.id;
	f->secret = k.secret;
	f->created_at = k.created_at;
	f->used_at = 0;
	return CREATED;
}

enum outcome
calendar_feed_end(struct ctx *c, const char *id)
{
	return credential_end(c, "feed", id) ? DONE : CALENDAR_FEED_NOT_FOUND;
}

enum outcome
calendar_feed_use(struct ctx *c, const char *secret, struct calendar_feed *f)
{
	unsigned char hash[CREDENTIAL_HASH];
	struct calendar_feed_use_row row;

	credential_hash(secret, hash);
	if (!only_calendar_feed_use(q_calendar_feed_use(c->db, hash,
	    sizeof(hash)), c->arena, &row))
		return NOT_FOUND;
	if (user_must_enrol(c->settings, row.password, row.flags))
		return SECOND_FACTOR_NEEDED;
	*f = (struct calendar_feed){ .name = row.name, .token = row.token,
	    .used_at = row.used_at };
	c->user = row.user_id;
	c->zone = row.time_zone;
	c->limited = (row.token & FEED_LISTS) != 0;
	db_limit(c->db, c->limited ? row.lists : NULL, row.lists_len);
	return DONE;
}

void
calendar_feed_touch(struct ctx *c, const char *secret)
{
	unsigned char hash[CREDENTIAL_HASH];

	credential_hash(secret, hash);
	q_calendar_feed_touch(c->db, hash, sizeof(hash), c->now);
}
