#include "core/user/user.h"

#include <string.h>

#include "base/json/write.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/record.h"
#include "query/credential.h"
#include "query/leave.h"
#include "query/push.h"
#include "query/user.h"

const struct field user_fields[] = {
	{ "id", F_UUID, F_EXPORT, AT(user, id) },
	{ "email", F_EMAIL, F_NEW | F_REQUIRED | F_EXPORT, AT(user, email) },
	{ "displayName", F_TEXT, F_NEW | F_SET | F_REQUIRED | F_EXPORT,
	    1, DISPLAY_NAME_MAX, AT(user, display_name) },
	{ "emailVerified", F_BOOL, F_EXPORT, AT(user, verified) },
	{ "admin", F_BOOL, 0, AT(user, admin) },
	{ "autoDeleteCompleted", F_BOOL, F_SET, AT(user, auto_delete) },
	{ "timeZone", F_ZONE, F_SET, AT(user, time_zone) },
	{ "updatedAt", F_STAMP, F_FEED, AT(user, stamp) },
	{ .name = NULL }
};

const struct field notification_fields[] = {
	{ "reminders", F_BOOL, F_SET, AT(user, reminders) },
	{ "assignments", F_BOOL, F_SET, AT(user, assignments) },
	{ .name = NULL }
};

void
user_show_notifications(struct jw *jw, const struct user *u)
{
	jw_object(jw);
	record_show(jw, notification_fields, u, false, NULL);
	jw_object_end(jw);
}

static void
show_me(struct jw *jw, const struct ctx *c, const void *record, bool feed)
{
	record_show(jw, user_fields, record, feed, c->user);
	if (!feed)
		return;
	jw_name(jw, "notifications");
	user_show_notifications(jw, record);
}

const struct record_kind kind_me = { .name = "me", .fields = user_fields,
	.show = show_me,
	.row_stamp = offsetof(struct user, stamp) };

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
	const char *zone = rows_one_text(q_user_zone(c->db, id), c->arena);

	return zone == NULL ? "UTC" : zone;
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
user_set_verified(struct ctx *c, const char *id, bool verified)
{
	q_user_set_verified(c->db, id, verified);
	user_changed(c, id);
}

bool
user_is_admin(struct ctx *c, const char *id)
{
	struct user u;

	return user_get(c, id, &u) && u.admin;
}

int64_t
user_factors(const struct settings *s)
{
	return !settings_second_factor(s) ? 0 :
	    USER_TOTP | (settings_passkeys(s) ? USER_PASSKEYS : 0);
}

bool
user_must_enrol(const struct settings *s, bool password, int64_t flags)
{
	int64_t factors = user_factors(s);

	return factors != 0 && password && (flags & factors) == 0;
}

int64_t
user_quota(struct ctx *c, const char *id)
{
	return rows_one(q_user_quota(c->db, id), c->settings->quota_bytes);
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
	    db_stamp(c->db, c->now, id));
	user_changed(c, id);
	user_get(c, id, u);
	return CREATED;
}

enum outcome
user_update(struct ctx *c, const struct user *to, unsigned set, struct user *u)
{
	unsigned changed;

	if (set == 0)
		return NO_FIELDS;
	user_get(c, c->user, u);
	changed = record_apply(user_fields, u, to, set);
	if (changed & BIT(user, auto_delete))
		u->auto_delete_at = u->auto_delete ? c->now : 0;
	q_user_set(c->db, u);
	if (changed != 0)
		user_changed(c, c->user);
	if (changed & BIT(user, display_name))
		access_renamed(c);
	return DONE;
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
	/* Nothing of this is there again once the user is enabled. */
	user_changed(c, user);
	q_credential_end_access(c->db, user);
	q_leave_subscriptions(c->db, user);
}
