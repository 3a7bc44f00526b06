#include <string.h>

#include "base/base.h"
#include "t/unit/lib/unit.h"
#include "base/filename.h"

static void
file_names_are_made_safe(void **state)
{
	static const char *const row[][2] = {
		{ NULL, "attachment" },
		{ "", "attachment" },
		{ ".", "attachment" },
		{ "..", "attachment" },
		{ " ", "attachment" },
		{ " .. ", "attachment" },
		{ "/", "attachment" },
		{ "a/", "attachment" },
		{ "a/..", "attachment" },
		{ "a\\.", "attachment" },
		{ ".\x01.", "attachment" },
		{ "\r\n", "attachment" },
		{ "\xe2\x80\xae", "attachment" },
		{ "\xff", "attachment" },
		{ "a\xc3", "attachment" },
		{ "report.pdf", "report.pdf" },
		{ "two words.txt", "two words.txt" },
		{ "...", "..." },
		{ ".profile", ".profile" },
		{ "/etc/passwd", "passwd" },
		{ "../../etc/passwd", "passwd" },
		{ "C:\\dir\\x.txt", "x.txt" },
		{ "..\\..\\x.txt", "x.txt" },
		{ "\\\\server\\share\\x.txt", "x.txt" },
		{ "a/b\\c", "c" },
		{ "a\\b/c", "c" },
		{ "a\tb\r\nSet-Cookie: x", "abSet-Cookie: x" },
		{ "a\x7f" "b", "ab" },
		{ "a\xc2\x80\xc2\x9f" "b", "ab" },
		{ "a\xc2\xa0" "b", "a\xc2\xa0" "b" },
		{ "a\xe2\x80\xa8" "b\xe2\x80\xa9" "c", "abc" },
		{ "cod\xe2\x80\xaetxt.exe", "codtxt.exe" },
		{ "a\xe2\x80\xaa\xe2\x80\xab\xe2\x80\xac\xe2\x80\xad" "b",
		    "ab" },
		{ "a\xe2\x81\xa6\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9" "b",
		    "ab" },
		{ "a\xe2\x81\xa5\xe2\x81\xaa" "b",
		    "a\xe2\x81\xa5\xe2\x81\xaa" "b" },
		{ "a\xe2\x80\xa7\xe2\x80\xaf" "b",
		    "a\xe2\x80\xa7\xe2\x80\xaf" "b" },
		{ "Mu\xcc\x88ll.txt", "M\xc3\xbcll.txt" },
		{ "u\xe2\x80\xae\xcc\x88", "\xc3\xbc" },
		{ "<script>\"&'", "<script>\"&'" },
		{ "a%2Fb", "a%2Fb" },
		{ "\xef\xbc\x8f" "b", "\xef\xbc\x8f" "b" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++)
		assert_string_equal(filename_safe(arena, row[i][0]), row[i][1]);
}

static void
long_file_names_are_cut_and_keep_their_extension(void **state)
{
	static const struct {
		const char *unit, *tail;
		size_t units, len;
		const char *end;
	} row[] = {
		{ "a", ".txt", 251, 255, "a.txt" },
		{ "a", ".txt", 252, 255, "a.txt" },
		{ "a", ".txt", 5000, 255, "a.txt" },
		{ "a", "", 256, 255, "a" },
		{ "\xe2\x82\xac", ".txt", 100, 253, "\xe2\x82\xac.txt" },
		{ "\xe2\x82\xac", "", 86, 255, "\xe2\x82\xac" },
		{ "\xf0\x9f\x98\x80", ".jpeg", 80, 253, "\x80.jpeg" },
		{ "a", ".1234567890123456", 300, 255, "a.1234567890123456" },
		{ "a", ".12345678901234567", 300, 255, "aa" },
		{ "a", ".12345678901234567", 237, 255, "34567" },
		{ ".", "txt", 300, 255, "..txt" },
		{ "a", ".", 300, 255, "a." },
	};
	struct buf name = { 0 };
	const char *got;
	size_t i, n;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		name.len = 0;
		for (n = 0; n < row[i].units; n++)
			buf_str(&name, row[i].unit);
		buf_printf(&name, "%s%c", row[i].tail, '\0');
		got = filename_safe(arena, name.data);
		assert_int_equal(strlen(got), row[i].len);
		assert_string_equal(got + row[i].len - strlen(row[i].end),
		    row[i].end);
	}
	buf_free(&name);
}

static void
a_header_has_printable_ascii_alone(void **state)
{
	(void)state;
	assert_string_equal(filename_disposition(arena, "a~\"\x01\x7f\xc3\xa9.txt"),
	    "attachment; filename=\"a~_____.txt\"; "
	    "filename*=UTF-8''a~%22%01%7F%C3%A9.txt");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(file_names_are_made_safe),
		cmocka_unit_test(
		    long_file_names_are_cut_and_keep_their_extension),
		cmocka_unit_test(a_header_has_printable_ascii_alone),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
