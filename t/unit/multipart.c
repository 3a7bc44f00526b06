#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "t/unit/lib/unit.h"
#include "web/multipart.h"

#define FORM(name)	"Content-Disposition: form-data; name=\"" name "\"\r\n"

/* A message, given to the parser in pieces. */
struct source {
	const char	*data;
	size_t		 len;
	size_t		 at;
	size_t		 split;		/* no read crosses this offset */
	size_t		 piece;		/* most bytes a read gives; 0: all */
	unsigned int	 seed;		/* pieces of random length, if set */
	size_t		 fail_at;	/* reads fail from here on, if set */
};

static long
give(void *arg, char *p, size_t n)
{
	struct source *s = arg;
	size_t left = s->len - s->at;

	if (n == 0)
		fail_msg("a read of nothing");
	if (s->fail_at > 0 && s->at >= s->fail_at)
		return -1;
	if (n > left)
		n = left;
	if (s->piece > 0 && n > s->piece)
		n = s->piece;
	if (s->seed != 0 && n > 1)
		n = 1 + (size_t)rand_r(&s->seed) % n;
	if (s->at < s->split && s->at + n > s->split)
		n = s->split - s->at;
	memcpy(p, s->data + s->at, n);
	s->at += n;
	return (long)n;
}

/* How a text of tell() ends, in words. */
static const char *
ending(const char *text, size_t len)
{
	return len == 0 ? "nothing" : text[len - 1] == '$' ? "the end" :
	    text[len - 1] == '!' ? "malformed" : "a failed read";
}

/*
 * All that the parser says of a message, as one text:
 *	<name|filename>body ... then "$" at the end, "!" malformed, "?" failed
 * It returns why the message is malformed, or NULL.
 */
static const char *
tell(struct buf *out, struct source *s, const char *boundary)
{
	struct multipart *m = multipart_new(arena, boundary, give, s);
	enum multipart_event event;
	const struct form_part *part;
	const char *data;
	size_t len;

	for (;;) {
		event = multipart_next(m, &data, &len);
		switch (event) {
		case MULTIPART_PART:
			part = multipart_part(m);
			buf_printf(out, "<%s|%s>", part->name,
			    part->filename == NULL ? "-" : part->filename);
			continue;
		case MULTIPART_DATA:
			assert_true(len > 0);
			buf_add(out, data, len);
			continue;
		case MULTIPART_PART_END:
			buf_str(out, ";");
			continue;
		case MULTIPART_END:
			buf_str(out, "$");
			assert_null(multipart_why(m));
			break;
		case MULTIPART_MALFORMED:
			buf_str(out, "!");
			assert_non_null(multipart_why(m));
			break;
		case MULTIPART_FAILED:
			buf_str(out, "?");
			break;
		}
		assert_int_equal(multipart_next(m, &data, &len), event);
		return multipart_why(m);
	}
}

static void
expect_source(struct source *s, const char *boundary, const char *want,
    size_t want_len)
{
	struct buf got = { 0 };
	const char *why = tell(&got, s, boundary);

	if (got.len != want_len || memcmp(got.data, want, want_len) != 0)
		fail_msg("%.*s\n  gives   %.*s: %s%s%s\n  and not %.*s: %s",
		    (int)s->len, s->data, (int)got.len, got.data,
		    ending(got.data, got.len), why == NULL ? "" : ": ",
		    why == NULL ? "" : why, (int)want_len, want,
		    ending(want, want_len));
	buf_free(&got);
	arena_reset(arena);
}

/* In one piece, and byte by byte. */
static void
expect_bytes(const char *message, size_t len, const char *want, size_t want_len)
{
	struct source s = { .data = message, .len = len };

	expect_source(&s, "b", want, want_len);
	s = (struct source){ .data = message, .len = len, .piece = 1 };
	expect_source(&s, "b", want, want_len);
}

static void
expect(const char *message, const char *want)
{
	expect_bytes(message, strlen(message), want, strlen(want));
}

/* RFC 7578 section 4.4 and its ancestors; what browsers and curl send. */
static const char form[] = "--AaB03x\r\n"
    "content-disposition: form-data; name=\"field1\"\r\n"
    "content-type: text/plain;charset=UTF-8\r\n"
    "\r\n"
    "Joe owes =E2=82=AC100.\r\n"
    "--AaB03x\r\n"
    "Content-Disposition: form-data; name=\"_charset_\"\r\n"
    "\r\n"
    "iso-8859-1\r\n"
    "--AaB03x\r\n"
    "Content-Disposition: form-data; name=\"pics\"; filename=\"file1.txt\"\r\n"
    "Content-Type: application/octet-stream\r\n"
    "Content-Transfer-Encoding: binary\r\n"
    "\r\n"
    "line\n\r\n--AaB03\r\n-AaB03x\r\n\r\n--AaB03y\r\r\n--AaB03x-\r\n"
    "--AaB03x--\r\n"
    "epilogue\r\n--AaB03x\r\n";
