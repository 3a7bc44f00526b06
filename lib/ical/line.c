#include "ical/line.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/text.h"

#define LINE_MAX	75	/* bytes, without the line's end */

static bool
is_fold(const char *p, const char *end)
{
	return p < end && (*p == ' ' || *p == '\t');
}

/* The end of a line that begins at p, after its line end; *first is that of its
 * first part, before a fold. */
static const char *
line_end(const char *p, const char *end, const char **first)
{
	const char *eol;

	*first = NULL;
	for (;; p = eol + 1) {
		eol = memchr(p, '\n', (size_t)(end - p));
		if (*first == NULL)
			*first = eol == NULL ? end : eol;
		if (eol == NULL)
			return end;
		if (!is_fold(eol + 1, end))
			return eol + 1;
	}
}

/* The colon before the value: the first that is not within quotes.  whole: the
 * line does not go on, where the quotes could be closed. */
static const char *
find_colon(const char *p, const char *end, bool whole)
{
	const char *start = p;
	bool quoted = false;

	for (; p < end; p++)
		if (*p == '"')
			quoted = !quoted;
		else if (*p == ':' && !quoted)
			return p;
	/* A quote that is never closed. */
	return quoted && whole ? memchr(start, ':', (size_t)(end - start)) : NULL;
}

/* Copies without folds; returns how many bytes. */
static size_t
unfold(char *to, const char *p, const char *end)
{
	const char *eol, *stop;
	char *start = to;

	for (; p < end; p = eol + 2) {
		eol = memchr(p, '\n', (size_t)(end - p));
		stop = eol == NULL ? end : eol;
		if (eol != NULL && stop > p && stop[-1] == '\r')
			stop--;
		to = mempcpy(to, p, (size_t)(stop - p));
		if (eol == NULL || !is_fold(eol + 1, end))
			break;
	}
	return (size_t)(to - start);
}

static void
split(struct ical_line *l, const char *p, const char *end, const char *colon)
{
	const char *head = colon == NULL ? end : colon, *semi;

	semi = memchr(p, ';', (size_t)(head - p));
	l->name = p;
	l->name_len = (size_t)((semi == NULL ? head : semi) - p);
	l->params = p + l->name_len;
	l->params_len = (size_t)(head - l->params);
	l->value = colon == NULL ? NULL : colon + 1;
	l->value_len = colon == NULL ? 0 : (size_t)(end - l->value);
}

bool
ical_next(struct arena *a, struct ical_lines *from, struct ical_line *l)
{
	const char *p = from->at, *first, *stop, *colon;
	char *copy;

	if (p >= from->end)
		return false;
	from->at = line_end(p, from->end, &first);
	l->raw = p;
	l->raw_len = (size_t)(from->at - p);
	stop = from->at;
	if (stop > p && stop[-1] == '\n')
		stop--;
	if (stop > p && stop[-1] == '\r')
		stop--;
	l->folded = first < stop;
	colon = find_colon(p, l->folded ? first : stop, !l->folded);
	if (l->folded && colon == NULL) {
		copy = arena_raw(a, l->raw_len + 1);
		stop = copy + unfold(copy, p, stop);
		p = copy;
		l->folded = false;
		colon = find_colon(p, stop, true);
	}
	split(l, p, stop, colon);
	return true;
}

static bool
line_same(const char *p, size_t len, const char *other)
{
	return strlen(other) == len && strncasecmp(p, other, len) == 0;
}

bool
ical_is(const struct ical_line *l, const char *name)
{
	return line_same(l->name, l->name_len, name);
}

bool
ical_value_is(const struct ical_line *l, const char *value)
{
	return l->value != NULL && line_same(l->value, l->value_len, value);
}

/* The value, unfolded, as bytes that may be changed. */
static char *
value_copy(struct arena *a, const struct ical_line *l)
{
	char *copy = arena_raw(a, l->value_len + 1);
	size_t n = l->value_len;

	if (l->folded)
		n = unfold(copy, l->value, l->value + l->value_len);
	else if (n > 0)
		memcpy(copy, l->value, n);
	copy[n] = '\0';
	return copy;
}

const char *
ical_value(struct arena *a, const struct ical_line *l)
{
	return value_copy(a, l);
}

/* The character that an escape stands for; 0: it is none. */
static char
unescaped(char c)
{
	return c == 'n' || c == 'N' ? '\n' :
	    c == ',' || c == ';' || c == '\\' ? c : '\0';
}

