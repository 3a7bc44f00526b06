#include "dav/xml.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"

#define DEPTH_MAX	32
#define ELEMENTS_MAX	50000
#define NS_XML		"http://www.w3.org/XML/1998/namespace"
#define SEPARATOR	' '		/* between namespace and name: in neither */

struct xml_reading {
	struct arena	*arena;
	XML_Parser	 parser;
	struct xml	*open[DEPTH_MAX + 1];	/* the first: no element */
	int		 depth;
	int		 count;
	struct buf	 text;
	const char	*why;
};

/* "namespace name", or "name". */
static void
split_name(struct arena *a, const char *full, const char **ns,
    const char **name)
{
	const char *blank = strrchr(full, SEPARATOR);

	*ns = blank == NULL ? "" :
	    arena_dup(a, full, (size_t)(blank - full));
	*name = arena_str(a, blank == NULL ? full : blank + 1);
}

static void
xml_append(struct xml *parent, struct xml *child)
{
	if (parent->last == NULL)
		parent->first = child;
	else
		parent->last->next = child;
	parent->last = child;
}

/* The text before an element begins or ends. */
static void
flush_text(struct xml_reading *r)
{
	struct xml *t;

	if (r->text.len == 0)
		return;
	t = arena_alloc(r->arena, sizeof(*t));
	t->text = arena_dup(r->arena, r->text.data, r->text.len);
	xml_append(r->open[r->depth], t);
	r->text.len = 0;
}

static void
xml_stop(struct xml_reading *r, const char *why)
{
	r->why = why;
	XML_StopParser(r->parser, XML_FALSE);
}

static void
on_start(void *arg, const XML_Char *name, const XML_Char **attrs)
{
	struct xml_reading *r = arg;
	struct xml_attr **at;
	struct xml *e;

	if (r->depth == DEPTH_MAX || ++r->count > ELEMENTS_MAX) {
		xml_stop(r, "The XML has too many elements or levels.");
		return;
	}
	flush_text(r);
	e = arena_alloc(r->arena, sizeof(*e));
	split_name(r->arena, name, &e->ns, &e->name);
	for (at = &e->attrs; *attrs != NULL; attrs += 2, at = &(*at)->next) {
		*at = arena_alloc(r->arena, sizeof(**at));
		split_name(r->arena, attrs[0], &(*at)->ns, &(*at)->name);
		(*at)->value = arena_str(r->arena, attrs[1]);
	}
	xml_append(r->open[r->depth], e);
	r->open[++r->depth] = e;
}

static void
on_end(void *arg, const XML_Char *name)
{
	struct xml_reading *r = arg;

	(void)name;
	flush_text(r);
	r->depth--;
}

static void
on_text(void *arg, const XML_Char *s, int len)
{
	struct xml_reading *r = arg;

	if (r->depth > 0)
		buf_add(&r->text, s, (size_t)len);
}

static void
on_doctype(void *arg, const XML_Char *name, const XML_Char *sysid,
    const XML_Char *pubid, int has_subset)
{
	(void)name;
	(void)sysid;
	(void)pubid;
	(void)has_subset;
	xml_stop(arg, "The XML must not have a DOCTYPE.");
}

