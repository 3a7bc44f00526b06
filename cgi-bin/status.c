/*
 * The state of the service: /health, /ready, /service, /openapi.json, and the
 * root, which refers to them.  This program also answers all other paths.
 */
#include <string.h>
#include <sys/statvfs.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/net.h"
#include "base/settings/settings.h"
#include "base/version.h"
#include "cgi-bin/status/openapi.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/user/user.h"
#include "import/names.h"
#include "oidc/state.h"
#include "query/job.h"
#include "query/vapid.h"
#include "web/caller.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

/* GET /health: 200 {status, version}; 503 not-ready if the database cannot be
 * opened. */
static void
get_health(struct req *rq)
{
	struct jw *jw;

	feed_last(&rq->ctx);	/* fatal if the database cannot be read */
	jw = reply(rq, 200);
	jw_object(jw);
	jw_put_text(jw, "status", "ok");
	jw_put_text(jw, "version", docket_version);
	jw_object_end(jw);
}

static bool
status_disk_has_space(struct req *rq)
{
	struct statvfs v;

	return statvfs(rq->ctx.settings->data, &v) == 0 &&
	    (int64_t)(v.f_bavail * v.f_frsize) >= DISK_LOW;
}

/* GET /ready: 200, or 503 not-ready with the checks that fail. */
static void
get_ready(struct req *rq)
{
	const char *failing[2];
	size_t n = 0, i;
	struct jw *jw;

	if (rq->ctx.settings->reminders == REMINDERS_ON &&
	    rows_one(q_state_reminded_at(rq->ctx.db), 0) <
	    rq->ctx.now - REMINDER_OVERDUE)
		failing[n++] = "reminders";
	if (!status_disk_has_space(rq))
		failing[n++] = "disk";
	if (n == 0) {
		jw = reply(rq, 200);
		jw_object(jw);
		jw_put_text(jw, "status", "ready");
		jw_put_bool(jw, "https", rq->in.https);
		if (rq->in.address_key != NULL)
			jw_put_text(jw, "address", net_text(rq->ctx.arena,
			    &rq->in.address));
		jw_object_end(jw);
		return;
	}
	jw = refuse_open(rq, NOT_READY);
	jw_name(jw, "failing");
	jw_array(jw);
	for (i = 0; i < n; i++)
		jw_text(jw, failing[i]);
	jw_array_end(jw);
	jw_object_end(jw);
}

/* Writes the entries of upload-types. */
static void
show_types(struct jw *jw, struct arena *a, const char *types)
{
	const char *p;
	size_t n;

	jw_array(jw);
	for (p = types + strspn(types, ", "); *p != '\0';
	    p += strspn(p, ", ")) {
		n = strcspn(p, ", ");
		jw_text(jw, arena_dup(a, p, n));
		p += n;
	}
	jw_array_end(jw);
}

static void
show_names(struct jw *jw, const char *const *names)
{
	jw_array(jw);
	for (; *names != NULL; names++)
		jw_text(jw, *names);
	jw_array_end(jw);
}

static void
show_limits(struct jw *jw)
{
	static const struct { const char *name; int64_t limit; } limits[] = {
		{ "title", TITLE_MAX },
		{ "listTitle", LIST_TITLE_MAX },
		{ "notes", NOTES_MAX },
		{ "tagName", TAG_NAME_MAX },
		{ "lists", CAP_LISTS },
		{ "groups", CAP_GROUPS },
		{ "tags", CAP_TAGS },
		{ "tasksInList", CAP_TASKS },
		{ "steps", CAP_STEPS },
		{ "tagsOnTask", CAP_TASK_TAGS },
		{ "attachmentsOnTask", CAP_ATTACHMENTS },
		{ "members", CAP_MEMBERS },
		{ "batch", CAP_BATCH },
		{ "setting", SETTING_MAX },
		{ "settings", CAP_SETTINGS },
	};
	size_t i;

	jw_object(jw);
	for (i = 0; i < COUNT(limits); i++)
		jw_put_int(jw, limits[i].name, limits[i].limit);
	jw_object_end(jw);
}

static const char *const registrations[] = {
	[REGISTRATION_CLOSED] = "closed",
	[REGISTRATION_INVITED] = "invited",
	[REGISTRATION_OPEN] = "open",
};

static bool
invitations_make_accounts(const struct settings *s)
{
	return settings_registration(s) != REGISTRATION_CLOSED;
}

static bool
sends_invitations(const struct settings *s)
{
	return s->smtp_url[0] != '\0';
}

static bool
offers_dav(const struct settings *s)
{
	return s->dav == DAV_ON;
}

/* What clients ask for before they use it, in the order of the names; NULL:
 * whatever the settings. */
static const struct {
	const char	*name;
	bool		(*offered)(const struct settings *);
} features[] = {
	{ "administration", NULL },
	{ "dav", offers_dav },
	{ "due-times", NULL },
	{ "feeds", NULL },
	{ "hand-over", NULL },
	{ "import", NULL },
	{ "invited-accounts", invitations_make_accounts },
	{ "mailed-invitations", sends_invitations },
	{ "oidc", settings_oidc },
	{ "passkeys", settings_passkeys },
	{ "roles", NULL },
	{ "rotation", NULL },
	{ "rules", NULL },
	{ "scopes", NULL },
	{ "security", NULL },
	{ "totp", settings_passwords },
};

