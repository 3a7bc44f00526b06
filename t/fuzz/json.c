/*
 * The reader of base/json/read.h: accepted text, written again, is accepted and
 * means the same; refusals name the position.
 */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "t/fuzz/lib/fuzz.h"

static int accepted;

bool
fuzz_reached(void)
{
	return accepted > 5;
}

static void
write_value(struct jw *w, const struct cJSON *value, bool *whole)
{
	const struct cJSON *item;
	int64_t n;

	if (cJSON_IsObject(value) || cJSON_IsArray(value)) {
		(cJSON_IsObject(value) ? jw_object : jw_array)(w);
		cJSON_ArrayForEach(item, value) {
			/* Not jw_name, which is for plain names alone. */
			if (cJSON_IsObject(value)) {
				jw_text(w, item->string);
				buf_str(w->out, ":");
				w->comma = false;
			}
			write_value(w, item, whole);
		}
		(cJSON_IsObject(value) ? jw_object_end : jw_array_end)(w);
	} else if (cJSON_IsString(value))
		jw_text(w, value->valuestring);
	else if (cJSON_IsBool(value))
		jw_bool(w, cJSON_IsTrue(value));
	else if (json_int(value, &n))
		jw_int(w, n);
	else {
		/* A fraction has no place in the service's own JSON. */
		*whole = *whole && cJSON_IsNull(value);
		jw_null(w);
	}
}

static void
check_refusal(const char *why, size_t len)
{
	char *end;
	size_t at;

	MUST(why != NULL && strncmp(why, "byte ", 5) == 0);
	at = strtoul(why + 5, &end, 10);
	MUST(at >= 1 && at <= len + 1 && strncmp(end, ": ", 2) == 0);
}

/* With more behind it, or less, the text is none. */
static void
check_ends(struct arena *a, const char *text, size_t len)
{
	char *more = arena_alloc(a, len + 2);
	const char *why = NULL;
	struct cJSON *tree;
	size_t n = len;

	memcpy(more, text, len);
	more[len] = '\n';
	tree = json_read(a, more, len + 1, &why);
	MUST(tree != NULL);
	json_free(tree);
	more[len] = '}';
	MUST(json_read(a, more, len + 1, &why) == NULL);
	check_refusal(why, len + 1);
	while (text[n - 1] != '}')
		n--;
	MUST(json_read(a, text, n - 1, &why) == NULL);
	check_refusal(why, n - 1);
}

static void
check_round(struct arena *a, const struct cJSON *tree)
{
	struct buf one = { 0 }, two = { 0 };
	struct jw w1 = { .out = &one }, w2 = { .out = &two };
	const char *why = NULL;
	bool whole = true;
	struct cJSON *again;

	write_value(&w1, tree, &whole);
	again = json_read(a, one.data, one.len, &why);
	MUST(again != NULL);
	MUST(!whole || cJSON_Compare(tree, again, true));
	write_value(&w2, again, &whole);
	MUST(one.len == two.len && memcmp(one.data, two.data, one.len) == 0);
	json_free(again);
	buf_free(&one);
	buf_free(&two);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_new();
	const char *text = (const char *)data, *why = NULL;
	struct cJSON *tree = json_read(a, text, len, &why);

	if (tree == NULL)
		check_refusal(why, len);
	else {
		MUST(why == NULL);
		accepted++;
		check_round(a, tree);
		check_ends(a, text, len);
	}
	json_free(tree);
	arena_free(a);
	return 0;
}