static void *
xml_realloc(void *p, size_t size)
{
	if ((p = realloc(p, size)) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	return p;
}

static void *
xml_malloc(size_t size)
{
	return xml_realloc(NULL, size);
}

/* Expat does not check all that it allocates: it then says that a prefix is not
 * bound, as if the client had sent that. */
static const XML_Memory_Handling_Suite memory = { xml_malloc, xml_realloc,
	free };

struct xml *
xml_read(struct arena *a, const char *text, size_t len, const char **why)
{
	struct xml root = { .name = NULL };
	struct xml_reading r = { .arena = a, .open = { &root } };
	bool good;

	r.parser = XML_ParserCreate_MM("UTF-8", &memory,
	    (XML_Char []){ SEPARATOR, '\0' });
	XML_SetUserData(r.parser, &r);
	XML_SetElementHandler(r.parser, on_start, on_end);
	XML_SetCharacterDataHandler(r.parser, on_text);
	XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
	good = XML_Parse(r.parser, text, (int)len, XML_TRUE) ==
	    XML_STATUS_OK;
	XML_ParserFree(r.parser);
	buf_free(&r.text);
	*why = r.why != NULL ? r.why : "The XML is not well-formed.";
	return good ? root.first : NULL;
}

bool
xml_is(const struct xml *e, const char *ns, const char *name)
{
	return e->name != NULL && strcmp(e->name, name) == 0 &&
	    strcmp(e->ns, ns) == 0;
}

const struct xml *
xml_element(const struct xml *e)
{
	while (e != NULL && e->name == NULL)
		e = e->next;
	return e;
}

const struct xml *
xml_child(const struct xml *e, const char *ns, const char *name)
{
	const struct xml *child;

	for (child = e->first; child != NULL; child = child->next)
		if (xml_is(child, ns, name))
			return child;
	return NULL;
}

const char *
xml_text(struct arena *a, const struct xml *e)
{
	const struct xml *t;
	struct buf b = { 0 };
	const char *text;

	for (t = e->first; t != NULL; t = t->next)
		if (t->name == NULL)
			buf_str(&b, t->text);
	text = arena_dup(a, b.data, b.len);
	buf_free(&b);
	return text;
}

const char *
xml_attr(const struct xml *e, const char *name)
{
	const struct xml_attr *at;

	for (at = e->attrs; at != NULL; at = at->next)
		if (at->ns[0] == '\0' && strcmp(at->name, name) == 0)
			return at->value;
	return NULL;
}

static const char *
entity(char c)
{
	switch (c) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	/* Parsers would make a line end of the first, in attributes blanks of
	 * the others. */
	case '\r':
		return "&#13;";
	case '\n':
		return "&#10;";
	case '\t':
		return "&#9;";
	default:
		return "\xef\xbf\xbd";
	}
}

/* U+FFFE and U+FFFF, which XML cannot have. */
static bool
is_noncharacter(const char *p)
{
	return (unsigned char)p[0] == 0xef && (unsigned char)p[1] == 0xbf &&
	    ((unsigned char)p[2] == 0xbe || (unsigned char)p[2] == 0xbf);
}

#define SPECIAL	"<>&\"\r\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10" \
		"\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e" \
		"\x1f\xef"

static void
put_escaped(struct buf *b, const char *s, const char *special)
{
	size_t n;

	for (;;) {
		n = strcspn(s, special);
		buf_add(b, s, n);
		s += n;
		if (*s == '\0')
			return;
		if (*s != '\xef')
			buf_str(b, entity(*s++));
		else if (is_noncharacter(s)) {
			buf_str(b, entity('\0'));
			s += 3;
		} else
			buf_add(b, s++, 1);
	}
}

void
xml_put_text(struct buf *b, const char *s)
{
	put_escaped(b, s, SPECIAL);
}

/* The value of an attribute. */
static void
put_value(struct buf *b, const char *s)
{
	put_escaped(b, s, SPECIAL "\n\t");
}

static void
write_attrs(struct buf *b, const struct xml *e)
{
	const struct xml_attr *at;
	int n = 0;

	for (at = e->attrs; at != NULL; at = at->next) {
		if (strcmp(at->ns, NS_XML) == 0)
			buf_printf(b, " xml:%s=\"", at->name);
		else if (at->ns[0] == '\0')
			buf_printf(b, " %s=\"", at->name);
		else {
			buf_printf(b, " xmlns:n%d=\"", ++n);
			put_value(b, at->ns);
			buf_printf(b, "\" n%d:%s=\"", n, at->name);
		}
		put_value(b, at->value);
		buf_str(b, "\"");
	}
}

static void
write_within(struct buf *b, const struct xml *e, const char *ns)
{
	const struct xml *child;
	const char *xml;

	if (e->name == NULL) {
		xml_put_text(b, e->text);
		return;
	}
	/* Its prefix needs no declaration, and can have no other. */
	xml = strcmp(e->ns, NS_XML) == 0 ? "xml:" : "";
	buf_printf(b, "<%s%s", xml, e->name);
	if (xml[0] == '\0' && strcmp(e->ns, ns) != 0) {
		buf_str(b, " xmlns=\"");
		put_value(b, e->ns);
		buf_str(b, "\"");
	}
	write_attrs(b, e);
	if (e->first == NULL) {
		buf_str(b, "/>");
		return;
	}
	buf_str(b, ">");
	for (child = e->first; child != NULL; child = child->next)
		write_within(b, child, xml[0] == '\0' ? e->ns : ns);
	buf_printf(b, "</%s%s>", xml, e->name);
}

void
xml_write(struct buf *b, const struct xml *e)
{
	/* No namespace is \1, so that each is declared. */
	write_within(b, e, "\1");
}
