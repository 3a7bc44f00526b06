#include "dav/proppatch.h"

#include <string.h>

#include "base/base.h"
#include "base/id.h"
#include "base/text.h"
#include "core/limits.h"
#include "core/list/collection.h"
#include "core/list/list.h"
#include "core/list/property.h"
#include "core/record.h"
#include "dav/dav.h"
#include "dav/href.h"
#include "dav/multistatus.h"
#include "dav/prop.h"
#include "dav/protocol.h"
#include "dav/xml.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

/* What became of a property. */
enum set_result { SET_DONE, SET_PROTECTED, SET_FORBIDDEN, SET_NO_SPACE,
	SET__MAX };

struct setting_of {
	const struct xml *prop;
	enum set_result	 result;
};

struct patch {
	struct req	*rq;
	const char	*list;		/* the id; or the user's, for the home */
	struct setting_of *all;
	size_t		 count;
	bool		 failed;
};

static enum set_result
set_title(struct req *rq, const char *list, const struct xml *prop)
{
	const char *title = text_trim(rq->ctx.arena,
	    xml_text(rq->ctx.arena, prop));
	struct list to = { .title = title }, l;
	size_t n = text_length(title);

	if (n < 1 || n > LIST_TITLE_MAX)
		return SET_FORBIDDEN;
	return list_update(&rq->ctx, list, &to, BIT(list, title), &l) == DONE ?
	    SET_DONE : SET_FORBIDDEN;
}

static enum set_result
set_prop(struct patch *p, const struct xml *prop, bool remove)
{
	struct ctx *c = &p->rq->ctx;
	struct buf b = { 0 };
	enum outcome o;

	if (xml_is(prop, NS_DAV, "displayname") && !remove &&
	    !same_id(p->list, c->user))
		return set_title(p->rq, p->list, prop);
	if (prop_find(prop->ns, prop->name) != NULL)
		return SET_PROTECTED;
	xml_write(&b, prop);
	o = property_set(c, p->list, arena_printf(c->arena, "%s %s", prop->ns,
	    prop->name), remove ? NULL : arena_dup(c->arena, b.data, b.len));
	buf_free(&b);
	return o == DONE ? SET_DONE : SET_NO_SPACE;
}

/* The properties of a set or remove element, in order. */
static void
patch_part(struct patch *p, const struct xml *part, bool remove)
{
	const struct xml *prop = xml_child(part, NS_DAV, "prop"), *e;
	struct setting_of *s;

	for (e = prop == NULL ? NULL : xml_element(prop->first); e != NULL;
	    e = xml_element(e->next)) {
		p->all = arena_more(p->rq->ctx.arena, p->all, p->count,
		    sizeof(*p->all));
		s = &p->all[p->count++];
		*s = (struct setting_of){ e, set_prop(p, e, remove) };
		p->failed |= s->result != SET_DONE;
	}
}

static void
patch_all(struct patch *p, const struct xml *body)
{
	const struct xml *part;

	for (part = xml_element(body->first); part != NULL;
	    part = xml_element(part->next))
		if (xml_is(part, NS_DAV, "set"))
			patch_part(p, part, false);
		else if (xml_is(part, NS_DAV, "remove"))
			patch_part(p, part, true);
}

/* The propstat of those with that result. */
static void
put_results(struct patch *p, enum set_result result)
{
	static const char *const texts[SET__MAX] = {
		[SET_DONE] = "200 OK",
		[SET_PROTECTED] = ("403 Forbidden</status><error>"
		    "<cannot-modify-protected-property/></error>"),
		[SET_FORBIDDEN] = "403 Forbidden",
		[SET_NO_SPACE] = "507 Insufficient Storage"
	};
	struct buf *b = &p->rq->reply.out;
	const char *text = result == SET_DONE && p->failed ?
	    "424 Failed Dependency" : texts[result];
	bool some = false;
	size_t i;

	for (i = 0; i < p->count; i++) {
		if (p->all[i].result != result)
			continue;
		if (!some)
			buf_str(b, "<propstat><prop>");
		some = true;
		multistatus_name(p->rq, p->all[i].prop->ns,
		    p->all[i].prop->name);
	}
	if (some)
		buf_printf(b, "</prop><status>HTTP/1.1 %s%s</propstat>", text,
		    result == SET_PROTECTED ? "" : "</status>");
}

void
proppatch_answer(struct req *rq, const struct collection *l)
{
	const struct xml *body = dav_of(rq)->body;
	struct patch p = { .rq = rq, .list = l == NULL ? rq->ctx.user : l->id };
	struct buf *b = &rq->reply.out;
	int i;

	if (body == NULL || !xml_is(body, NS_DAV, "propertyupdate")) {
		refuse(rq, MALFORMED_BODY);
		return;
	}
	patch_all(&p, body);
	multistatus_begin(rq);
	buf_str(b, "<response><href>");
	href_put(rq, b, &(const struct place){ l == NULL ? DAV_HOME : DAV_LIST,
	    l, NULL });
	buf_str(b, "</href>");
	for (i = 0; i < SET__MAX; i++)
		put_results(&p, (enum set_result)i);
	if (p.count == 0)
		buf_str(b, "<status>HTTP/1.1 200 OK</status>");
	buf_str(b, "</response>\n");
	multistatus_end(rq);
	/* One failure fails all. */
	rq->reply.refused = p.failed;
}