static void
show_features(struct jw *jw, const struct settings *s)
{
	size_t i;

	jw_array(jw);
	for (i = 0; i < COUNT(features); i++)
		if (features[i].offered == NULL || features[i].offered(s))
			jw_text(jw, features[i].name);
	jw_array_end(jw);
}

static void
show_caller(struct req *rq, struct jw *jw)
{
	struct user u;

	if (!caller_reads(rq) || !user_get(&rq->ctx, rq->ctx.user, &u)) {
		jw_null(jw);
		return;
	}
	show_record(jw, &rq->ctx, &kind_me, &u, false);
}

/* Where the app goes to sign out; NULL: nowhere. */
static const char *
sign_out_url(struct req *rq)
{
	const struct settings *s = rq->ctx.settings;
	const char *url = NULL;

	if (settings_oidc(s) && rq->caller.rights.session)
		url = state_sign_out_url(&rq->ctx, arena_printf(rq->ctx.arena,
		    "%s/", s->base_url));
	return url != NULL || s->sign_out_url[0] == '\0' ? url :
	    s->sign_out_url;
}

static void
show_oidc(struct jw *jw, const struct settings *s)
{
	jw_name(jw, "oidc");
	if (!settings_oidc(s)) {
		jw_null(jw);
		return;
	}
	jw_object(jw);
	jw_put_text(jw, "name", s->oidc_name);
	jw_object_end(jw);
}

/* GET /service: 200, with the caller if there is one who may read; 401
 * no-session for a secret in Authorization that is not valid. */
static void
get_service(struct req *rq)
{
	const struct settings *s = rq->ctx.settings;
	struct jw *jw = reply(rq, 200);

	jw_object(jw);
	jw_put_text(jw, "version", docket_version);
	jw_put_text(jw, "registration", registrations[settings_registration(s)]);
	jw_put_text(jw, "signIn",
	    s->auth == AUTH_REMOTE_USER ? "remote-user" : "password");
	jw_put_bool(jw, "passwordSignIn", settings_passwords(s));
	jw_put_text(jw, "secondFactor", settings_second_factor(s) ? "required" :
	    "optional");
	show_oidc(jw, s);
	jw_put_text(jw, "signOutUrl", sign_out_url(rq));
	jw_put_bool(jw, "passwordReset", s->smtp_url[0] != '\0' &&
	    settings_passwords(s));
	jw_put_bool(jw, "push", rows_any(q_state_vapid_public(rq->ctx.db)));
	jw_put_bool(jw, "wait", s->wait == WAIT_ON);
	jw_put_int(jw, "importMaxBytes", s->import_max_bytes);
	jw_name(jw, "importFormats");
	show_names(jw, import_formats);
	jw_put_int(jw, "uploadMaxBytes", s->upload_max_bytes);
	jw_name(jw, "uploadTypes");
	show_types(jw, rq->ctx.arena, s->upload_types);
	jw_put_text(jw, "dav", offers_dav(s) ? arena_printf(rq->ctx.arena,
	    "%s/dav/", link_base(rq)) : NULL);
	jw_name(jw, "features");
	show_features(jw, s);
	jw_name(jw, "limits");
	show_limits(jw);
	jw_name(jw, "user");
	show_caller(rq, jw);
	jw_object_end(jw);
}

/* GET /openapi.json: 200. */
static void
get_openapi(struct req *rq)
{
	reply(rq, 200);
	buf_add(&rq->reply.out, openapi_json, openapi_json_size);
}

/* GET /: 200 {name, version, document, service}, for people who look around. */
static void
get_root(struct req *rq)
{
	const char *base = arena_printf(rq->ctx.arena, "%s/api/v1",
	    link_base(rq));
	struct jw *jw = reply(rq, 200);

	jw_object(jw);
	jw_put_text(jw, "name", "Docket");
	jw_put_text(jw, "version", docket_version);
	jw_put_text(jw, "document", arena_printf(rq->ctx.arena,
	    "%s/openapi.json", base));
	jw_put_text(jw, "service", arena_printf(rq->ctx.arena, "%s/service",
	    base));
	jw_object_end(jw);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/", .handle = get_root,
	    .flags = R_PUBLIC | R_NO_DATABASE },
	{ .method = "GET", .path = "/health", .handle = get_health,
	    .flags = R_PUBLIC | R_NO_ETAG },
	{ .method = "GET", .path = "/ready", .handle = get_ready,
	    .flags = R_PUBLIC | R_NO_ETAG },
	{ .method = "GET", .path = "/service", .handle = get_service,
	    .flags = R_PUBLIC | R_ANYBODY | R_ENROL },
	{ .method = "GET", .path = "/openapi.json", .handle = get_openapi,
	    .flags = R_PUBLIC | R_NO_DATABASE | R_LONG },
	{ .method = NULL }
};

const struct route_group status_group = { .name = "status", .routes = routes };
