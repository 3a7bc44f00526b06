/*
 * The reader: one scan by the grammar of RFC 8259; cJSON parses only what
 * passes.  cJSON alone accepts too much: leading zeros, control characters, bad
 * UTF-8, repeated names.
 */
#include "base/json/read.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/json/number.h"
#include "base/json/string.h"
#include "base/log.h"
#include "base/text.h"

struct name {
	const char	*s;	/* unescaped, not terminated */
	size_t		 len;
	const char	*at;	/* position in the text */
};

struct reader {
	struct arena	*arena;
	const char	*text;
	const char	*end;
	const char	*p;	/* the next byte */
	struct buf	 names;	/* struct name, of all objects still open */
	char		*fixed;	/* the text if numbers had to be replaced */
	const char	*why;
};

static bool scan_value(struct reader *, int);

static bool
reader_refuse(struct reader *r, const char *at, const char *what)
{
	r->why = arena_printf(r->arena, "byte %zu: %s",
	    (size_t)(at - r->text) + 1, what);
	return false;
}

/* The next byte, or NUL at the end: the text contains no NUL. */
static char
reader_peek(const struct reader *r)
{
	return r->p < r->end ? *r->p : '\0';
}

static bool
reader_take(struct reader *r, char c)
{
	if (reader_peek(r) != c)
		return false;
	r->p++;
	return true;
}

static void
reader_skip_space(struct reader *r)
{
	while (r->p < r->end && (*r->p == ' ' || *r->p == '\t' ||
	    *r->p == '\n' || *r->p == '\r'))
		r->p++;
}

static bool
scan_string(struct reader *r, bool *escaped)
{
	struct json_fault fault;
	const char *end = json_string_end(r->p, r->end, escaped, &fault);

	if (end == NULL)
		return reader_refuse(r, fault.at, fault.what);
	r->p = end;
	return true;
}

static bool
scan_name(struct reader *r)
{
	struct name name = { .at = r->p };
	bool escaped;
	char *out;

	if (reader_peek(r) != '"')
		return reader_refuse(r, r->p, "a member name is missing");
	if (!scan_string(r, &escaped))
		return false;
	name.s = name.at + 1;
	name.len = (size_t)(r->p - 1 - name.s);
	if (escaped) {
		out = arena_alloc(r->arena, name.len);
		name.len = json_unescape(name.s, name.len, out);
		name.s = out;
	}
	buf_add(&r->names, &name, sizeof(name));
	return true;
}

/* By length first, which distinguishes most without comparing bytes. */
static int
compare_names(const void *one, const void *two)
{
	const struct name *a = one, *b = two;
	int order;

	if (a->len != b->len)
		return a->len < b->len ? -1 : 1;
	order = memcmp(a->s, b->s, a->len);
	return order != 0 ? order : (a->at > b->at) - (a->at < b->at);
}

/*
 * Are the names in r->names all different, from that offset on?  Removes them.
 * They are sorted, so that many members do not take quadratic time.
 */
static bool
names_differ(struct reader *r, size_t first)
{
	struct name *name = (struct name *)(r->names.data + first);
	size_t i, n = (r->names.len - first) / sizeof(*name);
	const char *again = NULL;

	r->names.len = first;
	qsort(name, n, sizeof(*name), compare_names);
	for (i = 1; i < n; i++)
		if (name[i].len == name[i - 1].len &&
		    memcmp(name[i].s, name[i - 1].s, name[i].len) == 0 &&
		    (again == NULL || name[i].at < again))
			again = name[i].at;
	return again == NULL ||
	    reader_refuse(r, again, "a member name is repeated");
}

static bool
scan_object(struct reader *r, int depth)
{
	const size_t first = r->names.len;

	r->p++;
	reader_skip_space(r);
	if (reader_take(r, '}'))
		return true;
	do {
		reader_skip_space(r);
		if (!scan_name(r))
			return false;
		reader_skip_space(r);
		if (!reader_take(r, ':'))
			return reader_refuse(r, r->p, "a colon is missing");
		if (!scan_value(r, depth))
			return false;
	} while (reader_take(r, ','));
	if (!reader_take(r, '}'))
		return reader_refuse(r, r->p, "a comma or } is missing");
	return names_differ(r, first);
}

