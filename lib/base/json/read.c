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

struct door {
	struct arena	*arena;
	const char	*text;
	const char	*end;
	const char	*p;	/* the next byte */
	struct buf	 names;	/* struct name, of all objects still open */
	char		*fixed;	/* the text if numbers had to be replaced */
	const char	*why;
};

static bool scan_value(struct door *, int);

static bool
refuse(struct door *d, const char *at, const char *what)
{
	d->why = arena_printf(d->arena, "byte %zu: %s",
	    (size_t)(at - d->text) + 1, what);
	return false;
}

/* The next byte, or NUL at the end: the text contains no NUL. */
static char
peek(const struct door *d)
{
	return d->p < d->end ? *d->p : '\0';
}

static bool
take(struct door *d, char c)
{
	if (peek(d) != c)
		return false;
	d->p++;
	return true;
}

static void
skip_space(struct door *d)
{
	while (d->p < d->end && (*d->p == ' ' || *d->p == '\t' ||
	    *d->p == '\n' || *d->p == '\r'))
		d->p++;
}

static bool
scan_string(struct door *d, bool *escaped)
{
	struct json_fault fault;
	const char *end = json_string_end(d->p, d->end, escaped, &fault);

	if (end == NULL)
		return refuse(d, fault.at, fault.what);
	d->p = end;
	return true;
}

static bool
scan_name(struct door *d)
{
	struct name name = { .at = d->p };
	bool escaped;
	char *out;

	if (peek(d) != '"')
		return refuse(d, d->p, "a member name is missing");
	if (!scan_string(d, &escaped))
		return false;
	name.s = name.at + 1;
	name.len = (size_t)(d->p - 1 - name.s);
	if (escaped) {
		out = arena_alloc(d->arena, name.len);
		name.len = json_unescape(name.s, name.len, out);
		name.s = out;
	}
	buf_add(&d->names, &name, sizeof(name));
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
 * Are the names from that place in d->names on all different?  Takes them off.
 * Sorted: no number of members makes it quadratic.
 */
static bool
distinct(struct door *d, size_t first)
{
	struct name *name = (struct name *)(d->names.data + first);
	size_t i, n = (d->names.len - first) / sizeof(*name);
	const char *again = NULL;

	d->names.len = first;
	qsort(name, n, sizeof(*name), compare_names);
	for (i = 1; i < n; i++)
		if (name[i].len == name[i - 1].len &&
		    memcmp(name[i].s, name[i - 1].s, name[i].len) == 0 &&
		    (again == NULL || name[i].at < again))
			again = name[i].at;
	return again == NULL || refuse(d, again, "a member name is repeated");
}

static bool
scan_object(struct door *d, int depth)
{
	const size_t first = d->names.len;

	d->p++;
	skip_space(d);
	if (take(d, '}'))
		return true;
	do {
		skip_space(d);
		if (!scan_name(d))
			return false;
		skip_space(d);
		if (!take(d, ':'))
			return refuse(d, d->p, "a colon is missing");
		if (!scan_value(d, depth))
			return false;
	} while (take(d, ','));
	if (!take(d, '}'))
		return refuse(d, d->p, "a comma or } is missing");
	return distinct(d, first);
}

static bool
scan_array(struct door *d, int depth)
{
	d->p++;
	skip_space(d);
	if (take(d, ']'))
		return true;
	do {
		if (!scan_value(d, depth))
			return false;
	} while (take(d, ','));
	return take(d, ']') || refuse(d, d->p, "a comma or ] is missing");
}

static bool
scan_word(struct door *d)
{
	static const char *const words[] = { "true", "false", "null" };
	size_t i, n;

	for (i = 0; i < COUNT(words); i++) {
		n = strlen(words[i]);
		if ((size_t)(d->end - d->p) >= n &&
		    memcmp(d->p, words[i], n) == 0) {
			d->p += n;
			return true;
		}
	}
	return refuse(d, d->p, "a value is missing");
}

static bool
scan_number(struct door *d)
{
	const size_t n = json_number_length(d->p, d->end);
	char fix[JSON_FIX_SIZE], *at;

	if (n == 0)
		return refuse(d, d->p, "not a number");
	if (json_number_fix(d->p, n, fix)) {
		if (d->fixed == NULL)
			d->fixed = arena_dup(d->arena, d->text,
			    (size_t)(d->end - d->text));
		at = d->fixed + (d->p - d->text);
		memset(at, ' ', n);
		memcpy(at, fix, strlen(fix));
	}
	d->p += n;
	return true;
}

/* A value of an object or array at that depth, and white space around. */
static bool
scan_value(struct door *d, int depth)
{
	bool ok, escaped;
	char c;

	skip_space(d);
	c = peek(d);
	if ((c == '{' || c == '[') && depth == JSON_DEPTH)
		return refuse(d, d->p, "nested too deeply");
	if (c == '{')
		ok = scan_object(d, depth + 1);
	else if (c == '[')
		ok = scan_array(d, depth + 1);
	else if (c == '"')
		ok = scan_string(d, &escaped);
	else if (c == '-' || (c >= '0' && c <= '9'))
		ok = scan_number(d);
	else
		ok = scan_word(d);
	skip_space(d);
	return ok;
}

static bool
scan_text(struct door *d)
{
	const size_t len = (size_t)(d->end - d->text);
	const size_t valid = text_valid_length(d->text, len);

	if (valid < len)
		return refuse(d, d->text + valid, d->text[valid] != '\0' ?
		    "not UTF-8" : "U+0000 is not accepted");
	if (len >= 3 && memcmp(d->text, "\xef\xbb\xbf", 3) == 0)
		return refuse(d, d->text, "a byte order mark");
	skip_space(d);
	if (peek(d) != '{')
		return refuse(d, d->p, "not an object");
	if (!scan_value(d, 0))
		return false;
	return d->p == d->end || refuse(d, d->p, "text after the object");
}

struct cJSON *
json_read(struct arena *arena, const char *text, size_t len, const char **why)
{
	struct door d = {
		.arena = arena, .text = text, .p = text, .end = text + len
	};
	struct cJSON *tree;

	scan_text(&d);
	buf_free(&d.names);
	if (d.why != NULL) {
		*why = d.why;
		return NULL;
	}
	tree = cJSON_ParseWithLengthOpts(d.fixed != NULL ? d.fixed : text,
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