/* Does a component set leave out VTODO? */
static bool
lacks_todo(const struct xml *prop)
{
	const struct xml *set = xml_child(prop, NS_CALDAV,
	    "supported-calendar-component-set"), *e;
	const char *name;

	for (e = set == NULL ? NULL : set->first; e != NULL; e = e->next)
		if (xml_is(e, NS_CALDAV, "comp") &&
		    (name = xml_attr(e, "name")) != NULL &&
		    strcasecmp(name, "VTODO") == 0)
			return false;
	return set != NULL;
}

/* Reads the properties of a new list; false if refused. */
static bool
read_new(struct req *rq, const struct xml **prop)
{
	const struct xml *body = dav_of(rq)->body, *set, *type;

	*prop = NULL;
	if (body == NULL)
		return true;
	if (!xml_is(body, NS_CALDAV, "mkcalendar") &&
	    !xml_is(body, NS_DAV, "mkcol")) {
		refuse(rq, MALFORMED_BODY);
		return false;
	}
	set = xml_child(body, NS_DAV, "set");
	*prop = set == NULL ? NULL : xml_child(set, NS_DAV, "prop");
	if (*prop == NULL)
		return true;
	type = xml_child(*prop, NS_DAV, "resourcetype");
	if (type != NULL && xml_child(type, NS_CALDAV, "calendar") == NULL)
		dav_refuse(rq, 403, NS_DAV, "valid-resourcetype");
	else if (lacks_todo(*prop))
		dav_refuse(rq, 403, NS_CALDAV,
		    "supported-calendar-component");
	return !rq->reply.refused;
}

/* Sets what the body asks for, but what a new list has anyway.  False if
 * refused. */
static bool
set_new(struct req *rq, const char *list, const struct xml *prop)
{
	struct patch p = { .rq = rq, .list = list };
	const struct xml *e;
	enum set_result result;

	for (e = prop == NULL ? NULL : xml_element(prop->first); e != NULL;
	    e = xml_element(e->next)) {
		if (xml_is(e, NS_DAV, "displayname") ||
		    prop_find(e->ns, e->name) != NULL)
			continue;
		result = set_prop(&p, e, false);
		if (result != SET_DONE) {
			refuse(rq, LIMIT_REACHED);
			return false;
		}
	}
	return true;
}

/* Its displayname, or else its name. */
static const char *
new_title(struct req *rq, const struct xml *prop, const char *name)
{
	const struct xml *e = prop == NULL ? NULL :
	    xml_child(prop, NS_DAV, "displayname");
	const char *title = e == NULL ? "" : text_trim(rq->ctx.arena,
	    xml_text(rq->ctx.arena, e)), *p;
	size_t n = 0;

	if (title[0] == '\0')
		title = name;
	for (p = title; *p != '\0'; p++)
		if (((unsigned char)*p & 0xc0) != 0x80 && n++ == LIST_TITLE_MAX)
			return arena_dup(rq->ctx.arena, title,
			    (size_t)(p - title));
	return title;
}

void
mkcalendar_answer(struct req *rq)
{
	const char *name = rq->arg[DAV_ARG_LIST];
	unsigned char bytes[ID_BYTES];
	const struct xml *prop;
	struct collection there;
	struct list new, l;
	enum outcome o;

	if (!same_id(rq->arg[DAV_ARG_USER], rq->ctx.user))
		refuse(rq, NOT_FOUND);
	else if (name == NULL || rq->arg[DAV_ARG_NAME] != NULL)
		dav_refuse(rq, 403, NULL, NULL);
	else if (rq->ctx.limited)
		refuse(rq, READ_ONLY_TOKEN);
	else if (collection_find(&rq->ctx, name, &there) == DONE)
		route_refuse_method(rq);
	if (rq->reply.refused || name == NULL || !read_new(rq, &prop))
		return;
	new = (struct list){ .id = id_parse(name, bytes) ? name :
	    id_new(rq->ctx.arena), .title = new_title(rq, prop, name) };
	o = list_create(&rq->ctx, &new, false, &l);
	if (o == ID_IN_USE || o == EXISTED) {
		new.id = id_new(rq->ctx.arena);
		o = list_create(&rq->ctx, &new, false, &l);
	}
	if (o != CREATED) {
		refuse(rq, o);
		return;
	}
	if (strcmp(new.id, name) != 0)
		collection_name(&rq->ctx, new.id, name);
	if (set_new(rq, new.id, prop))
		answer_empty(rq, 201);
}
