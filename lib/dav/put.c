#include "dav/put.h"

#include <string.h>

#include "base/base.h"
#include "base/log.h"
#include "base/text.h"
#include "core/limits.h"
#include "core/record.h"
#include "core/task/create.h"
#include "core/task/derived.h"
#include "core/task/resource.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "dav/dav.h"
#include "dav/href.h"
#include "dav/put_record.h"
#include "dav/put_series.h"
#include "dav/put_state.h"
#include "dav/protocol.h"
#include "dav/token.h"
#include "dav/xml.h"
#include "ical/base.h"
#include "ical/item.h"
#include "ical/stored.h"
#include "ical/read.h"
#include "ical/task.h"
#include "web/body.h"
#include "web/reply.h"
#include "web/request.h"

static bool
is_calendar(const char *type)
{
	size_t n = type == NULL ? 0 : strcspn(type, "; \t");

	return n == 0 || (n == 13 && strncasecmp(type, "text/calendar", n) == 0);
}

bool
put_before(struct req *rq)
{
	static const char *const faults[] = {
		[ICAL_MALFORMED] = "valid-calendar-data",
		[ICAL_NOT_ONE] = "valid-calendar-object-resource",
		[ICAL_NOT_TODO] = "supported-calendar-component"
	};
	struct put *p;
	enum ical_fault fault;

	if (!dav_before(rq, false))
		return false;
	if (!is_calendar(rq->in.env[ENV_CONTENT_TYPE])) {
		refuse(rq, UNSUPPORTED_MEDIA_TYPE);
		return false;
	}
	if (rq->body.len > RESOURCE_MAX) {
		dav_refuse_text(rq, 403, NS_CALDAV, "max-resource-size");
		return false;
	}
	p = arena_alloc(rq->ctx.arena, sizeof(*p));
	fault = ical_item_read(rq->ctx.arena, rq->body.text, rq->body.len,
	    &p->item);
	if (fault != ICAL_GOOD)
		dav_refuse_text(rq, 403, NS_CALDAV, faults[fault]);
	dav_of(rq)->put = p;
	return fault == ICAL_GOOD;
}

/* Do If-Match and If-None-Match hold?  False if refused. */
static bool
put_conditions(struct req *rq, struct put *p)
{
	const char *match = rq->in.env[ENV_HTTP_IF_MATCH];
	const char *none = rq->in.env[ENV_HTTP_IF_NONE_MATCH];
	const bool exists = p->was.id != NULL;

	if ((match != NULL && !(exists && item_matches(rq, &p->was, match))) ||
	    (none != NULL && exists && item_matches(rq, &p->was, none))) {
		refuse(rq, PRECONDITION_FAILED);
		return false;
	}
	p->whole = match != NULL;
	return true;
}

/* Has another item of the list this UID?  False if refused. */
static bool
put_uid_free(struct req *rq, struct put *p)
{
	struct item other;
	struct buf b = { 0 };

	if (!item_by_uid(&rq->ctx, p->list.id, p->item.uid, &other) ||
	    same_id(other.id, p->was.id))
		return true;
	buf_str(&b, "<href xmlns=\"DAV:\">");
	href_put(rq, &b, &(const struct place){ DAV_ITEM, &p->list, &other });
	buf_add(&b, "</href>", sizeof("</href>"));
	log_info("PUT refused: 403 no-uid-conflict");
	dav_refuse_with(rq, 403, NS_CALDAV, "no-uid-conflict", b.data);
	buf_free(&b);
	return false;
}

/* The text that the client has changed: the last that was sent; or, if it has
 * seen the present version or none was sent, that. */
static void
read_reference(struct put *p, struct todo_read *ref)
{
	struct ctx *c = &p->rq->ctx;
	struct buf b = { 0 };
	struct ical_item item;
	bool sent = !p->whole && p->was.text_len > 0;
	const char *text;

	if (sent)
		task_text_sent(c, &p->was, &b);
	else
		task_text(c, &p->was, &b);
	text = arena_dup(c->arena, b.data, b.len);
	p->same = !sent && b.len == p->rq->body.len &&
	    memcmp(text, p->rq->body.text, b.len) == 0;
	*ref = (struct todo_read){ .plain = true };
	if (ical_item_read(c->arena, text, b.len, &item) == ICAL_GOOD)
		todo_read(c->arena, &item, &item.todo, c->zone, ref);
	buf_free(&b);
	p->has_base = sent && base_of_item(&p->was, &p->base);
	if (p->has_base)
		p->base.of[TODO_TAGS] = own_tags_of_item(&p->was);
}

/* What the client has changed. */
static void
find_changes(struct put *p)
{
	struct arena *a = p->rq->ctx.arena;
	struct todo_base ref_base, in_base;
	struct todo_read ref;

	todo_read(a, &p->item, &p->item.todo, p->rq->ctx.zone, &p->in);
	p->set = TODO_ALL;
	if (p->was.id != NULL) {
		read_reference(p, &ref);
		todo_base(a, &ref.todo, &ref_base);
		todo_base(a, &p->in.todo, &in_base);
		p->set = todo_differs(&ref_base, &in_base);
	}
	if (!p->in.has_tags && p->item.apple)
		p->set &= ~(1U << TODO_TAGS);
}