static const char form_told[] = "<field1|->Joe owes =E2=82=AC100.;"
    "<_charset_|->iso-8859-1;"
    "<pics|file1.txt>line\n\r\n--AaB03\r\n-AaB03x\r\n\r\n--AaB03y\r\r\n"
    "--AaB03x-;$";

static void
a_form_reads_the_same_at_every_split(void **state)
{
	struct source s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(form); i++) {
		s = (struct source){ .data = form, .len = sizeof(form) - 1,
			.split = i };
		expect_source(&s, "AaB03x", form_told, strlen(form_told));
		s = (struct source){ .data = form, .len = sizeof(form) - 1,
			.piece = i };
		expect_source(&s, "AaB03x", form_told, strlen(form_told));
	}
}

static void
a_form_cut_off_anywhere_is_malformed(void **state)
{
	size_t whole = (size_t)(strstr(form, "epilogue") - form) - 2, i;
	struct source s;
	struct buf got = { 0 };

	(void)state;
	for (i = 0; i < sizeof(form); i++) {
		s = (struct source){ .data = form, .len = i };
		got.len = 0;
		tell(&got, &s, "AaB03x");
		assert_int_equal(got.data[got.len - 1], i < whole ? '!' : '$');
		s = (struct source){ .data = form, .len = sizeof(form) - 1,
			.piece = 1, .fail_at = i };
		got.len = 0;
		tell(&got, &s, "AaB03x");
		assert_int_equal(got.data[got.len - 1],
		    i > 0 && i < whole ? '?' : '$');
		arena_reset(arena);
	}
	buf_free(&got);
}

