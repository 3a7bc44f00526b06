#include "dav/multistatus.h"

#include <string.h>

#include "base/base.h"
#include "core/list/collection.h"
#include "core/list/property.h"
#include "dav/dav.h"
#include "dav/href.h"
#include "dav/prop.h"
#include "dav/protocol.h"
#include "dav/xml.h"
#include "web/reply.h"
#include "web/request.h"

/* The prefixes of an answer. */
static const struct { const char *ns, *prefix; } prefixes[] = {
	{ NS_DAV, "" }, { NS_CALDAV, "C:" }, { NS_SERVER, "S:" },
	{ NS_APPLE, "A:" }
};

static const char *
xml_prefix(const char *ns)
{
	size_t i;

	for (i = 0; i < COUNT(prefixes); i++)
		if (strcmp(prefixes[i].ns, ns) == 0)
			return prefixes[i].prefix;
	return NULL;
}

void
wanted_read(struct req *rq, const struct xml *body, struct wanted *w)
{
	const struct xml *prop = body == NULL ? NULL :
	    xml_child(body, NS_DAV, "prop"), *e;
	struct wanted_prop *p;

	*w = (struct wanted){ .mode = prop != NULL ? WANTED_NAMED :
	    body != NULL && xml_child(body, NS_DAV, "propname") != NULL ?
	    WANTED_NAMES : WANTED_ALL, .minimal = dav_of(rq)->minimal };
	for (e = prop == NULL ? NULL : xml_element(prop->first); e != NULL;
	    e = xml_element(e->next)) {
		w->named = arena_more(rq->ctx.arena, w->named, w->count,
		    sizeof(*w->named));
		p = &w->named[w->count++];
		*p = (struct wanted_prop){ e->ns, e->name,
		    prop_find(e->ns, e->name) };
		w->whole |= p->prop != NULL && p->prop->needs_text;
	}
	w->missing = arena_alloc(rq->ctx.arena, w->count + 1);
}

void
multistatus_begin(struct req *rq)
{
	rq->reply.status = 207;
	rq->reply.type = "application/xml; charset=utf-8";
	rq->reply.out.len = 0;
	buf_str(&rq->reply.out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<multistatus xmlns=\"" NS_DAV "\" xmlns:C=\"" NS_CALDAV "\" "
	    "xmlns:S=\"" NS_SERVER "\" xmlns:A=\"" NS_APPLE "\">\n");
}

void
multistatus_end(struct req *rq)
{
	buf_str(&rq->reply.out, "</multistatus>\n");
}

void
multistatus_drain(struct req *rq)
{
	if (rq->reply.out.len >= LONG_BYTES)
		rq->reply.drain(rq, &rq->reply.out);
}

void
multistatus_name(struct req *rq, const char *ns, const char *name)
{
	const char *prefix = xml_prefix(ns);
	struct buf *b = &rq->reply.out;

	if (prefix != NULL) {
		buf_printf(b, "<%s%s/>", prefix, name);
		return;
	}
	buf_printf(b, "<%s xmlns=\"", name);
	xml_put_text(b, ns);
	buf_str(b, "\"/>");
}

/* Writes a property; false, and nothing is written: it is not set. */
static bool
put_prop(struct req *rq, const struct prop *p, const struct place *at)
{
	struct buf *b = &rq->reply.out;
	size_t len = b->len;
	const char *prefix;

	if (!(p->kinds & at->kind))
		return false;
	prefix = xml_prefix(p->ns);
	buf_str(b, "<");
	buf_str(b, prefix);
	buf_str(b, p->name);
	buf_str(b, ">");
	if (!p->write(rq, b, at)) {
		b->len = len;
		return false;
	}
	buf_str(b, "</");
	buf_str(b, prefix);
	buf_str(b, p->name);
	buf_str(b, ">");
	return true;
}

/* The same of one that a client set. */
static bool
put_own(struct req *rq, const struct wanted *w, const struct wanted_prop *p,
    const struct place *at)
{
	size_t i, n = strlen(p->ns);
	const struct property *own;

	if (at->kind != DAV_LIST && at->kind != DAV_HOME)
		return false;
	for (i = 0; i < w->own_count; i++) {
		own = &w->own[i];
		if (strcmp(own->list_id, at->kind == DAV_HOME ? rq->ctx.user :
		    at->list->id) == 0 &&
		    strncmp(own->name, p->ns, n) == 0 && own->name[n] == ' ' &&
		    strcmp(own->name + n + 1, p->name) == 0) {
			buf_str(&rq->reply.out, own->value);
			return true;
		}
	}
	return false;
}

static bool
put_wanted(struct req *rq, const struct wanted *w, const struct wanted_prop *p,
    const struct place *at)
{
	return p->prop != NULL ? put_prop(rq, p->prop, at) :
	    put_own(rq, w, p, at);
}

static void
end_propstat(struct req *rq, const char *status)
{
	buf_str(&rq->reply.out, "</prop><status>HTTP/1.1 ");
	buf_str(&rq->reply.out, status);
	buf_str(&rq->reply.out, "</status></propstat>");
}

static void
put_named(struct req *rq, const struct wanted *w, const struct place *at)
{
	struct buf *b = &rq->reply.out;
	bool some = false;
	size_t i, start = b->len;

	buf_str(b, "<propstat><prop>");
	for (i = 0; i < w->count; i++) {
		w->missing[i] = !put_wanted(rq, w, &w->named[i], at);
		some |= w->missing[i];
	}
	if (b->len > start + strlen("<propstat><prop>") || !some || w->minimal)
		end_propstat(rq, "200 OK");
	else
		b->len = start;
	if (!some || w->minimal)
		return;
	buf_str(b, "<propstat><prop>");
	for (i = 0; i < w->count; i++)
		if (w->missing[i])
			multistatus_name(rq, w->named[i].ns, w->named[i].name);
	end_propstat(rq, "404 Not Found");
}

/* All, or their names. */
static void
put_every(struct req *rq, const struct wanted *w, const struct place *at)
{
	const struct prop *p;
	size_t i;

	buf_str(&rq->reply.out, "<propstat><prop>");
	for (p = prop_table; p->name != NULL; p++)
		if (w->mode == WANTED_NAMES && (p->kinds & at->kind))
			multistatus_name(rq, p->ns, p->name);
		else if (w->mode == WANTED_ALL && p->in_all)
			put_prop(rq, p, at);
	for (i = 0; at->kind == DAV_LIST && w->mode == WANTED_ALL &&
	    i < w->own_count; i++)
		if (strcmp(w->own[i].list_id, at->list->id) == 0)
			buf_str(&rq->reply.out, w->own[i].value);
	end_propstat(rq, "200 OK");
}

static void
begin_response(struct req *rq)
{
	buf_str(&rq->reply.out, "<response><href>");
}

void
multistatus_put(struct req *rq, const struct place *at,
    const struct wanted *w)
{
	struct buf *b = &rq->reply.out;

	begin_response(rq);
	href_put(rq, b, at);
	buf_str(b, "</href>");
	if (w->mode == WANTED_NAMED)
		put_named(rq, w, at);
	else
		put_every(rq, w, at);
	buf_str(b, "</response>\n");
	multistatus_drain(rq);
}

void
multistatus_status(struct req *rq, const char *href, const char *status)
{
	struct buf *b = &rq->reply.out;

	begin_response(rq);
	xml_put_text(b, href);
	buf_str(b, "</href><status>HTTP/1.1 ");
	buf_str(b, status);
	buf_str(b, "</status></response>\n");
	multistatus_drain(rq);
}
