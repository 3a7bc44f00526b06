/*
 * /dav: CalDAV, for calendar and task programs.
 */
#include <string.h>

#include "core/list/collection.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/list/property.h"
#include "core/task/assignment.h"
#include "core/task/handover.h"
#include "core/task/item.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "core/user/token.h"
#include "dav/dav.h"
#include "dav/href.h"
#include "dav/items.h"
#include "dav/move.h"
#include "dav/multistatus.h"
#include "dav/proppatch.h"
#include "dav/protocol.h"
#include "dav/put.h"
#include "dav/report.h"
#include "dav/token.h"
#include "dav/xml.h"
#include "ical/calendar.h"
#include "ical/task.h"
#include "query/collection.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

#define READS	(R_ANY_TYPE | R_NO_ETAG | R_ALONE)
#define WRITES	(R_WRITE | R_ANY_TYPE | R_NO_STORE | R_ALONE)
#define TOKENS	(TOKEN_READ | TOKEN_WRITE | TOKEN_DAV)

/* Is the user in the path the caller?  False if refused. */
static bool
own_home(struct req *rq)
{
	if (same_id(rq->arg[DAV_ARG_USER], rq->ctx.user))
		return true;
	refuse(rq, NOT_FOUND);
	return false;
}

/* The list of the path; false if refused. */
static bool
list_of_path(struct req *rq, struct collection *l)
{
	if (!dav_list(rq, l))
		refuse(rq, NOT_FOUND);
	return !rq->reply.refused;
}

/* The item of the path; false if refused. */
static bool
item_of_path(struct req *rq, struct collection *l, struct item *i)
{
	if (rq->arg[DAV_ARG_NAME] == NULL)
		dav_refuse(rq, 403, NULL, NULL);
	else if (list_of_path(rq, l) && !item_by_name(&rq->ctx, l->id,
	    rq->arg[DAV_ARG_NAME], dav_of(rq)->steps, i))
		refuse(rq, NOT_FOUND);
	return !rq->reply.refused;
}

/* Reads a PROPFIND's body; false if refused. */
static bool
begin_propfind(struct req *rq, struct wanted *w)
{
	const struct xml *body;

	if (!dav_before(rq, true))
		return false;
	body = dav_of(rq)->body;
	if (body != NULL && !xml_is(body, NS_DAV, "propfind")) {
		refuse(rq, MALFORMED_BODY);
		return false;
	}
	wanted_read(rq, body, w);
	return true;
}

static void
put_place(struct req *rq, enum dav_kind kind, const struct wanted *w)
{
	multistatus_put(rq, &(const struct place){ .kind = kind }, w);
}

/* PROPFIND /dav/: 207. */
static void
propfind_root(struct req *rq)
{
	struct wanted w;

	if (!begin_propfind(rq, &w))
		return;
	multistatus_begin(rq);
	put_place(rq, DAV_ROOT_KIND, &w);
	if (dav_of(rq)->depth > 0)
		put_place(rq, DAV_HOME, &w);
	multistatus_end(rq);
}

/* PROPFIND /dav/{userId}/: 207, with Depth 1 and its lists. */
static void
propfind_home(struct req *rq)
{
	struct collection *all;
	struct wanted w;
	size_t n, i;

	if (!begin_propfind(rq, &w) || !own_home(rq))
		return;
	w.own_count = property_all(&rq->ctx, dav_of(rq)->depth > 0 ? NULL :
	    rq->ctx.user, &w.own);
	multistatus_begin(rq);
	put_place(rq, DAV_HOME, &w);
	if (dav_of(rq)->depth > 0) {
		n = all_collection(q_collection_page(rq->ctx.db,
		    rq->ctx.user), rq->ctx.arena, &all);
		for (i = 0; i < n; i++)
			multistatus_put(rq, &(const struct place){ DAV_LIST,
			    &all[i], NULL }, &w);
	}
	multistatus_end(rq);
}

struct listing_of {
	const struct collection *list;
	const struct wanted	*wanted;
};

static void
put_listed(struct req *rq, const struct item *i, void *arg)
{
	const struct listing_of *l = arg;

	multistatus_put(rq, &(const struct place){ DAV_ITEM, l->list, i },
	    l->wanted);
}