static void
similar_boundaries_are_content(void **state)
{
	static const char *const row[][2] = {
		/* preamble and epilogue, padding, no parts */
		{ "--b--", "$" },
		{ "preamble\r\n--b--epilogue", "$" },
		{ "--bx\r\n--b\r\n" FORM("n") "\r\nv\r\n--b--", "<n|->v;$" },
		{ "\r\n\r\n--b\r\n" FORM("n") "\r\nv\r\n--b--", "<n|->v;$" },
		{ "x --b\r\n--b \t \r\n" FORM("n") "\r\nv\r\n--b  \r\n"
		  FORM("m") "\r\nw\r\n--b--\t\r\n", "<n|->v;<m|->w;$" },
		/* empty bodies, with and without the CRLF before them */
		{ "--b\r\n" FORM("n") "\r\n\r\n--b--", "<n|->;$" },
		{ "--b\r\n" FORM("n") "\r\n--b--", "<n|->;$" },
		{ "--b\r\n" FORM("n") "\r\n--b\r\n" FORM("m") "\r\n\r\n--b--",
		    "<n|->;<m|->;$" },
		/* bodies of line ends, and what looks like a delimiter */
		{ "--b\r\n" FORM("n") "\r\n\r\n\r\n--b--", "<n|->\r\n;$" },
		{ "--b\r\n" FORM("n") "\r\n\r\r\n--b--", "<n|->\r;$" },
		{ "--b\r\n" FORM("n") "\r\n\n\r\n--b--", "<n|->\n;$" },
		{ "--b\r\n" FORM("n") "\r\n\r\n-b\r\n--b--", "<n|->\r\n-b;$" },
		{ "--b\r\n" FORM("n") "\r\n\n--b--\r--b--x\r\n --b--\r\n--b--",
		    "<n|->\n--b--\r--b--x\r\n --b--;$" },
		{ "--b\r\n" FORM("n") "\r\nx--b--\r\n--b--", "<n|->x--b--;$" },
		{ "--b\r\n" FORM("n") "\r\n\r\n--b x\r\n--b--",
		    "<n|->\r\n--b x;$" },
		{ "--b\r\n" FORM("n") "\r\n\r\n--b\n\r\n--b--",
		    "<n|->\r\n--b\n;$" },
		{ "--b\r\n" FORM("n") "\r\n\r\n--b\rx\r\n--b--",
		    "<n|->\r\n--b\rx;$" },
		{ "--b\r\n" FORM("n") "\r\n\r\n--b\r\r\n--b--",
		    "<n|->\r\n--b\r;$" },
		{ "--b\r\n" FORM("n") "\r\n\r\n--b-\r\n--b--",
		    "<n|->\r\n--b-;$" },
		{ "--b\r\n" FORM("n") "\r\n\r\n--B\r\n--b--",
		    "<n|->\r\n--B;$" },
		{ "--b\r\n" FORM("n") "\r\n--bb\r\n--b--", "<n|->--bb;$" },
		/* no message at all, lines that end in LF alone */
		{ "", "!" },
		{ "--b", "!" },
		{ "--b\r\n", "!" },
		{ "--b \t", "!" },
		{ "no delimiter", "!" },
		{ "--b\n" FORM("n") "\r\nv\r\n--b--", "$" },
		{ "--b\nContent-Disposition: form-data; name=n\n\nv\n--b--\n",
		    "!" },
		{ "--b\r\nContent-Disposition: form-data; name=n\n\nv\r\n"
		  "--b--\r\n", "!" },
		{ "--b\r\n" FORM("n") "\nv\r\n--b--\r\n", "!" },
		{ "--b\r\n" FORM("n") "\r\nv\n--b--\n", "<n|->v\n--b--\n!" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++)
		expect(row[i][0], row[i][1]);
}

static void
padding_is_bounded(void **state)
{
	struct buf m = { 0 };
	int n;

	(void)state;
	for (n = 256; n <= 257; n++) {
		m.len = 0;
		buf_printf(&m, "--b%*s\r\n" FORM("n") "\r\nv\r\n--b--%c", n, "",
		    '\0');
		expect(m.data, n == 256 ? "<n|->v;$" : "$");
	}
	buf_free(&m);
}

static void
bodies_can_contain_any_byte(void **state)
{
	static const char message[] = "--b\r\n" FORM("n")
	    "\r\n\0\xff\xfe\r\0\n\r\n\0--b--\0\r\n--b--";
	static const char want[] = "<n|->\0\xff\xfe\r\0\n\r\n\0--b--\0;$";

	(void)state;
	expect_bytes(message, sizeof(message) - 1, want, sizeof(want) - 1);
}

#define WITH(headers)	"--b\r\n" headers "\r\n\r\nv\r\n--b--"
#define CD		"Content-Disposition: form-data; "

static void
headers_are_read(void **state)
{
	static const char *const row[][2] = {
		{ WITH(CD "name=n"), "<n|->v;$" },
		{ WITH(CD "name=\"\""), "<|->v;$" },
		{ WITH("CONTENT-DISPOSITION:FORM-DATA;NAME=n;FILENAME=f"),
		    "<n|f>v;$" },
		{ WITH("content-disposition: \t form-data ;\t name=n \t"),
		    "<n|->v;$" },
		{ WITH(CD "filename=\"a;b.txt\"; name=\"n\";"),
		    "<n|a;b.txt>v;$" },
		{ WITH(CD "name=\"n\"; filename=\"\""), "<n|>v;$" },
		{ WITH(CD "name=\"n\"; filename*=UTF-8''x"), "<n|->v;$" },
		{ WITH(CD "name=\"n\"; filename=\"y\"; filename*=UTF-8''x"),
		    "<n|y>v;$" },
		{ WITH(CD "name=\"n\"; size=3; x=\"; name=m\""), "<n|->v;$" },
		{ WITH("X-Own: a: b\r\nEmpty:\r\n" CD "name=n\r\n"
		  "Content-Type: text/html"), "<n|->v;$" },
		{ WITH(CD "name=n\r\nContent-Transfer-Encoding:  8BIT "),
		    "<n|->v;$" },
		{ WITH(CD "name=n\r\nContent-Transfer-Encoding: 7bit"),
		    "<n|->v;$" },
		/* escapes of browsers, then of others */
		{ WITH(CD "name=\"n\"; filename=\"a%22b%0D%0Ac%41%0d%.txt\""),
		    "<n|a\"b\r\nc%41%0d%.txt>v;$" },
		{ WITH(CD "name=\"n\"; filename=\"a\\\"b\\\\c.txt\""),
		    "<n|a\"b\\c.txt>v;$" },
		{ WITH(CD "name=\"n\"; filename=\"C:\\dir\\x.txt\""),
		    "<n|C:\\dir\\x.txt>v;$" },
		{ WITH(CD "name=\"\xc3\xa4\"; filename=\"\xe2\x82\xac.txt\""),
		    "<\xc3\xa4|\xe2\x82\xac.txt>v;$" },
		{ WITH(CD "name=n; filename=\xe2\x82\xac.txt"),
		    "<n|\xe2\x82\xac.txt>v;$" },
		{ WITH(CD "name=n; filename=a%22\\b"), "<n|a%22\\b>v;$" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++)
		expect(row[i][0], row[i][1]);
}

static void
hostile_headers_are_malformed(void **state)
{
	static const char *const row[] = {
		"--b\r\n\r\nv\r\n--b--",
		WITH("Content-Type: text/plain"),
		WITH("Content-Disposition:"),
		WITH("Content-Disposition: form-data"),
		WITH("Content-Disposition: form-data;"),
		WITH(CD "filename=f"),
		WITH(CD "name"),
		WITH(CD "name="),
		WITH(CD "name;name=n"),
		WITH(CD "name =n"),
		WITH(CD "name= n"),
		WITH(CD "=n; name=n"),
		WITH(CD "name=\"n"),
		WITH(CD "name=\"n\\\""),
		WITH(CD "name=\"n\"x"),
		WITH(CD "name=a\"n\""),
		WITH(CD "name=a b"),
		WITH(CD "name=n; name=m"),
		WITH(CD "name=n; filename=f; FileName=g"),
		WITH(CD "name=n\r\n" CD "name=n"),
		WITH(CD "name=n\r\n" CD "filename=f"),
		WITH(CD "name=n; filename=\"f"),
		WITH(CD "name=n; filename"),
		WITH(CD "name=\"n\"filename=f"),
		WITH("Content-Disposition: attachment; name=n"),
		WITH("Content-Disposition: form-data name=n"),
		WITH("Content-Disposition: form-datax; name=n"),
		WITH("Content-Disposition form-data; name=n"),
		WITH("Content-Disposition : form-data; name=n"),
		WITH("Content Disposition: form-data; name=n"),
		WITH(" " CD "name=n"),
		WITH(CD "name=n;\r\n filename=f"),
		WITH(CD "name=n\r\n: x"),
		WITH(CD "name=n\r\nX"),
		WITH(CD "name=n\r\nX\xc3\xa4: x"),
		WITH(CD "name=n\r\nX: a\rb"),
		WITH(CD "name=n\r\nX: a\nb"),
		WITH(CD "name=n\r\nX: a\x01" "b"),
		WITH(CD "name=n\r\nX: a\x7f"),
		WITH(CD "name=\"\xff\""),
		WITH(CD "name=n; filename=\"\xc3\""),
		WITH(CD "name=n; filename=\"\xed\xa0\x80\""),
		WITH(CD "name=n; filename=\"\xc0\xaf\""),
		WITH(CD "name=n\r\nContent-Transfer-Encoding: base64"),
		WITH(CD "name=n\r\nContent-Transfer-Encoding: "
		    "quoted-printable"),
		WITH(CD "name=n\r\nContent-Transfer-Encoding:"),
	};
	static const char nul[] = WITH(CD "name=\"n\0m\"");
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++)
		expect(row[i], "!");
	expect_bytes(nul, sizeof(nul) - 1, "!", 1);
}

static void
headers_are_bounded(void **state)
{
	struct buf m = { 0 };
	struct source s;
	size_t lines, more, i, left;

	(void)state;
	for (lines = 1; lines <= 64; lines *= 8)
	for (more = 0; more <= 1; more++) {
		m.len = 0;
		buf_str(&m, "--b\r\n" FORM("n"));
		for (i = 1; i < lines; i++)
			buf_printf(&m, "X: %095d\r\n", 0);
		left = strlen("--b\r\n") + MULTIPART_HEADERS - m.len;
		buf_printf(&m, "X: %0*d\r\n", (int)(left - 5 + more), 0);
		buf_str(&m, "\r\nv\r\n--b--");
		s = (struct source){ .data = m.data, .len = m.len,
			.piece = 977 };
		expect_source(&s, "b", more ? "!" : "<n|->v;$", more ? 1 : 8);
	}
	/* a header without end does not make the parser read on */
	m.len = 0;
	buf_str(&m, "--b\r\nX: ");
	while (m.len < 1000000)
		buf_str(&m, "aaaaaaaaaaaaaaaa");
	s = (struct source){ .data = m.data, .len = m.len };
	expect_source(&s, "b", "!", 1);
	assert_true(s.at <= (size_t)4 * MULTIPART_HEADERS);
	buf_free(&m);
}

static void
parts_are_limited(void **state)
{
	struct buf m = { 0 }, want = { 0 };
	int parts, i;

	(void)state;
	for (parts = 32; parts <= 33; parts++) {
		m.len = want.len = 0;
		for (i = 0; i < parts; i++) {
			buf_printf(&m, "--b\r\n" CD "name=n%d\r\n\r\nv\r\n", i);
			if (i < 32)
				buf_printf(&want, "<n%d|->v;", i);
		}
		buf_str(&m, "--b--");
		buf_str(&want, parts == 32 ? "$" : "!");
		expect_bytes(m.data, m.len, want.data, want.len);
	}
	buf_free(&m);
	buf_free(&want);
}

/*
 * The window is of 16 KB; a delimiter and a part's headers at every place
 * around its end, however the reads fall.
 */
static void
lines_can_cross_the_end_of_the_window(void **state)
{
	struct buf m = { 0 }, want = { 0 };
	size_t len;

	(void)state;
	for (len = 16100; len < 16400; len++) {
		m.len = want.len = 0;
		buf_printf(&m, "--b\r\n" FORM("n") "\r\n%0*d\r\n--b \r\n"
		    FORM("m") "\r\nv\r\n--b--", (int)len, 0);
		buf_printf(&want, "<n|->%0*d;<m|->v;$", (int)len, 0);
		expect_bytes(m.data, m.len, want.data, want.len);
	}
	buf_free(&m);
	buf_free(&want);
}

/* Bytes that are likely to be taken for a delimiter. */
static void
random_body(struct buf *out, unsigned int *seed, size_t len)
{
	static const char *const piece[] = { "\r", "\n", "\r\n", "-", "--",
		"\r\n--", "\r\n--b", "bnd", "--bnd", "\r\n--bn", "\r\n--BND",
		"\n--bnd", "\r\r\n--bn", " ", "\t", "\r\n--bndx" };
	size_t end = out->len + len, i;
	unsigned char byte;

	while (out->len < end) {
		i = (size_t)rand_r(seed) % (COUNT(piece) + 8);
		if (i < COUNT(piece))
			buf_str(out, piece[i]);
		else {
			byte = (unsigned char)rand_r(seed);
			buf_add(out, &byte, 1);
		}
	}
}

/* Would this body, between its CRLFs, hold a delimiter line? */
static bool
holds_delimiter(const char *body, size_t len)
{
	const char *p = body, *end = body + len;
	size_t n;

	while ((p = memmem(p, (size_t)(end - p), "--bnd", 5)) != NULL) {
		p += 5;
		n = 0;
		while (p + n < end && (p[n] == ' ' || p[n] == '\t'))
			n++;
		if ((size_t)(end - p) <= n || p[n] == '\r' || *p == '-')
			return true;
	}
	return false;
}

static void
random_messages_are_read_back(void **state)
{
	struct buf m = { 0 }, want = { 0 }, body = { 0 };
	unsigned int seed = 20, round, parts, i;
	struct source s;
	size_t len;

	(void)state;
	for (round = 0; round < 4000; round++) {
		m.len = want.len = 0;
		if (rand_r(&seed) % 2)
			buf_str(&m, "preamble\r\n");
		parts = (unsigned int)rand_r(&seed) % 5;
		for (i = 0; i < parts; i++) {
			len = (size_t)rand_r(&seed) %
			    (round % 40 == 0 ? 70000 : 200);
			do {
				body.len = 0;
				random_body(&body, &seed, len);
				len /= 2;
			} while (holds_delimiter(body.data, body.len));
			buf_printf(&m, "--bnd%*s\r\n" CD "name=n%u; "
			    "filename=\"f%%22\"\r\n\r\n",
			    rand_r(&seed) % 3, "", i);
			buf_printf(&want, "<n%u|f\">", i);
			buf_add(&m, body.data, body.len);
			buf_add(&want, body.data, body.len);
			buf_str(&m, "\r\n");
			buf_str(&want, ";");
		}
		buf_str(&m, "--bnd--\r\n");
		buf_str(&want, "$");
		s = (struct source){ .data = m.data, .len = m.len,
			.seed = seed | 1,
			.piece = round % 3 == 0 ? 7 : 0 };
		expect_source(&s, "bnd", want.data, want.len);
	}
	buf_free(&m);
	buf_free(&want);
	buf_free(&body);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_form_reads_the_same_at_every_split),
		cmocka_unit_test(a_form_cut_off_anywhere_is_malformed),
		cmocka_unit_test(similar_boundaries_are_content),
		cmocka_unit_test(padding_is_bounded),
		cmocka_unit_test(bodies_can_contain_any_byte),
		cmocka_unit_test(headers_are_read),
		cmocka_unit_test(hostile_headers_are_malformed),
		cmocka_unit_test(headers_are_bounded),
		cmocka_unit_test(parts_are_limited),
		cmocka_unit_test(lines_can_cross_the_end_of_the_window),
		cmocka_unit_test(random_messages_are_read_back),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