static bool
scan_array(struct reader *r, int depth)
{
	r->p++;
	reader_skip_space(r);
	if (reader_take(r, ']'))
		return true;
	do {
		if (!scan_value(r, depth))
			return false;
	} while (reader_take(r, ','));
	return reader_take(r, ']') ||
	    reader_refuse(r, r->p, "a comma or ] is missing");
}

static bool
scan_word(struct reader *r)
{
	static const char *const words[] = { "true", "false", "null" };
	size_t i, n;

	for (i = 0; i < COUNT(words); i++) {
		n = strlen(words[i]);
		if ((size_t)(r->end - r->p) >= n &&
		    memcmp(r->p, words[i], n) == 0) {
			r->p += n;
			return true;
		}
	}
	return reader_refuse(r, r->p, "a value is missing");
}

static bool
scan_number(struct reader *r)
{
	const size_t n = json_number_length(r->p, r->end);
	char fix[JSON_FIX_SIZE], *at;

	if (n == 0)
		return reader_refuse(r, r->p, "not a number");
	if (json_number_fix(r->p, n, fix)) {
		if (r->fixed == NULL)
			r->fixed = arena_dup(r->arena, r->text,
			    (size_t)(r->end - r->text));
		at = r->fixed + (r->p - r->text);
		memset(at, ' ', n);
		memcpy(at, fix, strlen(fix));
	}
	r->p += n;
	return true;
}

/* A value in an object or array of that depth, and the white space around
 * it. */
static bool
scan_value(struct reader *r, int depth)
{
	bool ok, escaped;
	char c;

	reader_skip_space(r);
	c = reader_peek(r);
	if ((c == '{' || c == '[') && depth == JSON_DEPTH)
		return reader_refuse(r, r->p, "nested too deeply");
	if (c == '{')
		ok = scan_object(r, depth + 1);
	else if (c == '[')
		ok = scan_array(r, depth + 1);
	else if (c == '"')
		ok = scan_string(r, &escaped);
	else if (c == '-' || (c >= '0' && c <= '9'))
		ok = scan_number(r);
	else
		ok = scan_word(r);
	reader_skip_space(r);
	return ok;
}

static bool
scan_text(struct reader *r)
{
	const size_t len = (size_t)(r->end - r->text);
	const size_t valid = text_valid_length(r->text, len);

	if (valid < len)
		return reader_refuse(r, r->text + valid,
		    r->text[valid] != '\0' ? "not UTF-8" :
		    "U+0000 is not accepted");
	if (len >= 3 && memcmp(r->text, "\xef\xbb\xbf", 3) == 0)
		return reader_refuse(r, r->text, "a byte order mark");
	reader_skip_space(r);
	if (reader_peek(r) != '{')
		return reader_refuse(r, r->p, "not an object");
	if (!scan_value(r, 0))
		return false;
	return r->p == r->end ||
	    reader_refuse(r, r->p, "text after the object");
}

struct cJSON *
json_read(struct arena *arena, const char *text, size_t len, const char **why)
{
	struct reader r = {
		.arena = arena, .text = text, .p = text, .end = text + len
	};
	struct cJSON *tree;

	scan_text(&r);
	buf_free(&r.names);
	if (r.why != NULL) {
		*why = r.why;
		return NULL;
	}
	tree = cJSON_ParseWithLengthOpts(r.fixed != NULL ? r.fixed : text,
	    len, NULL, false);
	if (tree == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	return tree;
}

void
json_free(struct cJSON *tree)
{
	cJSON_Delete(tree);
}

const struct cJSON *
json_member(const struct cJSON *object, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(object, name);
}

bool
json_int(const struct cJSON *number, int64_t *out)
{
	double d;

	if (!cJSON_IsNumber(number))
		return false;
	d = number->valuedouble;
	if (d < -(double)JSON_INT_MAX || d > (double)JSON_INT_MAX ||
	    d != (double)(int64_t)d)
		return false;
	*out = (int64_t)d;
	return true;
}