/* PROPFIND of a list: 207, with Depth 1 and its items; 404. */
static void
propfind_list(struct req *rq)
{
	struct collection l;
	struct wanted w;

	if (!begin_propfind(rq, &w) || !list_of_path(rq, &l))
		return;
	w.own_count = property_all(&rq->ctx, l.id, &w.own);
	multistatus_begin(rq);
	multistatus_put(rq, &(const struct place){ DAV_LIST, &l, NULL }, &w);
	if (dav_of(rq)->depth > 0)
		items_each(rq, &l, w.whole, put_listed,
		    &(struct listing_of){ &l, &w });
	multistatus_end(rq);
}

/* PROPFIND of an item: 207; 404. */
static void
propfind_item(struct req *rq)
{
	struct collection l;
	struct item i;
	struct wanted w;

	if (!begin_propfind(rq, &w) || !item_of_path(rq, &l, &i))
		return;
	multistatus_begin(rq);
	multistatus_put(rq, &(const struct place){ DAV_ITEM, &l, &i }, &w);
	multistatus_end(rq);
}

/* GET /dav/: 200, a line for people. */
static void
get_root_line(struct req *rq)
{
	rq->reply.status = 200;
	rq->reply.type = "text/plain; charset=utf-8";
	buf_str(&rq->reply.out, "This is the address for CalDAV clients of "
	    "Docket.\n");
}

/* GET of an item: 200 text/calendar; 304; 404. */
static void
get_item(struct req *rq)
{
	struct collection l;
	struct item i;

	if (!dav_before(rq, false) || !item_of_path(rq, &l, &i))
		return;
	rq->reply.status = 200;
	rq->reply.type = ITEM_TYPE;
	rq->reply.out.len = 0;
	task_text(&rq->ctx, &i, &rq->reply.out);
	rq->reply.etag = item_etag(rq, &i);
}

static void
add_to_calendar(struct req *rq, const struct item *i, void *arg)
{
	struct buf text = { 0 };

	task_text(&rq->ctx, i, &text);
	calendar_add(arg, rq->ctx.arena, text.data, text.len);
	buf_free(&text);
	multistatus_drain(rq);
}

/* GET of a list: 200 text/calendar, with all its items; 404. */
static void
get_list_text(struct req *rq)
{
	struct collection l;
	struct calendar c;

	if (!dav_before(rq, false) || !list_of_path(rq, &l))
		return;
	rq->reply.status = 200;
	rq->reply.type = "text/calendar; charset=utf-8";
	calendar_begin(&c, rq->ctx.arena, &rq->reply.out, l.title);
	items_each(rq, &l, true, add_to_calendar, &c);
	calendar_end(&c);
}

/* REPORT of a list: 207; 403 supported-report and others; 404. */
static void
report_list(struct req *rq)
{
	struct collection l;

	if (dav_before(rq, true) && list_of_path(rq, &l))
		report_answer(rq, &l);
}

static bool
before_xml(struct req *rq)
{
	return dav_before(rq, true);
}

/* PROPPATCH of the home: 207; 404. */
static void
proppatch_home(struct req *rq)
{
	if (own_home(rq))
		proppatch_answer(rq, NULL);
}

/* PROPPATCH of a list: 207; 404. */
static void
proppatch_list(struct req *rq)
{
	struct collection l;

	if (list_of_path(rq, &l))
		proppatch_answer(rq, &l);
}

/* Who leaves a list has no assignments there any more. */
static bool
dav_unassign_rest(struct req *rq)
{
	return member_unassign(&rq->ctx, rq->arg[DAV_ARG_LIST], rq->ctx.user,
	    PORTION) == PORTION;
}

/* DELETE of a list: 204, which deletes the owner's, and ends a membership;
 * 404. */
static void
dav_delete_list(struct req *rq)
{
	struct collection l;
	bool owned;
	enum outcome o;

	if (!list_of_path(rq, &l))
		return;
	owned = strcmp(l.role, "owner") == 0;
	o = owned ? list_delete(&rq->ctx, l.id) :
	    member_remove(&rq->ctx, l.id, rq->ctx.user);
	rq->arg[DAV_ARG_LIST] = l.id;
	if (!owned && o == DONE && dav_unassign_rest(rq))
		rq->rest = dav_unassign_rest;
	answer_deleted(rq, o);
}

/* MOVE of an item. */
static void
move_item(struct req *rq)
{
	const char *match = rq->in.env[ENV_HTTP_IF_MATCH];
	struct collection l;
	struct item i;

	if (!item_of_path(rq, &l, &i))
		return;
	if (match != NULL && !item_matches(rq, &i, match))
		refuse(rq, PRECONDITION_FAILED);
	else
		move_answer(rq, &l, &i);
}

