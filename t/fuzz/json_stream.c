/*
 * Long JSON read in pieces: the same pieces however the reads cut the text; and
 * of a text that json_read() accepts, each piece is accepted, too.
 */
#include <string.h>

#include "base/json/read.h"
#include "base/json/stream.h"
#include "t/fuzz/lib/fuzz.h"

/* Is the value, as a member of an object, one that json_read() accepts? */
static bool
is_value(struct arena *a, const struct json_piece *j)
{
	const char *text = arena_printf(a, "{\"x\":%s}", j->text), *why;
	struct cJSON *tree = json_read(a, text, strlen(text), &why);

	json_free(tree);
	return tree != NULL;
}

/* Objects and arrays are entered by turns, the rest is taken or skipped. */
static void
tell_value(struct buf *out, struct arena *a, struct json_stream *p,
    enum json_type type, bool good)
{
	size_t turn = out->len % 3;
	struct json_piece j;

	buf_str(out, json_stream_member(p));
	if (type != JSON_SCALAR && turn != 0) {
		json_stream_enter(p);
		buf_str(out, "(");
		while ((type = json_stream_next(p)) != JSON_NONE)
			tell_value(out, a, p, type, good);
		buf_str(out, ")");
	} else if (turn != 2 && json_stream_take(p, &j)) {
		MUST(j.len > 0 && j.text[j.len] == '\0');
		MUST(!good || is_value(a, &j));
		buf_add(out, j.text, j.len);
	} else
		buf_str(out, "?");
}

/* All the values as one text.  False where the text is refused. */
static bool
tell(struct buf *out, struct source s, bool good)
{
	struct arena *a = arena_new();
	struct json_stream *p = json_stream_new(a, source_read, &s, false);
	enum json_type type = json_stream_next(p);
	const char *why;

	if (type == JSON_OBJECT) {
		json_stream_enter(p);
		while ((type = json_stream_next(p)) != JSON_NONE)
			tell_value(out, a, p, type, good);
		MUST(json_stream_why(p) != NULL ||
		    json_stream_next(p) == JSON_NONE);
	}
	why = json_stream_why(p);
	buf_str(out, why == NULL ? "" : why);
	arena_free(a);
	return why == NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	size_t most = (size_t)input_byte(&in) + 1;
	struct arena *a = arena_new();
	const char *why = NULL;
	struct cJSON *tree = json_read(a, (const char *)in.p, in.left, &why);
	struct buf one = { 0 }, two = { 0 };
	bool ok;

	ok = tell(&one, (struct source){ in.p, in.left, SIZE_MAX },
	    tree != NULL);
	/* Values and their nesting are bounded here; json_read() accepts longer
	 * and deeper ones. */
	MUST(ok || tree == NULL || memmem(one.data, one.len,
	    "nested too deeply", 17) != NULL || memmem(one.data, one.len,
	    "a record is longer", 18) != NULL);
	MUST(ok == tell(&two, (struct source){ in.p, in.left, most }, false));
	MUST(one.len == two.len && (one.len == 0 ||
	    memcmp(one.data, two.data, one.len) == 0));
	json_free(tree);
	buf_free(&one);
	buf_free(&two);
	arena_free(a);
	return 0;
}
