#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utf8proc.h>

#include "base/base.h"
#include "base/email.h"
#include "base/text.h"
#include "t/unit/lib/unit.h"

/* One character, by the table of RFC 3629 section 4: its length, or 0. */
static size_t
character(const unsigned char *s, size_t n)
{
	static const struct {
		unsigned char	first[2];
		unsigned char	second[2];
		size_t		len;
	} row[] = {
		{ { 0x01, 0x7f }, { 0, 0 }, 1 },
		{ { 0xc2, 0xdf }, { 0x80, 0xbf }, 2 },
		{ { 0xe0, 0xe0 }, { 0xa0, 0xbf }, 3 },
		{ { 0xe1, 0xec }, { 0x80, 0xbf }, 3 },
		{ { 0xed, 0xed }, { 0x80, 0x9f }, 3 },
		{ { 0xee, 0xef }, { 0x80, 0xbf }, 3 },
		{ { 0xf0, 0xf0 }, { 0x90, 0xbf }, 4 },
		{ { 0xf1, 0xf3 }, { 0x80, 0xbf }, 4 },
		{ { 0xf4, 0xf4 }, { 0x80, 0x8f }, 4 },
	};
	size_t i, k;

	for (i = 0; i < COUNT(row); i++) {
		if (s[0] < row[i].first[0] || s[0] > row[i].first[1])
			continue;
		if (n < row[i].len)
			return 0;
		if (row[i].len > 1 && (s[1] < row[i].second[0] ||
		    s[1] > row[i].second[1]))
			return 0;
		for (k = 2; k < row[i].len; k++)
			if (s[k] < 0x80 || s[k] > 0xbf)
				return 0;
		return row[i].len;
	}
	return 0;
}

static void
check_bytes(const unsigned char *s, size_t n)
{
	size_t good = 0, len;

	while (good < n && (len = character(s + good, n - good)) > 0)
		good += len;
	if (text_valid_length((const char *)s, n) != good ||
	    text_valid((const char *)s, n) != (good == n))
		fail_msg("%02x %02x %02x %02x, %zu bytes", s[0], s[1], s[2],
		    s[3], n);
}

static void
sequences_of_up_to_four_bytes_are_judged(void **state)
{
	static const unsigned char edge[] = {
		0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0,
		0xc2, 0xe0, 0xed, 0xf0, 0xf4, 0xff
	};
	unsigned char s[4] = { 0 };
	unsigned i;
	size_t c, d;

	(void)state;
	assert_true(text_valid("", 0));
	for (i = 0; i < 0x10000; i++) {
		s[0] = (unsigned char)(i >> 8);
		s[1] = (unsigned char)i;
		check_bytes(s, 1);
		check_bytes(s, 2);
		for (c = 0; c < COUNT(edge); c++) {
			s[2] = edge[c];
			check_bytes(s, 3);
			for (d = 0; d < COUNT(edge); d++) {
				s[3] = edge[d];
				check_bytes(s, 4);
			}
		}
	}
}

/* The first bad byte is found wherever the steps of eight happen to fall. */
static void
a_bad_byte_is_found_at_any_place(void **state)
{
	static const unsigned char bad[] = { 0x00, 0x80, 0xc2, 0xff };
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *map, *s;
	size_t i, k, n;

	(void)state;
	/* Up to a page that kills who reads it. */
	map = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(map != MAP_FAILED);
	assert_int_equal(mprotect(map + page, page, PROT_NONE), 0);
	for (n = 1; n <= 40; n++) {
		s = map + page - n;
		for (i = 0; i < n; i++)
			for (k = 0; k < COUNT(bad); k++) {
				memset(s, k % 2 ? 0x7f : 0x01, n);
				s[i] = (char)bad[k];
				assert_int_equal(text_valid_length(s, n), i);
			}
		memset(s, 0x7f, n);
		assert_true(text_valid(s, n));
	}
	munmap(map, 2 * page);
}

