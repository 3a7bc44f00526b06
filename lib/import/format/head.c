#include "import/format/head.h"

#include <string.h>

#include "base/arena.h"
#include "base/json/stream.h"
#include "base/text.h"
#include "import/importer/file.h"

#define KEYS	64		/* members that are read */

static void
head_read_text(struct arena *a, struct import_file *f, struct head *h)
{
	char *text = arena_raw(a, HEAD_BYTES + 1);
	ssize_t n = 1;

	if (!file_start_text(f, a))
		return;
	while (n > 0 && h->len < HEAD_BYTES) {
		n = file_read_text(f, text + h->len, HEAD_BYTES - h->len < 4 ?
		    0 : HEAD_BYTES - h->len);
		h->len += n > 0 ? (size_t)n : 0;
	}
	h->len = text_valid_length(text, h->len);
	text[h->len] = '\0';
	h->text = text;
}

/* The first object: that at the top, or the first in an array. */
static bool
enter_object(struct json_stream *s, char *top)
{
	enum json_type type = json_stream_next(s);

	*top = type == JSON_OBJECT ? '{' : type == JSON_ARRAY ? '[' : '\0';
	if (type == JSON_ARRAY) {
		json_stream_enter(s);
		type = json_stream_next(s);
	}
	if (type == JSON_OBJECT)
		json_stream_enter(s);
	return type == JSON_OBJECT;
}

static void
head_read_keys(struct arena *a, struct import_file *f, struct head *h)
{
	struct json_stream *s = json_stream_new(a, file_read_text, f, true);
	int n;

	h->keys = ",";
	if (!file_start_text(f, a) || !enter_object(s, &h->json))
		return;
	for (n = 0; n < KEYS && json_stream_next(s) != JSON_NONE; n++)
		h->keys = arena_printf(a, "%s%s,", h->keys,
		    json_stream_member(s));
}

void
head_read(struct arena *a, struct import_file *f, struct head *h)
{
	*h = (struct head){ .file = f, .text = "", .keys = "" };
	file_find_charset(f);
	if (f->charset == CHARSET_BINARY)
		return;
	head_read_text(a, f, h);
	if (strchr("{[", h->text[strspn(h->text, " \t\r\n")]) != NULL)
		head_read_keys(a, f, h);
}

/* Has it all the names of one alternative? */
static bool
has_all(const struct head *h, const char *names, size_t len)
{
	char name[72];
	size_t n;

	for (; len > 0; names += n, len -= n) {
		n = 0;
		while (n < len && names[n] != ',')
			n++;
		if (n + 3 > sizeof(name))
			return false;
		name[0] = ',';
		memcpy(name + 1, names, n);
		name[n + 1] = ',';
		name[n + 2] = '\0';
		if (strstr(h->keys, name) == NULL)
			return false;
		n += n < len;
	}
	return true;
}

bool
head_has(const struct head *h, const char *keys)
{
	size_t n;

	for (; *keys != '\0'; keys += n + (keys[n] == ' ')) {
		n = strcspn(keys, " ");
		if (h->json == keys[0] && has_all(h, keys + 1, n - 1))
			return true;
	}
	return false;
}

const char *
head_line(struct arena *a, const struct head *h)
{
	const char *p = h->text + strspn(h->text, " \t\r\n");

	return text_trim(a, arena_dup(a, p, strcspn(p, "\r\n")));
}
