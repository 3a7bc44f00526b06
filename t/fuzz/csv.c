/*
 * Tables of any encoding: the same fields however the reads cut the text, each
 * valid UTF-8, within the bounds.
 */
#include <string.h>

#include "base/charset.h"
#include "base/csv.h"
#include "base/text.h"
#include "t/fuzz/lib/fuzz.h"

static void
tell_row(struct buf *out, const struct csv_row *r)
{
	size_t i;

	MUST(r->count >= 1 && r->count <= CSV_COLUMNS_MAX);
	buf_printf(out, "%lld", (long long)r->number);
	for (i = 0; i < r->count; i++) {
		MUST(text_valid(r->fields[i], strlen(r->fields[i])));
		buf_printf(out, "|%s", r->fields[i]);
	}
}

/* All the fields as one text, and why it ended. */
static void
tell(struct buf *out, struct source s, char delimiter)
{
	struct source guessed = s;
	enum charset c = charset_guess(source_read, &guessed);
	struct arena *a = arena_new();
	struct csv_row row;
	const char *why;
	struct csv *csv;
	int64_t last = 0;

	buf_printf(out, "%d", c);
	if (c != CHARSET_BINARY) {
		csv = csv_new(a, decoder_read,
		    decoder_new(a, c, source_read, &s), delimiter);
		while (csv_next(csv, &row, &why)) {
			MUST(row.number > last);
			last = row.number;
			tell_row(out, &row);
		}
		buf_str(out, why == NULL ? "" : why);
	}
	arena_free(a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	/* UTF-16 is guessed from what the first read gives. */
	size_t most = (size_t)input_byte(&in) + 64;
	char delimiter = ",;\t|"[input_byte(&in) % 4];
	struct buf one = { 0 }, two = { 0 };

	tell(&one, (struct source){ in.p, in.left, SIZE_MAX }, delimiter);
	tell(&two, (struct source){ in.p, in.left, most }, delimiter);
	MUST(one.len == two.len && memcmp(one.data, two.data, one.len) == 0);
	buf_free(&one);
	buf_free(&two);
	return 0;
}