static void
characters_are_counted_and_not_cut(void **state)
{
	static const char s[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
	static const size_t cut[] = {
		0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11, 11
	};
	size_t i;

	(void)state;
	assert_int_equal(text_length(""), 0);
	assert_int_equal(text_length(s), 5);
	for (i = 0; i < COUNT(cut); i++)
		assert_int_equal(text_cut(s, i), cut[i]);
	assert_int_equal(text_cut("", 5), 0);
}

static void
controls_are_found(void **state)
{
	static const char *const bad[] = {
		"a\nb", "\x01", "\x1f", "\x7f", "a\xc2\x80", "\xc2\x9f",
		"\xe2\x80\xa8", "x\xe2\x80\xa9y", "\t",
	};
	static const char *const good[] = {
		"", "a b~", "\xc2\xa0", "\xe2\x80\xa7", "\xe2\x80\xaa",
		"\xe2\x80\x8d", "\xf0\x9f\x98\x80",
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(bad); i++)
		assert_true(text_has_control(bad[i]));
	for (i = 0; i < COUNT(good); i++)
		assert_false(text_has_control(good[i]));
}

static const char *
encoded(int c)
{
	static char s[5];

	s[utf8proc_encode_char(c, (utf8proc_uint8_t *)s)] = '\0';
	return s;
}

/* PropList.txt of the Unicode character database, White_Space. */
static bool
is_white(int c)
{
	return (c >= 9 && c <= 13) || c == 0x20 || c == 0x85 || c == 0xa0 ||
	    c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
	    c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

static void
white_space_is_trimmed_at_both_ends(void **state)
{
	const char *s;
	int c;

	(void)state;
	for (c = 1; c < 0x20000; c++) {
		if (c >= 0xd800 && c <= 0xdfff)
			continue;
		s = encoded(c);
		assert_string_equal(text_trim(arena, s), is_white(c) ? "" : s);
	}
	assert_string_equal(text_trim(arena, ""), "");
	assert_string_equal(text_trim(arena, "a"), "a");
	assert_string_equal(text_trim(arena,
	    " \xe3\x80\x80 a \xc2\xa0 b\t\xc3\xa9\xe2\x80\xa8 \r\n"),
	    "a \xc2\xa0 b\t\xc3\xa9");
}

struct form {
	const char	*text;
	const char	*want;
};

static void
expect(const struct form *row, size_t n,
    const char *(*form)(struct arena *, const char *))
{
	size_t i;

	for (i = 0; i < n; i++)
		assert_string_equal(form(arena, row[i].text), row[i].want);
}

static void
normal_forms_are_those_of_unicode(void **state)
{
	static const struct form nfc[] = {
		{ "", "" }, { "plain", "plain" },
		{ "e\xcc\x81", "\xc3\xa9" },
		{ "\xe2\x84\xab", "\xc3\x85" },		/* angstrom sign */
		{ "q\xcc\x87\xcc\xa3", "q\xcc\xa3\xcc\x87" },
		{ "\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab", "\xed\x95\x9c" },
		{ "\xef\xac\x81", "\xef\xac\x81" },	/* fi stays */
		{ "\xe0\xa5\x98", "\xe0\xa4\x95\xe0\xa4\xbc" },	/* excluded */
	};
	static const struct form key[] = {
		{ "M\xc3\x9cLL", "m\xc3\xbcll" },
		{ "MU\xcc\x88LL", "m\xc3\xbcll" },
		{ "Stra\xc3\x9f" "e", "strasse" }, { "STRASSE", "strasse" },
		{ "\xce\xa3\xcf\x82\xcf\x83", "\xcf\x83\xcf\x83\xcf\x83" },
		{ "\xe2\x84\xaa", "k" },		/* kelvin sign */
		/* alpha, iota subscript, acute: the acute is the alpha's */
		{ "\xce\xb1\xcd\x85\xcc\x81", "\xce\xac\xce\xb9" },
		{ "\xe1\xbe\xb4", "\xce\xac\xce\xb9" },
		{ "caf\xc3\xa9", "caf\xc3\xa9" },	/* the mark stays */
		{ "\xef\xac\x81", "fi" },
		{ "\xc2\xb2", "\xc2\xb2" },		/* two stays raised */
	};
	static const struct form search[] = {
		{ "M\xc3\x9cLL", "mull" }, { "MU\xcc\x88LL", "mull" },
		{ "Cr\xc3\xa8me Br\xc3\xbbl\xc3\xa9" "e", "creme brulee" },
		{ "\xc4\xb0stanbul", "istanbul" }, { "\xef\xac\x81", "fi" },
		{ "\xef\xbc\xa1\xc2\xb2", "a2" },
		{ "\xe1\xbe\xb3", "\xce\xb1" },		/* iota subscript */
		{ "\xce\xb1\xcd\x85", "\xce\xb1" },
		{ "\xe1\xbe\xbc", "\xce\xb1" },
		{ "\xf0\x9d\x90\x80", "a" },		/* bold A */
	};

	(void)state;
	expect(nfc, COUNT(nfc), text_nfc);
	expect(key, COUNT(key), text_key);
	expect(search, COUNT(search), text_search_key);
}

/* Of every character: a form of a form changes nothing, NFD comes to NFC. */
static void
normal_forms_are_stable(void **state)
{
	const char *s, *once;
	utf8proc_uint8_t *nfd;
	int c;

	(void)state;
	for (c = 1; c < 0x30000; c++) {
		if (c >= 0xd800 && c <= 0xdfff)
			continue;
		s = arena_str(arena, encoded(c));
		nfd = utf8proc_NFD((const utf8proc_uint8_t *)s);
		once = text_nfc(arena, s);
		assert_string_equal(text_nfc(arena, once), once);
		assert_string_equal(text_nfc(arena, (char *)nfd), once);
		once = text_key(arena, s);
		assert_string_equal(text_key(arena, once), once);
		assert_string_equal(text_key(arena, (char *)nfd), once);
		once = text_search_key(arena, s);
		assert_string_equal(text_search_key(arena, once), once);
		assert_string_equal(text_search_key(arena, (char *)nfd), once);
		free(nfd);
		arena_reset(arena);
	}
}

static void
only_ascii_letters_are_folded(void **state)
{
	(void)state;
	assert_true(text_same_ascii("", ""));
	assert_true(text_same_ascii("Content-TYPE", "cONTENT-type"));
	assert_false(text_same_ascii("a", "ab"));
	assert_false(text_same_ascii("ab", "a"));
	assert_false(text_same_ascii("@[`{", "`{@["));
	assert_false(text_same_ascii("\xc3\x9c", "\xc3\xbc"));
	assert_string_equal(text_lower_ascii(arena, "AZaz@[\xc3\x9c"),
	    "azaz@[\xc3\x9c");
}

static void
malformed_email_addresses_are_refused(void **state)
{
	static const char *const right[] = { "a@b", "ada.l+x@mail.example.org",
		"!#$%&'*+-/=?^_`{|}~@x-y.z" };
	static const char *const wrong[] = { "", "a", "@", "a@", "@b", "a@b@c",
		".a@b", "a.@b", "a..b@c", "a b@c", "a@b c", "a@-b", "a@b-",
		"a@b.-c", "a@b-.c", "a@.b", "a@b.", "a@b..c", "a@b_c",
		"a@[127.0.0.1]", "\"a\"@b", "\xc3\xa4@b", "a@\xc3\xa4" };
	char text[300];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(right) / sizeof(right[0]); i++)
		assert_true(text_is_email(right[i]));
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(text_is_email(wrong[i]));
	/* 64 before the @, 63 a label, 254 in all (RFC 5321 4.5.3.1). */
	memset(text, 'a', sizeof(text));
	for (i = 64; i <= 256; i += 64)
		text[i] = '.';
	text[64] = '@';
	text[254] = '\0';
	assert_true(text_is_email(text));
	text[254] = 'a';
	text[255] = '\0';
	assert_false(text_is_email(text));
	text[100] = '\0';
	assert_true(text_is_email(text));
	memmove(text + 1, text, 101);
	assert_false(text_is_email(text));
	memset(text, 'a', 80);
	memcpy(text, "a@", 2);
	text[65] = '\0';
	assert_true(text_is_email(text));
	text[65] = 'a';
	text[66] = '\0';
	assert_false(text_is_email(text));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(malformed_email_addresses_are_refused),
		cmocka_unit_test(sequences_of_up_to_four_bytes_are_judged),
		cmocka_unit_test(a_bad_byte_is_found_at_any_place),
		cmocka_unit_test(characters_are_counted_and_not_cut),
		cmocka_unit_test(controls_are_found),
		cmocka_unit_test(white_space_is_trimmed_at_both_ends),
		cmocka_unit_test(normal_forms_are_those_of_unicode),
		cmocka_unit_test(normal_forms_are_stable),
		cmocka_unit_test(only_ascii_letters_are_folded),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