static bool
before_plain(struct req *rq)
{
	return dav_before(rq, false);
}

/* DELETE of an item: 204; 404; 412.  It can be the second half of a move, so it
 * may change any list. */
static void
delete_item(struct req *rq)
{
	const char *match = rq->in.env[ENV_HTTP_IF_MATCH];
	struct collection l = { .id = NULL };
	struct item i = { .id = NULL };

	if (!item_of_path(rq, &l, &i))
		return;
	if (match != NULL && !item_matches(rq, &i, match))
		refuse(rq, PRECONDITION_FAILED);
	else if (i.parent_id == NULL) {
		task_hand_over(&rq->ctx, &i);
		answer_deleted(rq, task_delete(&rq->ctx, l.id, i.id));
	} else
		answer_deleted(rq, step_delete(&rq->ctx, i.parent_id, i.id));
}

static const struct route routes[] = {
	{ .method = "PROPFIND", .path = "/", .handle = propfind_root,
	    .flags = READS, .token = TOKENS },
	{ .method = "GET", .path = "/", .handle = get_root_line,
	    .flags = READS | R_PUBLIC | R_NO_DATABASE },
	{ .method = "PROPFIND", .path = "/{userId}",
	    .handle = propfind_home, .flags = READS, .token = TOKENS },
	{ .method = "PROPFIND", .path = "/{userId}/{list}",
	    .handle = propfind_list, .flags = READS | R_DEPTH,
	    .token = TOKENS },
	{ .method = "PROPPATCH", .path = "/{userId}",
	    .handle = proppatch_home, .before = before_xml, .flags = WRITES,
	    .scope = SCOPE_USER, .token = TOKENS },
	{ .method = "GET", .path = "/{userId}/{list}",
	    .handle = get_list_text, .flags = READS | R_LONG,
	    .token = TOKENS },
	{ .method = "PROPPATCH", .path = "/{userId}/{list}",
	    .handle = proppatch_list, .before = before_xml, .flags = WRITES,
	    .scope = SCOPE_LIST, .token = TOKENS },
	{ .method = "MKCALENDAR", .path = "/{userId}/{list}",
	    .handle = mkcalendar_answer, .before = before_xml,
	    .flags = WRITES, .scope = SCOPE_USER, .token = TOKENS },
	{ .method = "MKCOL", .path = "/{userId}/{list}",
	    .handle = mkcalendar_answer, .before = before_xml,
	    .flags = WRITES, .scope = SCOPE_USER, .token = TOKENS },
	{ .method = "DELETE", .path = "/{userId}/{list}",
	    .handle = dav_delete_list, .before = before_plain,
	    .flags = WRITES, .token = TOKENS },
	{ .method = "REPORT", .path = "/{userId}/{list}",
	    .handle = report_list, .flags = READS | R_LONG,
	    .token = TOKENS },
	{ .method = "PROPFIND", .path = "/{userId}/{list}/{name}",
	    .handle = propfind_item, .flags = READS, .token = TOKENS },
	{ .method = "GET", .path = "/{userId}/{list}/{name}",
	    .handle = get_item, .flags = R_ANY_TYPE | R_ALONE,
	    .token = TOKENS },
	{ .method = "PUT", .path = "/{userId}/{list}/{name}",
	    .handle = put_handle, .before = put_before, .flags = WRITES,
	    .scope = SCOPE_LIST, .token = TOKENS },
	{ .method = "DELETE", .path = "/{userId}/{list}/{name}",
	    .handle = delete_item, .before = before_plain, .flags = WRITES,
	    .token = TOKENS },
	{ .method = "MOVE", .path = "/{userId}/{list}/{name}",
	    .handle = move_item, .before = before_plain, .flags = WRITES,
	    .token = TOKENS },
	{ .method = "MKCALENDAR", .path = "/{userId}/{list}/{name}",
	    .handle = mkcalendar_answer, .before = before_xml,
	    .flags = WRITES, .token = TOKENS },
	{ .method = "MKCOL", .path = "/{userId}/{list}/{name}",
	    .handle = mkcalendar_answer, .before = before_xml,
	    .flags = WRITES, .token = TOKENS },
	{ .method = NULL }
};

const struct route_group dav_group = { .name = "dav", .routes = routes,
	.protocol = &protocol_dav };