/* Takes the escapes out, in place. */
static const char *
unescape(char *text)
{
	char *p = strchr(text, '\\'), *to = p, c;

	for (; p != NULL && *p != '\0'; p++) {
		c = *p == '\\' ? unescaped(p[1]) : '\0';
		*to++ = c == '\0' ? *p : c;
		p += c != '\0';
	}
	if (to != NULL)
		*to = '\0';
	return text;
}

const char *
ical_text(struct arena *a, const struct ical_line *l)
{
	return unescape(value_copy(a, l));
}

const char *
ical_next_text(struct arena *a, const char **at)
{
	const char *p = *at, *from = p;

	if (p == NULL)
		return NULL;
	for (; *p != '\0' && *p != ','; p++)
		p += *p == '\\' && p[1] != '\0';
	*at = *p == ',' ? p + 1 : NULL;
	return unescape(arena_dup(a, from, (size_t)(p - from)));
}

/* The end of a parameter that begins at p: the next semicolon that is not
 * within quotes. */
static const char *
param_end(const char *p, const char *end)
{
	bool quoted = false;

	for (; p < end && (quoted || *p != ';'); p++)
		quoted ^= *p == '"';
	return p;
}

const char *
ical_param(struct arena *a, const struct ical_line *l, const char *name)
{
	const char *p = l->params, *end = p + l->params_len, *next, *eq;
	bool quoted;

	for (; p < end; p = next) {
		next = param_end(++p, end);
		eq = memchr(p, '=', (size_t)(next - p));
		if (eq == NULL || !line_same(p, (size_t)(eq - p), name))
			continue;
		p = eq + 1;
		quoted = p < next && *p == '"';
		p += quoted;
		eq = memchr(p, quoted ? '"' : ',', (size_t)(next - p));
		return arena_dup(a, p, (size_t)((eq == NULL ? next : eq) - p));
	}
	return NULL;
}

static void
put_bytes(struct ical_out *o, const char *s, size_t len)
{
	size_t n;

	while (len > 0) {
		n = LINE_MAX - o->column;
		if (n < len)
			while (n > 0 && ((unsigned char)s[n] & 0xc0) == 0x80)
				n--;
		else
			n = len;
		buf_add(o->to, s, n);
		o->column += n;
		s += n;
		len -= n;
		if (len > 0) {
			buf_str(o->to, o->end);
			buf_add(o->to, " ", 1);
			o->column = 1;
		}
	}
}

void
ical_put(struct ical_out *o, const char *s)
{
	put_bytes(o, s, strlen(s));
}

static bool
is_dropped(unsigned char c)
{
	return (c < ' ' && c != '\n' && c != '\t') || c == 0x7f;
}

void
ical_put_text(struct ical_out *o, const char *s)
{
	static const char special[] = "\\;,\n\r\x01\x02\x03\x04\x05\x06\x07\x08"
	    "\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b"
	    "\x1c\x1d\x1e\x1f\x7f";
	size_t n;

	for (;; s++) {
		n = strcspn(s, special);
		put_bytes(o, s, n);
		s += n;
		if (*s == '\0')
			return;
		if (*s == '\n' || *s == '\r') {
			ical_put(o, "\\n");
			s += *s == '\r' && s[1] == '\n';
		} else if (!is_dropped((unsigned char)*s))
			put_bytes(o, (char[]){ '\\', *s }, 2);
	}
}

void
ical_end(struct ical_out *o)
{
	buf_str(o->to, o->end);
	o->column = 0;
}

void
ical_put_line(struct ical_out *o, const char *head, const char *value)
{
	ical_put(o, head);
	ical_put(o, value);
	ical_end(o);
}

const char *
ical_plain(struct arena *a, const char *s)
{
	const unsigned char *p;
	char *copy, *to;

	for (p = (const unsigned char *)s; *p != '\0' && !is_dropped(*p); p++)
		continue;
	if (*p == '\0')
		return s;
	copy = to = arena_raw(a, strlen(s) + 1);
	for (p = (const unsigned char *)s; *p != '\0'; p++)
		if (*p == '\r') {
			*to++ = '\n';
			p += p[1] == '\n';
		} else if (!is_dropped(*p))
			*to++ = (char)*p;
	*to = '\0';
	return copy;
}
