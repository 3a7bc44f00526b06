#include "web/precondition.h"

#include <string.h>

#include "core/file/attachment.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/task/my_day.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/user/setting.h"
#include "query.h"
#include "web/env.h"
#include "web/etag.h"
#include "web/request.h"
#include "web/route.h"

/* The stamp of the record that a path names; 0: none. */
struct version {
	int64_t		 stamp;
	int64_t		 deleted_at;
};

static bool
list_version(struct req *rq, struct version *v)
{
	struct list l;

	if (!list_any(&rq->ctx, rq->arg[0], &l))
		return false;
	*v = (struct version){ l.updated_at, l.deleted_at };
	return true;
}

static bool
group_version(struct req *rq, struct version *v)
{
	struct group g;

	if (!only_group(q_group_any(rq->ctx.db, rq->ctx.user, rq->arg[0]),
	    rq->ctx.arena, &g))
		return false;
	*v = (struct version){ g.updated_at, g.deleted_at };
	return true;
}

static bool
task_version(struct req *rq, struct version *v)
{
	const char *id = rq->arg[rq->args - 1];
	struct task t;

	if (!only_task(q_task_any(rq->ctx.db, rq->ctx.user, id),
	    rq->ctx.arena, &t) ||
	    (rq->args > 1 && !same_id(t.list_id, rq->arg[0])))
		return false;
	*v = (struct version){ t.stamp, t.deleted_at };
	return true;
}

static bool
step_version(struct req *rq, struct version *v)
{
	struct step s;

	if (!step_any(&rq->ctx, rq->arg[1], &s) ||
	    !same_id(s.task_id, rq->arg[0]))
		return false;
	*v = (struct version){ s.stamp, s.deleted_at };
	return true;
}

static bool
tag_version(struct req *rq, struct version *v)
{
	struct tag t;

	if (!tag_any(&rq->ctx, rq->arg[0], &t))
		return false;
	*v = (struct version){ t.stamp, t.deleted_at };
	return true;
}

static bool
attachment_version(struct req *rq, struct version *v)
{
	struct attachment f;

	if (!attachment_any(&rq->ctx, rq->arg[0], &f))
		return false;
	*v = (struct version){ f.stamp, f.deleted_at };
	return true;
}

/* PUT creates a missing entry. */
static bool
my_day_version(struct req *rq, struct version *v)
{
	struct my_day d;
	struct task t;

	if (my_day_any(&rq->ctx, rq->arg[0], &d))
		*v = (struct version){ d.updated_at, d.deleted_at };
	return task_reach(&rq->ctx, rq->arg[0], &t) == DONE;
}

/* PUT creates a missing setting. */
static bool
setting_version(struct req *rq, struct version *v)
{
	struct client_setting s;

	if (setting_any(&rq->ctx, rq->arg[0], &s))
		*v = (struct version){ s.stamp, s.deleted_at };
	return setting_key_valid(rq->arg[0]);
}

static const struct record {
	const char	*path;
	/* False if the caller neither has the record nor can create it. */
	bool		(*version)(struct req *, struct version *);
} records[] = {
	{ "/lists/{listId}", list_version },
	{ "/lists/{listId}/tasks/{taskId}", task_version },
	{ "/tasks/{taskId}", task_version },
	{ "/tasks/{taskId}/steps/{stepId}", step_version },
	{ "/me/groups/{groupId}", group_version },
	{ "/me/tags/{tagId}", tag_version },
	{ "/attachments/{attachmentId}", attachment_version },
	{ "/me/my-day/{taskId}", my_day_version },
	{ "/me/settings/{key}", setting_version },
};

/* Suffixes of a record's path that still mean the record. */
static const char *const verbs[] = { "", "/rank", "/move", "/restore" };

static const struct record *
record_of(const struct route *route)
{
	size_t i, j, n;

	for (i = 0; i < sizeof(records) / sizeof(records[0]); i++) {
		n = strlen(records[i].path);
		if (strncmp(route->path, records[i].path, n) != 0)
			continue;
		for (j = 0; j < sizeof(verbs) / sizeof(verbs[0]); j++)
			if (strcmp(route->path + n, verbs[j]) == 0)
				return &records[i];
	}
	return NULL;
}

static bool
ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

static bool
version_holds(struct req *rq, const struct record *record)
{
	const char *match = rq->env[ENV_HTTP_IF_MATCH], *etag;
	const char *none = rq->env[ENV_HTTP_IF_NONE_MATCH];
	bool restore = ends_with(rq->route->path, "/restore");
	bool put = strcmp(rq->method, "PUT") == 0;
	struct version v = { 0, 0 };

	if (!record->version(rq, &v))
		return true;
	if (v.stamp == 0 || restore != (v.deleted_at != 0))
		return !put || match == NULL;
	etag = etag_of_stamp(rq, v.stamp);
	return (match == NULL || etag_matches(match, etag)) &&
	    !(put && etag_matches(none, etag));
}

/* Runs GET of the path as a separate request. */
static bool
etag_holds(struct req *rq, const struct route *get)
{
	struct req now = { .groups = rq->groups, .route = get, .ctx = rq->ctx,
		.method = "GET", .path = rq->path, .query = rq->query,
		.base = rq->base, .args = rq->args, .file = -1 };
	bool holds = true;

	memcpy(now.arg, rq->arg, sizeof(now.arg));
	get->handle(&now);
	if (now.status == 200) {
		if (now.etag == NULL)
			etag_of_body(&now);
		holds = etag_matches(rq->env[ENV_HTTP_IF_MATCH], now.etag);
	}
	buf_free(&now.headers);
	buf_free(&now.out);
	return holds;
}

bool
precondition_holds(struct req *rq)
{
	const struct record *record;
	const struct route *get;
	bool holds = true;

	if (rq->env[ENV_HTTP_IF_MATCH] == NULL &&
	    rq->env[ENV_HTTP_IF_NONE_MATCH] == NULL)
		return true;
	if ((record = record_of(rq->route)) != NULL)
		holds = version_holds(rq, record);
	else if (rq->env[ENV_HTTP_IF_MATCH] != NULL &&
	    strcmp(rq->method, "POST") != 0 &&
	    (get = route_get(rq)) != NULL)
		holds = etag_holds(rq, get);
	if (!holds)
		refuse(rq, PRECONDITION_FAILED);
	return holds;
}
