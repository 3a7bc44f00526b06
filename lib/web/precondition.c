#include "web/precondition.h"

#include <string.h>

#include "base/base.h"
#include "query/group.h"
#include "query/task.h"
#include "web/any_record.h"
#include "web/etag.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static bool
precondition_list(struct req *rq, union record *out)
{
	return list_any(&rq->ctx, rq->arg[0], &out->list);
}

static bool
find_group(struct req *rq, union record *out)
{
	return only_group(q_group_any(rq->ctx.db, rq->ctx.user, rq->arg[0]),
	    rq->ctx.arena, &out->group);
}

static bool
find_task(struct req *rq, union record *out)
{
	return only_task(q_task_any(rq->ctx.db, rq->ctx.user, rq->arg[1]),
	    rq->ctx.arena, &out->task) &&
	    same_id(out->task.list_id, rq->arg[0]);
}

static bool
find_step(struct req *rq, union record *out)
{
	return step_any(&rq->ctx, rq->arg[1], &out->step) &&
	    same_id(out->step.task_id, rq->arg[0]);
}

static bool
find_tag(struct req *rq, union record *out)
{
	return tag_any(&rq->ctx, rq->arg[0], &out->tag);
}

static bool
find_attachment(struct req *rq, union record *out)
{
	return attachment_any(&rq->ctx, rq->arg[0], &out->attachment);
}

/* PUT creates a missing entry. */
static bool
find_my_day(struct req *rq, union record *out)
{
	struct task t;

	return my_day_any(&rq->ctx, rq->arg[0], &out->my_day) ||
	    task_reach(&rq->ctx, rq->arg[0], &t) == DONE;
}

/* PUT creates a missing setting. */
static bool
find_setting(struct req *rq, union record *out)
{
	return setting_any(&rq->ctx, rq->arg[0], &out->setting) ||
	    setting_key_valid(rq->arg[0]);
}

static const struct target {
	const char		*path;
	const struct record_kind *kind;
	/* False if the caller neither has the record nor can create it; if
	 * they can create it, the record stays empty. */
	bool			(*find)(struct req *, union record *);
} targets[] = {
	{ "/lists/{listId}", &kind_list, precondition_list },
	{ "/lists/{listId}/tasks/{taskId}", &kind_task, find_task },
	{ "/tasks/{taskId}/steps/{stepId}", &kind_step, find_step },
	{ "/me/groups/{groupId}", &kind_group, find_group },
	{ "/me/tags/{tagId}", &kind_tag, find_tag },
	{ "/attachments/{attachmentId}", &kind_attachment, find_attachment },
	{ "/me/my-day/{taskId}", &kind_my_day, find_my_day },
	{ "/me/settings/{key}", &kind_setting, find_setting },
};

/* Suffixes of a record's path that still mean the record. */
static const char *const verbs[] = { "", "/rank", "/move", "/restore" };

static const struct target *
target_of(const struct route *route)
{
	size_t i, j, n;

	for (i = 0; i < COUNT(targets); i++) {
		n = strlen(targets[i].path);
		if (strncmp(route->path, targets[i].path, n) != 0)
			continue;
		for (j = 0; j < COUNT(verbs); j++)
			if (strcmp(route->path + n, verbs[j]) == 0)
				return &targets[i];
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
version_holds(struct req *rq, const struct target *target)
{
	const char *match = rq->in.env[ENV_HTTP_IF_MATCH], *etag;
	const char *none = rq->in.env[ENV_HTTP_IF_NONE_MATCH];
	bool restore = ends_with(rq->route->path, "/restore");
	bool put = strcmp(rq->in.method, "PUT") == 0;
	union record record;
	int64_t stamp;

	memset(&record, 0, sizeof(record));
	if (!target->find(rq, &record))
		return true;
	stamp = record_stamp(&record, target->kind->version);
	if (stamp == 0 || restore !=
	    (record_stamp(&record, target->kind->deleted_at) != 0))
		return !put || match == NULL;
	etag = etag_of_stamp(rq, stamp);
	return (match == NULL || etag_matches(match, etag)) &&
	    !(put && etag_matches(none, etag));
}

/* Runs GET of the path as a separate request: what has no version has the ETag
 * of its body. */
static bool
etag_holds(struct req *rq, const struct route *get)
{
	struct req now = { .ctx = rq->ctx, .protocol = rq->protocol,
		.groups = rq->groups, .route = get,
		.args = rq->args, .in = { .method = "GET",
		.base = rq->in.base, .path = rq->in.path,
		.query = rq->in.query } };
	bool holds = true;

	memcpy(now.arg, rq->arg, sizeof(now.arg));
	get->handle(&now);
	if (now.reply.status == 200) {
		etag_of_body(&now);
		holds = etag_matches(rq->in.env[ENV_HTTP_IF_MATCH],
		    now.reply.etag);
	}
	buf_free(&now.reply.headers);
	buf_free(&now.reply.out);
	return holds;
}

bool
precondition_holds(struct req *rq)
{
	const struct target *target;
	const struct route *get;
	bool holds = true;

	if (rq->in.env[ENV_HTTP_IF_MATCH] == NULL &&
	    rq->in.env[ENV_HTTP_IF_NONE_MATCH] == NULL)
		return true;
	if ((target = target_of(rq->route)) != NULL)
		holds = version_holds(rq, target);
	else if (rq->in.env[ENV_HTTP_IF_MATCH] != NULL &&
	    strcmp(rq->in.method, "POST") != 0 &&
	    (get = route_get(rq)) != NULL)
		holds = etag_holds(rq, get);
	if (!holds)
		refuse(rq, PRECONDITION_FAILED);
	return holds;
}
