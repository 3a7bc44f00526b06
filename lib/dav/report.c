#include "dav/report.h"

#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "core/feed.h"
#include "core/list/collection.h"
#include "core/task/item.h"
#include "core/task/resource.h"
#include "dav/dav.h"
#include "dav/filter.h"
#include "dav/href.h"
#include "dav/items.h"
#include "dav/multistatus.h"
#include "dav/protocol.h"
#include "dav/token.h"
#include "dav/xml.h"
#include "ical/task.h"
#include "query/collection.h"
#include "query/resource.h"
#include "web/reply.h"
#include "web/request.h"

#define HREFS_MAX	10000	/* of a multiget */
#define QUERY_TIME	(10 * SECOND)
#define BATCH		500	/* changes that are read together */
#define NOT_FOUND_TEXT	"404 Not Found"

/* A set of texts, by tsearch(3). */
struct text_set {
	struct arena	*arena;		/* of the texts */
	void		*root;
};

static int
text_set_compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* False if the set has it already. */
static bool
text_set_add(struct text_set *s, const char *text)
{
	const char *added = arena_str(s->arena, text);
	const char **found = tsearch(added, &s->root, text_set_compare);

	if (found == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	return *found == added;
}

static void
text_set_keep_text(void *text)
{
	(void)text;
}

static void
text_set_free(struct text_set *s)
{
	tdestroy(s->root, text_set_keep_text);
}

/* A report under way. */
struct report {
	struct req	*rq;
	const struct collection *list;
	struct wanted	 wanted;
	int64_t		 left;		/* responses that it may still have */
	struct text_set	*said;		/* names; NULL: none is there twice */
	struct sync_state since, until;
};

/* Has the answer this name already? */
static bool
said_before(struct report *r, const char *name)
{
	return r->said != NULL && !text_set_add(r->said, name);
}

static void
report_put(struct report *r, const struct item *i)
{
	if (said_before(r, item_name(r->rq->ctx.arena, i)))
		return;
	multistatus_put(r->rq, &(const struct place){ DAV_ITEM, r->list, i },
	    &r->wanted);
	r->left--;
}

static bool
is_of_list(const struct report *r, const struct href *h)
{
	const struct place at = { DAV_LIST, r->list, NULL };

	return !h->bad && h->name != NULL && same_id(h->user, r->rq->ctx.user) &&
	    (same_id(h->list, r->list->id) ||
	    strcmp(h->list, list_segment(&at)) == 0);
}

/* Answers one address of a multiget, with memory of its own. */
static void
get_one(struct report *r, const char *href, struct arena *one)
{
	struct req *rq = r->rq;
	struct arena *lasting = rq->ctx.arena;
	struct href h;
	struct item i;

	rq->ctx.arena = one;
	href_read(rq, href, &h);
	if (is_of_list(r, &h) && item_by_name(&rq->ctx, r->list->id, h.name,
	    dav_of(rq)->steps, &i))
		report_put(r, &i);
	else
		multistatus_status(rq, href, NOT_FOUND_TEXT);
	rq->ctx.arena = lasting;
	arena_reset(one);
}

static void
multiget(struct report *r, const struct xml *body)
{
	struct arena *a = r->rq->ctx.arena, *one;
	struct text_set seen = { .arena = a };
	const struct xml *e;
	const char *href;
	size_t n = 0;

	for (e = body->first; e != NULL; e = e->next)
		n += xml_is(e, NS_DAV, "href");
	if (n > HREFS_MAX) {
		dav_refuse(r->rq, 507, NS_DAV,
		    "number-of-matches-within-limits");
		return;
	}
	multistatus_begin(r->rq);
	one = arena_new();
	for (e = body->first; e != NULL; e = e->next)
		if (xml_is(e, NS_DAV, "href") && text_set_add(&seen,
		    href = xml_text(a, e)))
			get_one(r, href, one);
	arena_free(one);
	text_set_free(&seen);
	multistatus_end(r->rq);
}

static void
put_item(struct req *rq, const struct item *i, void *arg)
{
	(void)rq;
	report_put(arg, i);
}

/* A name is gone, unless something else has it now. */
static void
put_gone_name(struct report *r, const char *name)
{
	struct req *rq = r->rq;
	const struct place at = { DAV_LIST, r->list, NULL };
	struct item other;
	struct buf b = { 0 };

	if (item_by_name(&rq->ctx, r->list->id, name, dav_of(rq)->steps,
	    &other) || said_before(r, name))
		return;
	href_put_item(rq, &b, list_segment(&at), name);
	multistatus_status(rq, arena_dup(rq->ctx.arena, b.data, b.len),
	    NOT_FOUND_TEXT);
	buf_free(&b);
	r->left--;
}

/* The same for a line each. */
static void
put_gone_names(struct report *r, const char *names)
{
	size_t n;

	for (; names != NULL; names = names[n] == '\0' ? NULL : names + n + 1) {
		n = strcspn(names, "\n");
		put_gone_name(r, arena_dup(r->rq->ctx.arena, names, n));
	}
}

/* A step is gone, with the names that it had. */
static void
put_step_gone(struct report *r, const char *id)
{
	struct ctx *c = &r->rq->ctx;
	struct resource_gone_row row = { .name = NULL };

	only_resource_gone(q_resource_gone(c->db, r->list->id, id), c->arena,
	    &row);
	put_gone_names(r, row.former);
	put_gone_name(r, row.name != NULL ? row.name :
	    arena_printf(c->arena, "%s.ics", id));
}

/* A task is gone, with its steps; one that was moved, with the names it had. */
static void
put_task_gone(struct report *r, const char *id)
{
	struct ctx *c = &r->rq->ctx;
	struct resource_gone_row row = { .name = NULL };

	only_resource_gone(q_resource_gone(c->db, r->list->id, id), c->arena,
	    &row);
	put_gone_names(r, row.moved != NULL ? row.moved : resource_names(c, id));
}

/* A change in the list's feed. */
static void
put_change(struct report *r, const struct dav_changes_row *row)
{
	struct req *rq = r->rq;
	struct item i;

	if (row->kind == FEED_STEP && !dav_of(rq)->steps)
		return;
	if (row->kind != FEED_MOVED &&
	    item_get(&rq->ctx, r->list->id, row->id, &i)) {
		report_put(r, &i);
		put_gone_names(r, i.former);
	} else if (r->since.list > 0 && row->kind == FEED_STEP)
		put_step_gone(r, row->id);
	else if (r->since.list > 0)
		put_task_gone(r, row->id);
}

/* Puts changes of the list, up to `left`; true if all are. */
static bool
put_changes(struct report *r)
{
	struct arena *lasting = r->rq->ctx.arena, *batch = arena_new();
	struct dav_changes_row *all;
	size_t n = BATCH, i;
	bool done = true;

	r->rq->ctx.arena = batch;
	r->until.list = r->since.list;
	while (done && n == BATCH) {
		arena_reset(batch);
		n = all_dav_changes(q_dav_changes(r->rq->ctx.db, r->list->id,
		    r->until.list, BATCH), batch, &all);
		for (i = 0; i < n && (done = r->left > 0); i++) {
			put_change(r, &all[i]);
			r->until.list = all[i].stamp;
		}
	}
	r->rq->ctx.arena = lasting;
	arena_free(batch);
	return done;
}

/* The same for the caller's own tags.  Those of tasks that are new or changed
 * for everybody are there already. */
static bool
put_own_changes(struct report *r)
{
	struct req *rq = r->rq;
	struct dav_own_changes_row *all = NULL;
	struct item it;
	size_t n = 0, i;

	r->until.own = r->since.own;
	if (r->list->tags_at > r->since.own && r->since.list != 0)
		n = all_dav_own_changes(q_dav_own_changes(rq->ctx.db,
		    rq->ctx.user, r->list->id, r->since.own,
		    r->list->tags_at),
		    rq->ctx.arena, &all);
	for (i = 0; i < n; i++) {
		/* A renamed tag changes all its tasks at once. */
		if (r->left <= 0 && all[i].stamp != r->until.own)
			return false;
		if (item_get(&rq->ctx, r->list->id, all[i].id, &it) &&
		    it.stamp <= r->since.list)
			report_put(r, &it);
		r->until.own = all[i].stamp;
	}
	r->until.own = r->list->tags_at;
	return true;
}

static void
put_truncated(struct report *r)
{
	struct req *rq = r->rq;
	struct buf *b = &rq->reply.out;

	buf_str(b, "<response><href>");
	href_put(rq, b, &(const struct place){ DAV_LIST, r->list, NULL });
	buf_str(b, "</href><status>HTTP/1.1 507 Insufficient Storage</status>"
	    "<error><number-of-matches-within-limits/></error></response>\n");
}

/* The state that is read: the whole list at once, or changes up to a limit. */
static void
sync_rows(struct report *r, bool limited)
{
	struct text_set said = { .arena = r->rq->ctx.arena };
	bool all = true;

	if (r->since.list == 0 && !limited) {
		items_each(r->rq, r->list, r->wanted.whole, put_item, r);
		r->until = sync_now(r->list);
	} else {
		r->said = &said;
		all = put_changes(r) && put_own_changes(r);
		r->said = NULL;
		text_set_free(&said);
		if (all)
			r->until = sync_now(r->list);
	}
	if (!all)
		put_truncated(r);
}

/* The number in limit/nresults; 0: there is none. */
static int64_t
sync_limit(struct report *r, const struct xml *body)
{
	const struct xml *limit = xml_child(body, NS_DAV, "limit");
	const struct xml *n = limit == NULL ? NULL :
	    xml_child(limit, NS_DAV, "nresults");

	return n == NULL ? 0 : atoll(xml_text(r->rq->ctx.arena, n));
}

static void
sync_collection(struct report *r, const struct xml *body)
{
	struct req *rq = r->rq;
	const struct xml *token = xml_child(body, NS_DAV, "sync-token");
	const struct xml *level = xml_child(body, NS_DAV, "sync-level");
	const char *text = token == NULL ? "" :
	    xml_text(rq->ctx.arena, token);
	int64_t limit = sync_limit(r, body);

	if (level != NULL &&
	    strcmp(xml_text(rq->ctx.arena, level), "1") != 0) {
		refuse(rq, MALFORMED_REQUEST);
		return;
	}
	if (text[0] != '\0' && !sync_read(rq, r->list, text, &r->since)) {
		dav_refuse(rq, 403, NS_DAV, "valid-sync-token");
		return;
	}
	r->left = limit > 0 ? limit : INT64_MAX;
	multistatus_begin(rq);
	sync_rows(r, limit > 0);
	buf_str(&rq->reply.out, "<sync-token>");
	sync_put(rq, &rq->reply.out, r->list, &r->until);
	buf_str(&rq->reply.out, "</sync-token>");
	multistatus_end(rq);
}

/* The items that match a filter.  They are found before anything is answered,
 * since a query that takes too long is refused. */
struct matches {
	struct report	*report;
	const struct filter *filter;
	struct arena	*arena;		/* of the ids */
	const char	**ids;
	size_t		 count;
	int64_t		 until;		/* by clock_ticks() */
	bool		 late;
};

static void
match_item(struct req *rq, const struct item *i, void *arg)
{
	struct matches *m = arg;
	struct buf text = { 0 };

	m->late |= clock_ticks() > m->until;
	if (m->late)
		return;
	task_text(&rq->ctx, i, &text);
	if (filter_matches(rq->ctx.arena, m->filter, text.data, text.len,
	    rq->ctx.zone)) {
		m->ids = arena_more(m->arena, m->ids, m->count,
		    sizeof(*m->ids));
		m->ids[m->count++] = arena_str(m->arena, i->id);
	}
	buf_free(&text);
}

static void
answer_matches(struct report *r, const struct filter *filter)
{
	struct req *rq = r->rq;
	struct matches m = { .report = r, .filter = filter,
	    .arena = rq->ctx.arena, .until = clock_ticks() + QUERY_TIME };
	struct arena *one;
	struct item it;
	size_t i;

	items_each(rq, r->list, true, match_item, &m);
	if (m.late) {
		dav_refuse(rq, 507, NS_DAV,
		    "number-of-matches-within-limits");
		return;
	}
	multistatus_begin(rq);
	one = arena_new();
	for (i = 0; i < m.count; i++) {
		rq->ctx.arena = one;
		if (item_get(&rq->ctx, r->list->id, m.ids[i], &it))
			report_put(r, &it);
		arena_reset(one);
	}
	rq->ctx.arena = m.arena;
	arena_free(one);
	multistatus_end(rq);
}

static void
calendar_query(struct report *r, const struct xml *body)
{
	struct filter *filter = NULL;
	enum filter_read read = filter_read(r->rq->ctx.arena,
	    xml_child(body, NS_CALDAV, "filter"), &filter);

	switch (read) {
	case FILTER_UNSUPPORTED:
		dav_refuse(r->rq, 403, NS_CALDAV, "supported-filter");
		return;
	case FILTER_COLLATION:
		dav_refuse(r->rq, 403, NS_CALDAV, "supported-collation");
		return;
	case FILTER_GOOD:
		answer_matches(r, filter);
		return;
	case FILTER_ALL:
	case FILTER_NOTHING:
		break;
	}
	multistatus_begin(r->rq);
	if (read == FILTER_ALL)
		items_each(r->rq, r->list, r->wanted.whole, put_item, r);
	multistatus_end(r->rq);
}

static const struct {
	const char	*ns, *name;
	void		(*answer)(struct report *, const struct xml *);
} reports[] = {
	{ NS_CALDAV, "calendar-multiget", multiget },
	{ NS_DAV, "sync-collection", sync_collection },
	{ NS_CALDAV, "calendar-query", calendar_query }
};

void
report_answer(struct req *rq, const struct collection *l)
{
	const struct xml *body = dav_of(rq)->body;
	struct report r = { .rq = rq, .list = l, .left = INT64_MAX };
	size_t i;

	if (body == NULL) {
		refuse(rq, MALFORMED_BODY);
		return;
	}
	wanted_read(rq, body, &r.wanted);
	for (i = 0; i < COUNT(reports); i++)
		if (xml_is(body, reports[i].ns, reports[i].name)) {
			reports[i].answer(&r, body);
			return;
		}
	dav_refuse(rq, 403, NS_DAV, "supported-report");
}
