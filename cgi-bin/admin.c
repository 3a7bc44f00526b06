/*
 * /admin: the users, the state of the service and the audit, for
 * administrators.
 */
#include <string.h>
#include <sys/statvfs.h>

#include "base/base.h"
#include "base/settings/settings.h"
#include "base/version.h"
#include "core/account/account.h"
#include "core/account/administration.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/user.h"
#include "query/admin.h"
#include "query/administration.h"
#include "query/delivery.h"
#include "query/job.h"
#include "web/audit_page.h"
#include "web/body.h"
#include "web/listing.h"
#include "web/query_param.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

static const struct field managed_new[] = {
	{ .name = "email", .type = F_EMAIL, .flags = F_REQUIRED },
	{ .name = "displayName", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = NULL }
};

static const struct field managed_set[] = {
	{ .name = "disabled", .type = F_BOOL },
	{ .name = "admin", .type = F_BOOL },
	{ .name = "emailVerified", .type = F_BOOL },
	{ .name = "quotaBytes", .type = F_INT, .flags = F_NULL, .min = 0,
	    .max = QUOTA_MAX },
	{ .name = NULL }
};

static const char *const lists_go[] = { "hand-over", "delete", NULL };

static const struct field managed_gone[] = {
	{ .name = "sharedLists", .type = F_WORD, .words = lists_go },
	{ .name = NULL }
};

static void
put_managed(struct jw *jw, const struct managed *m)
{
	jw_object(jw);
	jw_put_text(jw, "id", m->id);
	jw_put_text(jw, "email", m->email);
	jw_put_text(jw, "displayName", m->display_name);
	jw_put_bool(jw, "emailVerified", m->verified);
	jw_put_bool(jw, "admin", m->admin);
	jw_put_bool(jw, "disabled", m->disabled);
	jw_put_bool(jw, "secondFactor", m->second_factor);
	jw_put_text(jw, "invitedBy", m->invited_by);
	jw_put_stamp(jw, "createdAt", m->created_at);
	jw_put_stamp_or_null(jw, "lastSignInAt", m->signed_in_at);
	jw_put_int(jw, "usedBytes", m->bytes);
	jw_name(jw, "quotaBytes");
	if (m->quota == QUOTA_SETTING)
		jw_null(jw);
	else
		jw_int(jw, m->quota);
	jw_object_end(jw);
}

/* GET /admin/users: 200, by address; 422 validation-failed, invalid-since. */
static void
get_users(struct req *rq)
{
	const char *next = NULL;
	struct managed m;
	bool more = false;
	struct listing l;
	struct rows *r;
	struct jw *jw;
	int64_t n;

	if (!listing_read(rq, &l))
		return;
	if (l.after != NULL && !managed_get(&rq->ctx, l.after, &m)) {
		listing_bad_after(rq);
		return;
	}
	r = q_managed_page(rq->ctx.db, l.after, CONTENT_LEAST, l.limit + 1);
	jw = listing_begin(rq);
	for (n = 0; next_managed(r, rq->ctx.arena, &m); n++) {
		if ((more = n == l.limit)) {
			rows_end(r);
			break;
		}
		put_managed(jw, &m);
		next = m.id;
	}
	listing_end(jw, more ? next : NULL, more);
}

/* POST /admin/users: 201 {user, url, expiresAt}; 409 email-taken. */
static void
make_user(struct req *rq)
{
	struct managed m;
	const char *code;
	struct user u;
	struct jw *jw;

	if (user_add(&rq->ctx, field_text(rq, "email"),
	    field_text(rq, "displayName"), NULL, false, &u) != CREATED) {
		refuse(rq, EMAIL_TAKEN);
		return;
	}
	audit_put(&rq->ctx, u.id, AUDIT_ACCOUNT_MADE,
	    "{\"by\":\"administrator\"}");
	code = mail_code(&rq->ctx, u.id, MAIL_INVITE, u.email);
	managed_get(&rq->ctx, u.id, &m);
	jw = reply(rq, 201);
	jw_object(jw);
	jw_name(jw, "user");
	put_managed(jw, &m);
	jw_put_text(jw, "url", arena_printf(rq->ctx.arena, "%s/#/reset/%s",
	    link_base(rq), code));
	jw_put_stamp(jw, "expiresAt", rq->ctx.now + MAIL_INVITE_LASTS);
	jw_object_end(jw);
}

