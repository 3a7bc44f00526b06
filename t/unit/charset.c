/*
 * The encoding of a text is found, and the text is read as UTF-8, however the
 * reads are cut.
 */
#include <string.h>

#include "base/base.h"
#include "base/charset.h"
#include "t/unit/lib/unit.h"

struct text {
	const char	*at;
	size_t		 left;
	size_t		 step;		/* bytes a read gives */
};

static ssize_t
read_text(void *arg, void *to, size_t size)
{
	struct text *t = arg;
	size_t n = t->left < t->step ? t->left : t->step;

	n = n < size ? n : size;
	memcpy(to, t->at, n);
	t->at += n;
	t->left -= n;
	return (ssize_t)n;
}

static const struct {
	const char	*bytes;
	size_t		 len;
	enum charset	 charset;
	const char	*utf_8;
} cases[] = {
#define T(bytes, charset, utf_8)	{ bytes, sizeof(bytes) - 1, charset, utf_8 }
	T("", CHARSET_UTF_8, ""),
	T("plain", CHARSET_UTF_8, "plain"),
	T("gr\xc3\xbc\xc3\x9f \xf0\x9f\x90\x88", CHARSET_UTF_8,
	    "gr\xc3\xbc\xc3\x9f \xf0\x9f\x90\x88"),
	T("\xef\xbb\xbfmark", CHARSET_UTF_8, "mark"),
	T("gr\xfc\xdf", CHARSET_WINDOWS_1252, "gr\xc3\xbc\xc3\x9f"),
	T("\x80 \x93x\x94 \x81", CHARSET_WINDOWS_1252,
	    "\xe2\x82\xac \xe2\x80\x9cx\xe2\x80\x9d \xef\xbf\xbd"),
	T("cut \xc3", CHARSET_WINDOWS_1252, "cut \xc3\x83"),
	T("\xff\xfe" "a\0\xfc\0", CHARSET_UTF_16LE, "a\xc3\xbc"),
	T("\xfe\xff\0a\0\xfc", CHARSET_UTF_16BE, "a\xc3\xbc"),
	T("a\0b\0c\0\x3d\xd8\x08\xdc", CHARSET_UTF_16LE,
	    "abc\xf0\x9f\x90\x88"),
	T("\0a\0b\0c", CHARSET_UTF_16BE, "abc"),
	T("\xff\xfe\x3d\xd8" "a\0\x08\xdc\0\0" "b", CHARSET_UTF_16LE,
	    "\xef\xbf\xbd" "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"),
	T("a\0\0b", CHARSET_BINARY, NULL),
	T("PK\3\4\0\0\0\0", CHARSET_BINARY, NULL),
};

static void
each_text_is_read_as_utf_8(void **state)
{
	struct decoder *d;
	struct text t;
	char out[64];
	size_t i, step, len;
	ssize_t n;

	for (i = 0; i < COUNT(cases); i++) {
		t = (struct text){ cases[i].bytes, cases[i].len, 64 };
		assert_int_equal(charset_guess(read_text, &t),
		    cases[i].charset);
		for (step = 1; step < 8 && cases[i].utf_8 != NULL; step++) {
			t = (struct text){ cases[i].bytes, cases[i].len, step };
			d = decoder_new(*state, cases[i].charset, read_text, &t);
			for (len = 0; (n = decoder_read(d, out + len,
			    4 + step % 3)) > 0; len += (size_t)n)
				continue;
			out[len] = '\0';
			assert_int_equal(n, 0);
			assert_string_equal(out, cases[i].utf_8);
		}
	}
}

/* A character that is cut by the end of a block of the guess. */
static void
long_texts_are_guessed_whole(void **state)
{
	size_t len = 100000, i;
	char *p = arena_alloc(*state, len);
	struct text t;

	for (i = 0; i < len; i++)
		p[i] = "\xe2\x82\xac"[i % 3];
	for (i = 1; i < 5; i++) {
		t = (struct text){ p, len - len % 3, 1000 * i + i };
		assert_int_equal(charset_guess(read_text, &t), CHARSET_UTF_8);
	}
	p[50000] = 'x';
	t = (struct text){ p, len - len % 3, len };
	assert_int_equal(charset_guess(read_text, &t), CHARSET_WINDOWS_1252);
	p[90000] = '\0';
	t = (struct text){ p, len - len % 3, len };
	assert_int_equal(charset_guess(read_text, &t), CHARSET_BINARY);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_text_is_read_as_utf_8,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(long_texts_are_guessed_whole,
		    setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
