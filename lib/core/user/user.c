#include "core/user/user.h"

#include <string.h>

#include "base/text.h"
#include "core/access.h"
#include "core/feed.h"
#include "query.h"

bool
user_get(struct ctx *c, const char *id, struct user *u)
{
	return only_user(q_user_get(c->db, id), c->arena, u);
}

bool
user_by_email(struct ctx *c, const char *email, struct user *u)
{
	return only_user(q_user_by_email(c->db,
	    text_lower_ascii(c->arena, email)), c->arena, u);
}

const char *
user_zone(struct ctx *c, const char *id)
{
	struct rows *r = q_user_zone(c->db, id);
	const char *zone = "UTC";

	if (rows_next(r)) {
		zone = rows_text(r, c->arena, 0);
		rows_end(r);
	}
	return zone;
}

void
user_changed(struct ctx *c, const char *id)
{
	struct user u;

	if (user_get(c, id, &u))
		q_user_set_stamp(c->db, id, feed_put(c, id, u.stamp, FEED_ME,
		    id));
}

void
user_set_verified(struct ctx *c, const char *id)
{
	q_user_set_verified(c->db, id);
	user_changed(c, id);
}

enum outcome
user_add(struct ctx *c, const char *email, const char *name,
    const char *hash, bool verified, struct user *u)
{
	const char *key = text_lower_ascii(c->arena, email);
	const char *id = id_new(c->arena);

	if (only_user(q_user_by_email(c->db, key), c->arena, u))
		return EMAIL_TAKEN;
	q_user_add(c->db, id, email, key, name, hash, verified,
	    db_stamp(c->db, c->now));
	user_changed(c, id);
	user_get(c, id, u);
	return CREATED;
}

void
user_update(struct ctx *c, const struct user_patch *p, struct user *u)
{
	struct user was;
	bool renamed;

	user_get(c, c->user, &was);
	*u = was;
	renamed = p->name != NULL && strcmp(p->name, u->display_name) != 0;
	if (p->name != NULL)
		u->display_name = p->name;
	if (p->zone != NULL)
		u->time_zone = p->zone;
	if (p->auto_delete_given && !p->auto_delete)
		u->auto_delete_at = 0;
	else if (p->auto_delete_given && u->auto_delete_at == 0)
		u->auto_delete_at = c->now;
	q_user_set(c->db, c->user, u->display_name, u->time_zone,
	    u->auto_delete_at);
	if (renamed || strcmp(u->time_zone, was.time_zone) != 0 ||
	    u->auto_delete_at != was.auto_delete_at)
		user_changed(c, c->user);
	if (renamed)
		access_renamed(c);
}

void
user_end_sessions(struct ctx *c, const char *user, const char *keep)
{
	q_credential_end_others(c->db, user, "session", keep);
	q_subscription_expire(c->db, user, c->now);
}

void
user_disable(struct ctx *c, const char *user, bool disabled)
{
	q_user_set_disabled(c->db, user, disabled);
	if (!disabled)
		return;
	user_end_sessions(c, user, NULL);
	/* Those of access tokens, and of users signed in by the web server. */
	q_leave_subscriptions(c->db, user);
}
