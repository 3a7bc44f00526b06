#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/date.h"

static void
before_value(struct jw *w)
{
	if (w->comma)
		buf_add(w->out, ",", 1);
	w->comma = true;
}

static void
open_level(struct jw *w, const char *bracket)
{
	before_value(w);
	buf_add(w->out, bracket, 1);
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

/* Text that needs no escape. */
static void
add_quoted(struct jw *w, const char *s)
{
	buf_add(w->out, "\"", 1);
	buf_add(w->out, s, strlen(s));
	buf_add(w->out, "\"", 1);
}

void
jw_name(struct jw *w, const char *name)
{
	before_value(w);
	add_quoted(w, name);
	buf_add(w->out, ":", 1);
	w->comma = false;
}

static void
add_escape(struct buf *out, unsigned char c, char letter)
{
	static const char hex[] = "0123456789abcdef";
	const char s[] = { '\\', letter, '0', '0', hex[c >> 4], hex[c & 15] };

	buf_add(out, s, letter == 'u' ? 6 : 2);
}

void
jw_text(struct jw *w, const char *s)
{
	/* The letter behind the backslash; NUL: stands for itself. */
	static const char escape[256] = {
		[0 ... 7] = 'u', 'b', 't', 'n', 'u', 'f', 'r',
		[14 ... 31] = 'u', ['"'] = '"', ['\\'] = '\\'
	};
	const unsigned char *run, *p = (const unsigned char *)s;

	if (s == NULL) {
		jw_null(w);
		return;
	}
	before_value(w);
	buf_add(w->out, "\"", 1);
	for (;; p++) {
		for (run = p; escape[*p] == '\0'; p++)
			;
		buf_add(w->out, run, (size_t)(p - run));
		if (*p == '\0')
			break;
		add_escape(w->out, *p, escape[*p]);
	}
	buf_add(w->out, "\"", 1);
}

void
jw_int(struct jw *w, int64_t n)
{
	char text[24];
	const int len = snprintf(text, sizeof(text), "%" PRId64, n);

	before_value(w);
	buf_add(w->out, text, (size_t)len);
}

void
jw_bool(struct jw *w, bool yes)
{
	before_value(w);
	buf_str(w->out, yes ? "true" : "false");
}

void
jw_null(struct jw *w)
{
	before_value(w);
	buf_add(w->out, "null", 4);
}

void
jw_put_text(struct jw *w, const char *name, const char *s)
{
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
	jw_name(w, name);
	jw_bool(w, yes);
}

void
jw_put_stamp(struct jw *w, const char *name, int64_t stamp)
{
	char text[STAMP_SIZE];

	jw_name(w, name);
	before_value(w);
	add_quoted(w, stamp_format(stamp, text));
}

void
jw_put_stamp_or_null(struct jw *w, const char *name, int64_t stamp)
{
	if (stamp != 0) {
		jw_put_stamp(w, name, stamp);
		return;
	}
	jw_name(w, name);
	jw_null(w);
}