/* PATCH /admin/users/{userId}: 200; 404 user-not-found; 409 last-administrator;
 * 422 no-fields. */
static void
change_user(struct req *rq)
{
	static const struct { const char *name; unsigned bit; } members[] = {
		{ "disabled", MANAGED_DISABLED }, { "admin", MANAGED_ADMIN },
		{ "emailVerified", MANAGED_VERIFIED },
		{ "quotaBytes", MANAGED_QUOTA } };
	const struct value *quota = field(rq, "quotaBytes");
	struct managed to = { .disabled = field_bool(rq, "disabled"),
		.admin = field_bool(rq, "admin"),
		.verified = field_bool(rq, "emailVerified"),
		.quota = quota->null ? QUOTA_SETTING : quota->number }, m;
	unsigned set = 0;
	enum outcome o;
	size_t i;

	for (i = 0; i < COUNT(members); i++)
		if (field_given(rq, members[i].name))
			set |= members[i].bit;
	o = managed_change(&rq->ctx, rq->arg[0], &to, set, &m);
	if (o != DONE)
		refuse(rq, o);
	else
		put_managed(reply(rq, 200), &m);
}

/* The context in which the user leaves; false if there is none, or it must
 * remain. */
static bool
leaver(struct req *rq, struct ctx *its)
{
	enum outcome o = administrator_leave(&rq->ctx, rq->arg[0]);

	*its = rq->ctx;
	its->user = rq->arg[0];
	if (o != DONE)
		refuse(rq, o);
	return o == DONE;
}

static bool
admin_hands_over(struct req *rq)
{
	const char *how = field_text(rq, "sharedLists");

	return how == NULL || strcmp(how, lists_go[0]) == 0;
}

static int64_t
removal_portion(struct req *rq, int64_t max)
{
	struct ctx its;

	return leaver(rq, &its) ?
	    account_leave_lists(&its, admin_hands_over(rq), max) : 0;
}

static bool
removal_rest(struct req *rq)
{
	return account_forget(&rq->ctx, rq->arg[0], PORTION) == PORTION;
}

/* DELETE /admin/users/{userId}: 204; 404 user-not-found; 409
 * last-administrator. */
static void
remove_user(struct req *rq)
{
	struct ctx its;

	if (!leaver(rq, &its))
		return;
	account_leave(&its, admin_hands_over(rq));
	if (removal_rest(rq))
		rq->rest = removal_rest;
	answer_empty(rq, 204);
}

/* DELETE /admin/users/{userId}/second-factor: 204; 404 user-not-found. */
static void
remove_factor(struct req *rq)
{
	struct user u;

	if (!user_get(&rq->ctx, rq->arg[0], &u)) {
		refuse(rq, USER_NOT_FOUND);
		return;
	}
	managed_remove_factor(&rq->ctx, &u);
	answer_empty(rq, 204);
}

/* What is wrong, or NULL; *fault: it is more than an advice, as docket-admin
 * check says it. */
static const char *
backup_check(struct req *rq, bool *fault)
{
	int64_t at = rows_one(q_state_backed_up_at(rq->ctx.db), 0);
	int64_t days = rq->ctx.settings->backup_days;

	(void)fault;
	return days == 0 || rq->ctx.now - at <= days * DAY ? NULL : at == 0 ?
	    "docket-backup has never made a backup." :
	    "docket-backup has made no backup lately.";
}

static const char *
cleanup_check(struct req *rq, bool *fault)
{
	int64_t at = rows_one(q_state_cleaned_at(rq->ctx.db), 0);

	(void)fault;
	return rq->ctx.now - at <= 2 * DAY ? NULL : at == 0 ?
	    "docket-cleanup has never run." :
	    "docket-cleanup has not run for two days.";
}

static const char *
disk_check(struct req *rq, bool *fault)
{
	struct statvfs v;

	*fault = true;
	return statvfs(rq->ctx.settings->data, &v) != 0 ||
	    (int64_t)(v.f_bavail * v.f_frsize) >= DISK_LOW ? NULL :
	    "The disk is almost full.";
}

