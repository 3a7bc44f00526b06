/*
 * multipart/form-data: the same parts however the reads cut the message; parts
 * of a generated message come out unchanged; file names are safe.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "t/fuzz/lib/fuzz.h"
#include "base/filename.h"
#include "web/multipart.h"

static long
give(void *source, char *to, size_t n)
{
	MUST(n > 0);
	return source_read(source, to, n);
}

static void
check_name(struct arena *a, const char *sent)
{
	const char *name = filename_safe(a, sent);

	MUST(text_valid(name, strlen(name)) && strlen(name) <= 255);
	MUST(name[0] != '\0' && strcmp(name, ".") != 0 &&
	    strcmp(name, "..") != 0);
	MUST(strpbrk(name, "/\\") == NULL && !text_has_control(name));
	/* What is safe stays as it is. */
	MUST(strcmp(filename_safe(a, name), name) == 0);
}

static void
tell_part(struct arena *a, struct buf *out, const struct form_part *p)
{
	MUST(p->name != NULL && text_valid(p->name, strlen(p->name)));
	if (p->filename != NULL)
		MUST(text_valid(p->filename, strlen(p->filename)));
	check_name(a, p->filename);
	buf_printf(out, "<%s|%s>", p->name,
	    p->filename == NULL ? "" : p->filename);
}

/* All that the parser says of a message, as one text. */
static enum multipart_event
tell(struct arena *a, struct buf *out, const char *boundary, struct source s)
{
	struct multipart *m = multipart_new(a, boundary, give, &s);
	enum multipart_event event;
	const char *data;
	bool inside = false;
	size_t len, parts = 0;

	for (;;) {
		event = multipart_next(m, &data, &len);
		if (event == MULTIPART_PART) {
			MUST(!inside && ++parts <= MULTIPART_PARTS);
			tell_part(a, out, multipart_part(m));
		} else if (event == MULTIPART_DATA) {
			MUST(inside && len > 0);
			buf_add(out, data, len);
		} else if (event == MULTIPART_PART_END) {
			MUST(inside);
			buf_str(out, ";");
		} else
			break;
		inside = event != MULTIPART_PART_END;
	}
	MUST(event == (multipart_why(m) == NULL ? MULTIPART_END :
	    MULTIPART_MALFORMED));
	MUST(event != MULTIPART_END || !inside);
	MUST(multipart_next(m, &data, &len) == event);
	buf_str(out, event == MULTIPART_END ? "$" : multipart_why(m));
	return event;
}

static void
check_cuts(struct arena *a, const char *boundary, const char *p, size_t n,
    size_t most)
{
	struct buf one = { 0 }, two = { 0 };

	tell(a, &one, boundary, (struct source){ p, n, SIZE_MAX });
	tell(a, &two, boundary, (struct source){ p, n, most });
	MUST(one.len == two.len && memcmp(one.data, two.data, one.len) == 0);
	buf_free(&one);
	buf_free(&two);
}

/* A message of two parts that hold it, if the boundary allows. */
static void
check_round(struct arena *a, const char *boundary, const char *p, size_t n,
    size_t most)
{
	static const char head[] = "\r\nContent-Disposition: form-data; name=";
	char mark[128];
	struct buf message = { 0 }, want = { 0 }, got = { 0 };
	int i, len = snprintf(mark, sizeof(mark), "--%s", boundary);

	if (memmem(p, n, mark, (size_t)len) != NULL)
		return;
	for (i = 0; i < 2; i++) {
		buf_printf(&message, "%s%s%sx\r\n\r\n", i == 0 ? "" : "\r\n",
		    mark, head);
		buf_add(&message, p, n);
		buf_str(&want, "<x|>");
		buf_add(&want, p, n);
		buf_str(&want, ";");
	}
	buf_printf(&message, "\r\n%s--", mark);
	buf_str(&want, "$");
	MUST(tell(a, &got, boundary, (struct source){ message.data,
	    message.len, most }) == MULTIPART_END);
	MUST(got.len == want.len &&
	    memcmp(got.data, want.data, got.len) == 0);
	buf_free(&message);
	buf_free(&want);
	buf_free(&got);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	struct arena *a = arena_new();
	size_t most = (size_t)input_byte(&in) + 1;
	const char *type = input_upto(&in, a, '\n'), *boundary;

	boundary = multipart_boundary(a, type);
	if (boundary == NULL)
		boundary = "x";
	MUST(strlen(boundary) >= 1 && strlen(boundary) <= 70);
	check_cuts(a, boundary, (const char *)in.p, in.left, most);
	check_round(a, boundary, (const char *)in.p, in.left, most);
	check_name(a, input_text(&in, a));
	arena_free(a);
	return 0;
}