/* The base of the text that came: where the client has changed nothing, what it
 * had then; otherwise what the task says now. */
static void
put_base(struct put *p, struct todo_base *base)
{
	struct arena *a = p->rq->ctx.arena;
	int i;

	p->before.uid = p->item.uid;
	todo_base(a, &p->before, base);
	if (p->completes && p->in.todo.done)
		base->of[TODO_DONE] = todo_hash(a, &p->in.todo, TODO_DONE);
	/* A task does not say whose step it could be, but its text does. */
	base->of[TODO_PARENT] = todo_hash(a, &p->in.todo, TODO_PARENT);
	for (i = 0; p->has_base && i < TODO__MAX; i++)
		if (!(p->set & 1U << i))
			base->of[i] = p->base.of[i];
}

/* Takes the occurrences that are done, or over, out of the text. */
static void
drop_occurrences_done(struct put *p)
{
	const struct ical_item *item = &p->item;
	struct buf b = { 0 };
	const char *at = item->whole.at, *end = at + item->whole.len, *text;
	size_t i, len;

	if (p->drop == NULL && !p->drop_all)
		return;
	for (i = 0; i < item->occurrence_count; i++) {
		if (!p->drop_all && p->drop != &item->occurrences[i])
			continue;
		buf_add(&b, at, (size_t)(item->occurrences[i].at - at));
		at = item->occurrences[i].at + item->occurrences[i].len;
	}
	buf_add(&b, at, (size_t)(end - at));
	text = arena_dup(p->rq->ctx.arena, b.data, b.len);
	len = b.len;
	buf_free(&b);
	ical_item_read(p->rq->ctx.arena, text, len, &p->item);
}

/* Keeps the text. */
static void
put_stored(struct put *p, const char *name)
{
	struct ctx *c = &p->rq->ctx;
	struct todo_base base;
	struct stored k;
	size_t own_len;
	struct resource r = { .id = p->id, .list_id = p->list.id,
	    .name = name, .uid = p->item.uid, .zone = c->zone,
	    .parent = p->waits_for, .bytes = (int64_t)p->rq->body.len,
	    .version = p->stamp };
	const void *own;

	put_base(p, &base);
	drop_occurrences_done(p);
	stored_cut(c->arena, &p->item, &k);
	r.text = k.text;
	r.text_len = (int64_t)k.len;
	r.base = base_bytes(c->arena, &base, &r.base_len);
	resource_put(c, p->task_id, &r, zones_of(c->arena, &k), k.zone_count);
	if (!same_id(p->task_id, p->id))
		return;
	own = own_bytes(c->arena, k.own, k.own_len, base.of[TODO_TAGS],
	    r.version, &own_len);
	tag_set_own(c, r.id, own, own_len);
}

/* An ETag, if reading it now would give exactly what was sent. */
static void
put_answer(struct put *p)
{
	struct req *rq = p->rq;
	struct buf b = { 0 };
	struct item now;

	answer_empty(rq, p->was.id == NULL ? 201 : 204);
	if (!item_get(&rq->ctx, p->list.id, p->id, &now))
		return;
	task_text(&rq->ctx, &now, &b);
	if (b.len == rq->body.len && memcmp(b.data, rq->body.text, b.len) == 0)
		rq->reply.etag = item_etag(rq, &now);
	buf_free(&b);
}

/* The text is new to the list, or another than it has. */
static void
put_new_text(struct put *p, const char *name)
{
	struct req *rq = p->rq;
	enum outcome o;

	if (text_full(&rq->ctx, p->list.id))
		refuse(rq, LIMIT_REACHED);
	else if ((o = put_record(p)) != DONE)
		refuse(rq, o);
	else {
		put_stored(p, name);
		if (p->was.id == NULL)
			put_adopt(p);
		put_answer(p);
	}
}

/* The list and the item that are there; false if refused. */
static bool
put_find(struct put *p, const char *name)
{
	struct req *rq = p->rq;

	if (name == NULL)
		dav_refuse(rq, 403, NULL, NULL);
	else if (!dav_list(rq, &p->list))
		dav_refuse(rq, 409, NULL, NULL);
	else
		item_by_name(&rq->ctx, p->list.id, name, true, &p->was);
	return !rq->reply.refused && put_conditions(rq, p);
}

void
put_handle(struct req *rq)
{
	struct put *p = dav_of(rq)->put;
	const char *name = rq->arg[DAV_ARG_NAME];

	p->rq = rq;
	if (!put_find(p, name))
		return;
	if (p->item.todo.len == 0) {
		series_put_occurrence(p);
		return;
	}
	if (!put_uid_free(rq, p))
		return;
	find_changes(p);
	if (series_is_echo(p))
		answer_empty(rq, 204);
	else if (p->same) {
		answer_empty(rq, 204);
		rq->reply.etag = item_etag(rq, &p->was);
	} else
		put_new_text(p, name);
}
