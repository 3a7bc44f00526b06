/*
 * Rows and fields of tables as text, however the reads are cut; and HTML as
 * text.
 */
#include <string.h>

#include "base/base.h"
#include "base/csv.h"
#include "base/html.h"
#include "t/unit/lib/pieces.h"
#include "t/unit/lib/unit.h"

/* All rows as "(field|field)", then "!" and why. */
static const char *
rows(struct arena *a, const char *text, char delimiter, size_t step)
{
	struct text t = { text, step };
	struct csv *c = csv_new(a, read_text, &t, delimiter);
	const char *all = "", *why = "unset";
	struct csv_row row;
	int64_t number = 0;
	size_t i;

	while (csv_next(c, &row, &why)) {
		assert_int_equal(row.number, ++number);
		for (i = 0; i < row.count; i++)
			all = arena_printf(a, "%s%s%s", all,
			    i == 0 ? "(" : "|", row.fields[i]);
		all = arena_printf(a, "%s)", all);
	}
	return why == NULL ? all : arena_printf(a, "%s!%s", all, why);
}

static void
rows_do_not_depend_on_the_reads(void **state)
{
	static const struct {
		const char *text;
		char delimiter;
		const char *rows;
	} cases[] = {
		{ "", ',', "" },
		{ "a,b\r\nc,d\r\n", ',', "(a|b)(c|d)" },
		{ "a;b\nc;d", ';', "(a|b)(c|d)" },
		{ "a\tb\rc\td\r", '\t', "(a|b)(c|d)" },
		{ "a,,\n,\n\nb", ',', "(a||)(|)()(b)" },
		{ "\"a,\"\"b\"\"\",c", ',', "(a,\"b\"|c)" },
		{ "\"two\r\nlines\",x\n", ',', "(two\r\nlines|x)" },
		{ "a \"b\" c,\"d\"e,\"\"", ',', "(a \"b\" c|de|)" },
		{ "a,\"b", ',', "!a quotation mark is not closed" },
		{ "a\n\"b,\nc\n", ',', "(a)!a quotation mark is not closed" },
		{ "a\nb\xc3\n", ',', "(a)!the row is not UTF-8" },
	};
	size_t i, step;

	for (i = 0; i < COUNT(cases); i++)
		for (step = 1; step < 9; step++)
			assert_string_equal(rows(*state, cases[i].text,
			    cases[i].delimiter, step), cases[i].rows);
}

static void
a_row_has_a_maximum_length(void **state)
{
	char *text = arena_alloc(*state, CSV_ROW_MAX + 64);

	memset(text, 'x', CSV_ROW_MAX - 1);
	assert_int_equal(strlen(rows(*state, text, ',', 99999)),
	    CSV_ROW_MAX + 1);
	memset(text, 'x', CSV_ROW_MAX);
	assert_string_equal(rows(*state, text, ',', 99999),
	    "!the row is longer than 1 MiB");
	memset(text, ',', CSV_COLUMNS_MAX);
	text[CSV_COLUMNS_MAX - 1] = '\0';
	assert_int_equal(strlen(rows(*state, text, ',', 99999)),
	    CSV_COLUMNS_MAX + 1);
	strcpy(text + CSV_COLUMNS_MAX - 1, ",");
	assert_string_equal(rows(*state, text, ',', 99999),
	    "!the row has more than 1000 fields");
}

static void
the_delimiter_separates_the_most_fields(void **state)
{
	static const struct {
		const char *text;
		char delimiter;
	} cases[] = {
		{ "a,b", ',' }, { "a;b,c;d", ';' }, { "a\tb\n,,,,", '\t' },
		{ "a,b;c", ',' }, { "\"a;b;c\",d", ',' }, { "alone", '\0' },
		{ "\"a\n;\";b;c,d", ';' },
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(cases); i++)
		assert_int_equal(csv_delimiter(cases[i].text,
		    strlen(cases[i].text)), cases[i].delimiter);
}

static void
html_becomes_text(void **state)
{
	static const struct {
		const char *html, *text;
	} cases[] = {
		{ "", "" },
		{ "plain &amp; simple", "plain & simple" },
		{ "a<br>b<br/>c", "a\nb\nc" },
		{ "<p>one</p>\n<p>two\n words</p>", "one\ntwo words" },
		{ "<ul><li>x</li><li>y</li></ul>", "x\ny" },
		{ "<html><head><title>T</title><style>p{}</style></head>"
		    "<body>b</body></html>", "b" },
		{ "<b>bold</b> and <a href=\"http://x/?a=1&amp;b\">link</a>",
		    "bold and link" },
		{ "1 < 2 &lt; 3 &#65;&#x42; &#0; &unknown; &", "1 < 2 < 3 AB "
		    "\xef\xbf\xbd &unknown; &" },
		{ "a&nbsp;b&#160;c&#10;d", "a b c d" },
		{ "a<!-- <p>no</p> -->b", "ab" },
		{ "<script>x<p></script>y", "y" },
		{ "open <p", "open" },
		{ "<script>never closed", "" },
	};
	size_t i;

	for (i = 0; i < COUNT(cases); i++)
		assert_string_equal(html_text(*state, cases[i].html),
		    cases[i].text);
	assert_true(html_is("x <p>y</p>"));
	assert_true(html_is("x<br/>y"));
	assert_true(html_is("<a href=\"x\">y</a>"));
	assert_false(html_is("a < b > c, <you@example.org>, <plan> <b>"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rows_do_not_depend_on_the_reads,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(a_row_has_a_maximum_length,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    the_delimiter_separates_the_most_fields, setup, teardown),
		cmocka_unit_test_setup_teardown(html_becomes_text, setup,
		    teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
