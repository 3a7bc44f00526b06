/*
 * Push subscriptions and notification preferences.
 */
#include "base/settings/settings.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/notify/registration.h"
#include "core/notify/subscription.h"
#include "core/record.h"
#include "core/user/token.h"
#include "core/user/user.h"
#include "query/push.h"
#include "query/user.h"
#include "query/vapid.h"
#include "web/body.h"
#include "web/listing.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static struct fault
check_endpoint(struct ctx *c, const char *uri)
{
	const char *why = registration_fault(c->arena,
	    &c->settings->push_allow, uri);

	return (struct fault){ why == NULL ? NULL : "invalid-format", why };
}

static const struct field keys[] = {
	{ .name = "p256dh", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = 1024 },
	{ .name = "auth", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = 1024 },
	{ .name = NULL }
};

static const struct field subscription[] = {
	{ .name = "endpoint", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = ENDPOINT_MAX, .check = check_endpoint },
	{ .name = "keys", .type = F_OBJECT, .flags = F_REQUIRED,
	    .sub = keys },
	{ .name = "userAgent", .type = F_TEXT, .max = USER_AGENT_MAX },
	{ .name = NULL }
};

static const struct field wishes[] = {
	RECORD(notification, F_SET),
	{ .name = NULL }
};

/* POST /me/push-subscriptions: 201; 200 if the endpoint is the caller's; 422
 * limit-reached. */
static void
subscribe(struct req *rq)
{
	struct jw *jw;
	enum outcome o;
	const char *id;

	o = push_register(&rq->ctx, field_text(rq, "endpoint"),
	    field_text(rq, "p256dh"), field_text(rq, "auth"),
	    field_text(rq, "userAgent"), &id);
	if (o == LIMIT_REACHED) {
		refuse(rq, o);
		return;
	}
	jw = reply(rq, o == CREATED ? 201 : 200);
	jw_object(jw);
	jw_put_text(jw, "id", id);
	jw_put_bool(jw, "deviceSubscribed", true);
	jw_object_end(jw);
}

static void
subscription_item(struct req *rq, struct jw *jw, struct rows *r)
{
	struct subscription_list_row s;

	row_subscription_list(r, rq->ctx.arena, &s);
	jw_object(jw);
	jw_put_text(jw, "id", s.id);
	jw_put_text(jw, "endpoint", s.endpoint);
	jw_put_text(jw, "userAgent", s.user_agent);
	jw_put_stamp(jw, "createdAt", s.created_at);
	jw_put_bool(jw, "current", same_id(s.credential_id,
	    rq->ctx.credential));
	jw_object_end(jw);
}

/* GET /me/push-subscriptions. */
static void
get_subscriptions(struct req *rq)
{
	answer_listing(rq, q_subscription_list(rq->ctx.db, rq->ctx.user),
	    subscription_item);
}

/* DELETE /me/push-subscriptions/{subscriptionId}: 204; 404
 * subscription-not-found. */
static void
unsubscribe(struct req *rq)
{
	answer_deleted(rq, push_end(&rq->ctx, rq->arg[0]));
}

static void
answer_notifications(struct req *rq)
{
	struct state_vapid_public_row key = { NULL };
	struct user u;
	struct jw *jw;

	only_state_vapid_public(q_state_vapid_public(rq->ctx.db),
	    rq->ctx.arena, &key);
	user_get(&rq->ctx, rq->ctx.user, &u);
	jw = reply(rq, 200);
	jw_object(jw);
	jw_name(jw, "preferences");
	user_show_notifications(jw, &u);
	jw_put_bool(jw, "deviceSubscribed", push_subscribed(&rq->ctx));
	jw_put_bool(jw, "supported", key.vapid_public != NULL);
	jw_put_text(jw, "vapidPublicKey", key.vapid_public);
	jw_object_end(jw);
}

/* GET /me/notifications: 200. */
static void
get_notifications(struct req *rq)
{
	answer_notifications(rq);
}

/* PUT /me/notifications: 200; fields that are not given stay as they are. */
static void
set_notifications(struct req *rq)
{
	struct user to = { .id = NULL }, u;
	unsigned set = field_record(rq, notification_fields, &to);

	user_get(&rq->ctx, rq->ctx.user, &u);
	if (record_apply(notification_fields, &u, &to, set) != 0) {
		q_user_set_wishes(rq->ctx.db, u.id, u.reminders,
		    u.assignments);
		user_changed(&rq->ctx, u.id);
	}
	answer_notifications(rq);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/push-subscriptions",
	    .handle = get_subscriptions, .token = TOKEN_READ },
	{ .method = "POST", .path = "/me/push-subscriptions",
	    .handle = subscribe, .flags = R_WRITE, .fields = subscription,
	    .token = TOKEN_WRITE },
	{ .method = "DELETE", .path = "/me/push-subscriptions/{subscriptionId}",
	    .handle = unsubscribe, .flags = R_WRITE, .token = TOKEN_WRITE },
	{ .method = "GET", .path = "/me/notifications",
	    .handle = get_notifications, .token = TOKEN_READ },
	{ .method = "PUT", .path = "/me/notifications",
	    .handle = set_notifications, .flags = R_WRITE, .fields = wishes,
	    .scope = SCOPE_USER, .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group notifications_group = { .name = "notifications",
	.routes = routes };