static const char *
mail_check(struct req *rq, bool *fault)
{
	if (rq->ctx.settings->smtp_url[0] == '\0')
		return "Mail is not set up: nobody can choose a new password.";
	*fault = rows_one(q_stats_mails_late(rq->ctx.db,
	    rq->ctx.now - HOUR), 0) > 0;
	return *fault ? "Mails have waited for over an hour." : NULL;
}

static const char *
reminders_check(struct req *rq, bool *fault)
{
	int64_t at = rows_one(q_state_reminded_at(rq->ctx.db), 0);

	/* Does anybody wait for them? */
	*fault = rows_any(q_subscription_any(rq->ctx.db));
	return rq->ctx.settings->reminders != REMINDERS_ON ||
	    at >= rq->ctx.now - REMINDER_OVERDUE ? NULL : at == 0 ?
	    "docket-remind has never run." :
	    "docket-remind has not run for ten minutes.";
}

static const struct {
	const char	*name;
	const char	*(*check)(struct req *, bool *fault);
} checks[] = {
	{ "backup", backup_check },
	{ "cleanup", cleanup_check },
	{ "disk", disk_check },
	{ "mail", mail_check },
	{ "reminders", reminders_check },
};

/* GET /admin/service: 200 {version, users, bytes, checks}. */
static void
get_state(struct req *rq)
{
	struct jw *jw = reply(rq, 200);
	const char *wrong;
	bool fault;
	size_t i;

	jw_object(jw);
	jw_put_text(jw, "version", docket_version);
	jw_put_int(jw, "users", rows_one(q_stats_users(rq->ctx.db), 0));
	jw_put_int(jw, "bytes", rows_one(q_stats_attachment_bytes(rq->ctx.db),
	    0));
	jw_name(jw, "checks");
	jw_array(jw);
	for (i = 0; i < COUNT(checks); i++) {
		fault = false;
		wrong = checks[i].check(rq, &fault);
		jw_object(jw);
		jw_put_text(jw, "name", checks[i].name);
		jw_put_text(jw, "state", wrong == NULL ? "ok" :
		    fault ? "fault" : "advice");
		jw_put_text(jw, "text", wrong);
		jw_object_end(jw);
	}
	jw_array_end(jw);
	jw_object_end(jw);
}

/* GET /admin/audit: 200; 422 validation-failed, invalid-since. */
static void
get_audit(struct req *rq)
{
	const char *user = query_param(rq, "userId");
	struct audit_page p;
	struct managed m;
	struct jw *jw;

	if (rq->reply.refused || !audit_page_read(rq, &p))
		return;
	if (user != NULL && !managed_get(&rq->ctx, user, &m)) {
		field_error(rq, "/userId", "not-found", "Must be a user.");
		refuse(rq, VALIDATION_FAILED);
		return;
	}
	jw = reply(rq, 200);
	jw_object(jw);
	audit_page_put(rq, jw, &p, user, true);
	jw_object_end(jw);
}

#define READS	(R_ADMIN | R_CONFIRMED | R_NO_ETAG | R_ALONE)
#define WRITES	(R_ADMIN | R_CONFIRMED | R_WRITE | R_NO_STORE | R_ALONE | \
    R_STRICT)

static const struct route routes[] = {
	{ .method = "GET", .path = "/admin/users", .handle = get_users,
	    .flags = READS },
	{ .method = "POST", .path = "/admin/users", .handle = make_user,
	    .flags = WRITES, .fields = managed_new },
	{ .method = "PATCH", .path = "/admin/users/{userId}",
	    .handle = change_user, .flags = WRITES, .fields = managed_set },
	{ .method = "DELETE", .path = "/admin/users/{userId}",
	    .handle = remove_user, .flags = WRITES | R_BODY_OPTIONAL,
	    .fields = managed_gone, .portion = removal_portion },
	{ .method = "DELETE", .path = "/admin/users/{userId}/second-factor",
	    .handle = remove_factor, .flags = WRITES },
	{ .method = "GET", .path = "/admin/service", .handle = get_state,
	    .flags = READS },
	{ .method = "GET", .path = "/admin/audit", .handle = get_audit,
	    .flags = READS },
	{ .method = NULL }
};

const struct route_group admin_group = { .name = "admin", .routes = routes };
