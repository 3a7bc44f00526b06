#include "base/html.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

#include "base/arena.h"
#include "base/base.h"

/* Elements that begin and end a line; those that look like HTML. */
static const char *const lines[] = { "p", "br", "li", "div", "ul", "ol", "tr",
	"h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote", "pre", "hr",
	"html", "body" };
/* Their contents are not text. */
static const char *const hidden[] = { "script", "style", "head", "title" };

static const struct {
	const char	*name;
	const char	*text;
} references[] = {
	{ "amp", "&" }, { "lt", "<" }, { "gt", ">" }, { "quot", "\"" },
	{ "apos", "'" }, { "nbsp", " " }, { "ndash", "\xe2\x80\x93" },
	{ "mdash", "\xe2\x80\x94" }, { "hellip", "\xe2\x80\xa6" },
	{ "euro", "\xe2\x82\xac" }, { "copy", "\xc2\xa9" },
	{ "auml", "\xc3\xa4" }, { "ouml", "\xc3\xb6" },
	{ "uuml", "\xc3\xbc" }, { "Auml", "\xc3\x84" },
	{ "Ouml", "\xc3\x96" }, { "Uuml", "\xc3\x9c" },
	{ "szlig", "\xc3\x9f" }, { "eacute", "\xc3\xa9" },
	{ "egrave", "\xc3\xa8" }, { "agrave", "\xc3\xa0" },
	{ "ccedil", "\xc3\xa7" }, { "ntilde", "\xc3\xb1" }
};

struct out {
	char	*text;
	size_t	 len;
	bool	 space;		/* before the next word */
};

static bool
is_among(const char *const *names, size_t count, const char *p, size_t len)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (strlen(names[i]) == len &&
		    strncasecmp(names[i], p, len) == 0)
			return true;
	return false;
}

static void
html_put(struct out *o, const char *p, size_t len)
{
	if (o->space && o->len > 0 && o->text[o->len - 1] != '\n')
		o->text[o->len++] = ' ';
	o->space = false;
	memcpy(o->text + o->len, p, len);
	o->len += len;
}

static void
new_line(struct out *o)
{
	o->space = false;
	if (o->len > 0 && o->text[o->len - 1] != '\n')
		o->text[o->len++] = '\n';
}

static size_t
html_name_length(const char *p)
{
	size_t n = 0;

	while (isalnum((unsigned char)p[n]))
		n++;
	return n;
}

/* Behind an element whose contents are hidden, or at the end of the text. */
static const char *
skip_hidden(const char *p, const char *name, size_t len)
{
	for (; *p != '\0'; p++)
		if (p[0] == '<' && p[1] == '/' &&
		    strncasecmp(p + 2, name, len) == 0)
			break;
	return p;
}

/* A tag or comment: behind it. */
static const char *
html_read_tag(struct out *o, const char *p)
{
	bool end = p[1] == '/';
	const char *name = p + 1 + end, *close;
	size_t len = html_name_length(name);

	if (strncmp(p, "<!--", 4) == 0)
		close = strstr(p + 4, "-->");
	else
		close = strchr(p, '>');
	if (close == NULL)
		return p + strlen(p);
	close += p[1] == '!' && p[2] == '-' ? 3 : 1;
	if (!end && is_among(hidden, COUNT(hidden), name, len))
		return skip_hidden(close, name, len);
	if (is_among(lines, COUNT(lines), name, len))
		new_line(o);
	return close;
}

/* &#NUMBER; or &#xNUMBER;: behind it, or NULL if it is not one. */
static const char *
read_number(struct out *o, const char *p)
{
	bool hex = (p[2] | 32) == 'x';
	utf8proc_uint8_t text[4];
	char *end;
	unsigned long c;

	if (!isxdigit((unsigned char)p[2 + hex]))
		return NULL;
	c = strtoul(p + 2 + hex, &end, hex ? 16 : 10);
	if (*end != ';')
		return NULL;
	if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		c = 0xfffd;
	if (c == ' ' || c == '\n' || c == 0xa0)
		o->space = true;
	else
		html_put(o, (char *)text, (size_t)utf8proc_encode_char(
		    (utf8proc_int32_t)c, text));
	return end + 1;
}

/* A character reference: behind it.  An unknown one stands for itself. */
static const char *
read_character_reference(struct out *o, const char *p)
{
	size_t n = html_name_length(p + 1), i;
	const char *end;

	if (p[1] == '#' && (end = read_number(o, p)) != NULL)
		return end;
	for (i = 0; i < COUNT(references); i++)
		if (p[1 + n] == ';' && strlen(references[i].name) == n &&
		    strncmp(references[i].name, p + 1, n) == 0)
			break;
	if (i == COUNT(references)) {
		html_put(o, p, 1);
		return p + 1;
	}
	if (references[i].text[0] == ' ')
		o->space = true;
	else
		html_put(o, references[i].text, strlen(references[i].text));
	return p + n + 2;
}

const char *
html_text(struct arena *a, const char *html)
{
	/* No reference is shorter than what it stands for. */
	struct out o = { .text = arena_raw(a, 2 * strlen(html) + 1) };
	const char *p = html;
	size_t n;

	while (*p != '\0') {
		n = strcspn(p, "<& \t\r\n");
		if (n > 0)
			html_put(&o, p, n);
		p += n;
		if (*p == '<' && (isalpha((unsigned char)p[1]) ||
		    p[1] == '/' || p[1] == '!'))
			p = html_read_tag(&o, p);
		else if (*p == '&')
			p = read_character_reference(&o, p);
		else if (*p == '<')
			html_put(&o, p++, 1);
		else if (*p != '\0') {
			o.space = true;
			p++;
		}
	}
	while (o.len > 0 && o.text[o.len - 1] == '\n')
		o.len--;
	o.text[o.len] = '\0';
	return o.text;
}

bool
html_is(const char *text)
{
	const char *p;
	size_t n;

	for (p = text; (p = strchr(p, '<')) != NULL; p++) {
		n = html_name_length(p + 1);
		if ((is_among(lines, COUNT(lines), p + 1, n) &&
		    strchr("> /", p[1 + n]) != NULL) ||
		    strncmp(p, "<a href", 7) == 0)
			return true;
	}
	return false;
}
