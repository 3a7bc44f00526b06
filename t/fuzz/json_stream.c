/*
 * Long JSON read in pieces: the same pieces however the reads cut the text; and
 * of a text that json_read() accepts, each piece is accepted, too.
 */
#include <string.h>

#include "base/json/read.h"
#include "base/json/stream.h"
#include "t/fuzz/lib/fuzz.h"

struct source {
	const uint8_t	*p;
	size_t		 left;
	size_t		 most;		/* bytes that a read gives */
};

static ssize_t
give(void *arg, void *to, size_t n)
{
	struct source *s = arg;

	n = n < s->most ? n : s->most;
	n = n < s->left ? n : s->left;
	memcpy(to, s->p, n);
	s->p += n;
	s->left -= n;
	return (ssize_t)n;
}

/* Is the piece, as a member of an object, what the door accepts? */
static bool
is_value(struct arena *a, const struct json_piece *j)
{
	const char *text = arena_printf(a, "{\"x\":%s}", j->text), *why;
	struct cJSON *tree = json_read(a, text, strlen(text), &why);

	json_free(tree);
	return tree != NULL;
}

/* All the pieces as one text.  False where the text is refused. */
static bool
tell(struct buf *out, struct source s, bool good)
{
	struct arena *a = arena_new();
	struct json_stream *p = json_stream_new(a, give, &s);
	struct json_piece j;
	const char *why = "";
	size_t last = out->len, most = s.left;

	while (json_stream_next(p, &j, &why)) {
		MUST(why == NULL && j.len > 0 && j.text[j.len] == '\0');
		MUST(j.len <= most && (!good || is_value(a, &j)));
		buf_printf(out, "%s%s", j.member, j.element ? "[]" : "");
		buf_add(out, j.text, j.len);
		MUST(out->len > last);
		last = out->len;
	}
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
	/* Names and pieces are bounded here; the door takes longer ones. */
	MUST(ok || tree == NULL || memmem(one.data, one.len,
	    "name is too long", 16) != NULL || memmem(one.data, one.len,
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
