#include "base/json/write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"

/*
 * Reserves space for a value of n bytes, after a comma if one is needed.  A
 * listing has thousands of values, so each is written at once.
 */
static char *
begin_value(struct jw *w, size_t n)
{
	char *p = buf_reserve(w->out, n + 1);

	if (w->comma)
		*p++ = ',';
	w->comma = true;
	return p;
}

static void
end_value(struct jw *w, const char *p)
{
	w->out->len = (size_t)(p - w->out->data);
}

static void
jw_put_value(struct jw *w, const char *text, size_t n)
{
	char *p = begin_value(w, n);

	memcpy(p, text, n);
	end_value(w, p + n);
}

static void
open_level(struct jw *w, const char *bracket)
{
	jw_put_value(w, bracket, 1);
	w->comma = false;
}

static void
close_level(struct jw *w, const char *bracket)
{
	buf_add(w->out, bracket, 1);
	w->comma = true;
	if (w->drain != NULL && w->out->len >= w->drain_at) {
		w->drain(w->drain_arg, w->out);
		w->out->len = 0;
	}
}

void
jw_object(struct jw *w)
{
	open_level(w, "{");
}

void
jw_object_end(struct jw *w)
{
	close_level(w, "}");
}

void
jw_array(struct jw *w)
{
	open_level(w, "[");
}

void
jw_array_end(struct jw *w)
{
	close_level(w, "]");
}

/* Text that needs no escape, followed by `after`, if any. */
static void
jw_put_quoted(struct jw *w, const char *s, size_t n, const char *after)
{
	char *p = begin_value(w, n + 3);

	*p++ = '"';
	memcpy(p, s, n);
	p += n;
	*p++ = '"';
	if (*after != '\0')
		*p++ = *after;
	end_value(w, p);
}

void
jw_name(struct jw *w, const char *name)
{
	jw_put_quoted(w, name, strlen(name), ":");
	w->comma = false;
}

/* The letter after the backslash; NUL: needs no escape. */
static const char escape[256] = {
	[0 ... 7] = 'u', 'b', 't', 'n', 'u', 'f', 'r', [14 ... 31] = 'u',
	['"'] = '"', ['\\'] = '\\'
};

static void
add_escape(struct buf *out, unsigned char c, char letter)
{
	static const char hex[] = "0123456789abcdef";
	const char s[] = { '\\', letter, '0', '0', hex[c >> 4], hex[c & 15] };

	buf_add(out, s, letter == 'u' ? 6 : 2);
}

/*
 * How many bytes at the beginning of a text need no escape?  Eight at a time:
 * bytes below a blank, quotes and backslashes need one.
 */
size_t
jw_plain(const char *s, size_t n)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
	uint64_t word, quote, slash;
	size_t i = 0;

	for (; i + sizeof(word) <= n; i += sizeof(word)) {
		memcpy(&word, s + i, sizeof(word));
		quote = word ^ ones * '"';
		slash = word ^ ones * '\\';
		if ((((word - ones * ' ') & ~word) | ((quote - ones) & ~quote) |
		    ((slash - ones) & ~slash)) & high)
			break;
	}
	while (i < n && escape[(unsigned char)s[i]] == '\0')
		i++;
	return i;
}

/* Writes the text between quotes that are already there. */
static void
add_escaped(struct buf *out, const char *s, size_t n)
{
	size_t run;

	for (; n > 0; s += run, n -= run) {
		run = jw_plain(s, n);
		buf_add(out, s, run);
		if (run == n)
			break;
		add_escape(out, (unsigned char)s[run],
		    escape[(unsigned char)s[run]]);
		run++;
	}
}

void
jw_text(struct jw *w, const char *s)
{
	size_t n = strlen(s);

	if (jw_plain(s, n) == n) {
		jw_put_quoted(w, s, n, "");
		return;
	}
	jw_put_value(w, "\"", 1);
	add_escaped(w->out, s, n);
	buf_add(w->out, "\"", 1);
}

void
jw_int(struct jw *w, int64_t n)
{
	char text[24];
	const int len = snprintf(text, sizeof(text), "%" PRId64, n);

	jw_put_value(w, text, (size_t)len);
}

void
jw_bool(struct jw *w, bool yes)
{
	if (yes)
		jw_put_value(w, "true", 4);
	else
		jw_put_value(w, "false", 5);
}

void
jw_null(struct jw *w)
{
	jw_put_value(w, "null", 4);
}

/* Writes a name, and reserves n bytes for its value. */
static char *
begin_member(struct jw *w, const char *name, size_t n)
{
	size_t len = strlen(name);
	char *p = begin_value(w, len + n + 3);

	*p++ = '"';
	memcpy(p, name, len);
	p += len;
	*p++ = '"';
	*p++ = ':';
	return p;
}

static void
put_member(struct jw *w, const char *name, const char *value, size_t n)
{
	char *p = begin_member(w, name, n);

	memcpy(p, value, n);
	end_value(w, p + n);
}

static void
put_quoted_member(struct jw *w, const char *name, const char *s, size_t n)
{
	char *p = begin_member(w, name, n + 2);

	*p++ = '"';
	memcpy(p, s, n);
	p += n;
	*p++ = '"';
	end_value(w, p);
}

void
jw_put_plain(struct jw *w, const char *name, const char *s)
{
	if (s == NULL)
		put_member(w, name, "null", 4);
	else
		put_quoted_member(w, name, s, strlen(s));
}

void
jw_put_text(struct jw *w, const char *name, const char *s)
{
	size_t n = s == NULL ? 0 : strlen(s);

	if (jw_plain(s, n) == n) {
		jw_put_plain(w, name, s);
		return;
	}
	jw_name(w, name);
	jw_text(w, s);
}

void
jw_put_int(struct jw *w, const char *name, int64_t n)
{
	jw_name(w, name);
	jw_int(w, n);
}

void
jw_put_bool(struct jw *w, const char *name, bool yes)
{
	if (yes)
		put_member(w, name, "true", 4);
	else
		put_member(w, name, "false", 5);
}

const char *
jw_stamp(struct jw *w, int64_t stamp)
{
	/* A record that never changed has the same twice. */
	if (stamp != w->last || w->stamp[0] == '\0')
		stamp_replace(stamp, &w->day, w->stamp);
	w->last = stamp;
	return w->stamp;
}

void
jw_put_stamp(struct jw *w, const char *name, int64_t stamp)
{
	put_quoted_member(w, name, jw_stamp(w, stamp), STAMP_SIZE - 1);
}

void
jw_put_stamp_or_null(struct jw *w, const char *name, int64_t stamp)
{
	if (stamp != 0)
		jw_put_stamp(w, name, stamp);
	else
		put_member(w, name, "null", 4);
}

void
jw_json(struct jw *w, const char *json)
{
	if (json == NULL)
		jw_null(w);
	else
		jw_put_value(w, json, strlen(json));
}

void
jw_lead(struct jw_lead *lead, const char *name)
{
	lead->len = (size_t)snprintf(lead->text, sizeof(lead->text), "\"%s\":",
	    name);
	if (lead->len >= sizeof(lead->text))
		fatal(FATAL_INTERNAL, "%s is too long a name", name);
}
