/*
 * What the door of base/json/read.h says of documents, for a test that compares
 * it with another reader.  On standard input any number of documents, each
 * behind its length as four bytes, the highest first.  On standard output a
 * line for each: "refused " and why, or "ok " and the document written again,
 * where each number has become a text: "=" and the integer it is, or "?".
 */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/json/read.h"
#include "base/json/write.h"

static void write_value(struct jw *, struct arena *, const struct cJSON *);

static void
write_level(struct jw *w, struct arena *a, const struct cJSON *level)
{
	const struct cJSON *item;

	cJSON_ArrayForEach(item, level) {
		/* Not jw_name, which is for plain names alone. */
		if (cJSON_IsObject(level)) {
			jw_text(w, item->string);
			buf_str(w->out, ":");
			w->comma = false;
		}
		write_value(w, a, item);
	}
}

static void
write_value(struct jw *w, struct arena *a, const struct cJSON *value)
{
	int64_t n;

	if (cJSON_IsObject(value)) {
		jw_object(w);
		write_level(w, a, value);
		jw_object_end(w);
	} else if (cJSON_IsArray(value)) {
		jw_array(w);
		write_level(w, a, value);
		jw_array_end(w);
	} else if (cJSON_IsString(value)) {
		jw_text(w, value->valuestring);
	} else if (cJSON_IsNumber(value)) {
		jw_text(w, json_int(value, &n) ?
		    arena_printf(a, "=%" PRId64, n) : "?");
	} else if (cJSON_IsBool(value)) {
		jw_bool(w, cJSON_IsTrue(value));
	} else {
		jw_null(w);
	}
}

static void
answer(struct arena *a, const char *text, size_t len)
{
	struct buf out = { 0 };
	struct jw w = { .out = &out };
	const char *why;
	struct cJSON *tree = json_read(a, text, len, &why);

	if (tree == NULL) {
		printf("refused %s\n", why);
		return;
	}
	write_value(&w, a, tree);
	json_free(tree);
	printf("ok %.*s\n", (int)out.len, out.data);
	buf_free(&out);
}

int
main(void)
{
	struct arena *a = arena_new();
	unsigned char head[4];
	size_t len;
	char *text;

	while (fread(head, 1, sizeof(head), stdin) == sizeof(head)) {
		len = (size_t)head[0] << 24 | (size_t)head[1] << 16 |
		    (size_t)head[2] << 8 | head[3];
		/* Of that very size, so that reading beyond it is found. */
		if ((text = malloc(len > 0 ? len : 1)) == NULL ||
		    fread(text, 1, len, stdin) != len)
			return 1;
		answer(a, text, len);
		free(text);
		arena_reset(a);
	}
	arena_free(a);
	return 0;
}
