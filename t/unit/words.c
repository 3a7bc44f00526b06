/*
 * The words of a text against the tokenizer of SQLite itself, which FTS5's API
 * gives access to, except for marks; and the search words of a text.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "base/arena.h"
#include "base/search_words.h"
#include "base/words.h"

#define MAX_WORDS	64

static struct arena *arena;
static sqlite3 *db;
static fts5_tokenizer tokenizer;
static Fts5Tokenizer *unicode61;

static int
setup(void **state)
{
	const char *options[] = { "remove_diacritics", "2" };
	fts5_api *api = NULL;
	sqlite3_stmt *stmt;
	void *user;

	(void)state;
	arena = arena_new();
	assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &stmt,
	    NULL), SQLITE_OK);
	sqlite3_bind_pointer(stmt, 1, &api, "fts5_api_ptr", NULL);
	sqlite3_step(stmt);
	sqlite3_finalize(stmt);
	assert_non_null(api);
	assert_int_equal(api->xFindTokenizer(api, "unicode61", &user,
	    &tokenizer), SQLITE_OK);
	assert_int_equal(tokenizer.xCreate(user, options, 2, &unicode61),
	    SQLITE_OK);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	tokenizer.xDelete(unicode61);
	sqlite3_close(db);
	arena_free(arena);
	return 0;
}

struct words {
	const char	*text;
	const char	*word[MAX_WORDS];
	size_t		 n;
};

static int
on_token(void *arg, int flags, const char *token, int len, int begin, int end)
{
	struct words *w = arg;

	(void)flags;
	(void)token;
	(void)len;
	if (w->n < MAX_WORDS)
		w->word[w->n] = arena_dup(arena, w->text + begin,
		    (size_t)(end - begin));
	w->n++;
	return SQLITE_OK;
}

static struct words
words_of_sqlite(const char *text)
{
	struct words w = { .text = text };

	assert_int_equal(tokenizer.xTokenize(unicode61, &w,
	    FTS5_TOKENIZE_DOCUMENT, text, (int)strlen(text), on_token),
	    SQLITE_OK);
	return w;
}

static bool
agree(const char *text)
{
	struct words theirs = words_of_sqlite(text);
	const char *word;
	size_t i, len;

	for (i = 0; text_next_word(&text, &word, &len); i++)
		if (i >= theirs.n || (i < MAX_WORDS &&
		    (strlen(theirs.word[i]) != len ||
		    memcmp(theirs.word[i], word, len) != 0)))
			return false;
	return i == theirs.n;
}

static size_t
count(const char *text)
{
	const char *word;
	size_t n = 0, len;

	while (text_next_word(&text, &word, &len))
		n++;
	return n;
}

static bool
is_mark(int c)
{
	return utf8proc_category_string(c)[0] == 'M';
}

static const char *
around(const char *before, int c, const char *behind)
{
	char s[5];

	s[utf8proc_encode_char(c, (utf8proc_uint8_t *)s)] = '\0';
	return arena_printf(arena, "%s%s%s", before, s, behind);
}

/* Each character alone, within a word, before one and behind one; a mark goes
 * with the word before it. */
static bool
character_agrees(int c)
{
	const bool ok = agree(around("", c, "")) &&
	    agree(around(" ", c, "b")) && (is_mark(c) ?
	    count(around("a", c, "b")) == 1 : agree(around("a", c, "b")) &&
	    agree(around("a", c, " b")));

	arena_reset(arena);
	return ok;
}

/* Prints the ranges that differ, with the category that utf8proc has. */
static void
every_character_is_as_for_sqlite(void **state)
{
	int c, first = -1, differ = 0;

	(void)state;
	for (c = 1; c <= 0x110000; c++) {
		if (c >= 0xd800 && c <= 0xdfff)
			continue;
		if (c < 0x110000 && !character_agrees(c)) {
			first = first < 0 ? c : first;
			differ++;
		} else if (first >= 0) {
			printf("# U+%04X to U+%04X (%s) differ\n", first,
			    c - 1, utf8proc_category_string(first));
			first = -1;
		}
	}
	if (differ > 0)
		fail_msg("%d differ (Unicode %s, SQLite %s)", differ,
		    utf8proc_unicode_version(), sqlite3_libversion());
}

/* A fixed sequence (Knuth's MMIX multiplier), so that a failure stays. */
static unsigned
random_below(unsigned n)
{
	static uint64_t x = 4711;

	x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(x >> 33) % n;
}

static void
every_text_is_split_as_by_sqlite(void **state)
{
	static const int from[] = {
		0x20, 0x20, 0x41, 0x61, 0x30, 0xc0, 0x300, 0x320, 0x370,
		0x410, 0x5d0, 0x620, 0x900, 0xe00, 0x1100, 0x2000, 0x2070,
		0x3040, 0x4e00, 0xac00, 0xe000, 0xfe00, 0xff00, 0x1f300,
		0x1f600, 0x1f900, 0x20000, 0xe0100, 0xf0000,
	};
	const char *text;
	int i, k, c;

	(void)state;
	for (i = 0; i < 50000; i++) {
		text = "";
		for (k = (int)random_below(16); k > 0; k--) {
			c = from[random_below(sizeof(from) /
			    sizeof(from[0]))] + (int)random_below(32);
			if (!is_mark(c))
				text = around(text, c, "");
		}
		if (!agree(text))
			fail_msg("\"%s\"", text);
		arena_reset(arena);
	}
}

static void
expect(const char *text, bool query, const char *wanted)
{
	const char **words, *found = "";
	size_t n = text_search_words(arena, text, query, &words), i;

	for (i = 0; i < n; i++)
		found = arena_printf(arena, "%s%s%s", found, i > 0 ? " " : "",
		    words[i]);
	assert_string_equal(found, wanted);
}

static void
texts_are_found_by_their_words(void **state)
{
	static const struct {
		const char	*text;
		const char	*words;
		const char	*query;		/* where it differs */
	} row[] = {
		{ "", "", NULL }, { " -- ", "", NULL },
		{ "Caf\u00e9, cafe\u0301s_4You", "cafe cafes 4you", NULL },
		{ "STRASSE Stra\u00dfe", "strasse strasse", NULL },
		{ "\u0939\u093f\u0928\u094d\u0926\u0940 x",	/* one word */
		    "\u0939\u0928\u0926 x", NULL },
		/* Tokyo-to-cho, and one character */
		{ "\u6771\u4eac\u90fd\u5e81 \u6771", "\u6771\u4eac "
		    "\u4eac\u90fd \u90fd\u5e81 \u5e81 \u6771",
		    "\u6771\u4eac \u4eac\u90fd \u90fd\u5e81 \u6771" },
		{ "iPhone\u7528\u30b1\u30fc\u30b9", "iphone \u7528\u30b1 "
		    "\u30b1\u30fc \u30fc\u30b9 \u30b9", "iphone "
		    "\u7528\u30b1 \u30b1\u30fc \u30fc\u30b9" },
		/* Half widths and voiced sounds as the others. */
		{ "\uff76\uff9e\u30ac", "\u30ab\u30ab \u30ab",
		    "\u30ab\u30ab" },
		/* Thai: vowel signs and tone marks stripped. */
		{ "\u0e17\u0e35\u0e48\u0e19\u0e31\u0e48\u0e19",
		    "\u0e17\u0e19 \u0e19\u0e19 \u0e19",
		    "\u0e17\u0e19 \u0e19\u0e19" },
		/* Hangul has spaces, and stays a word, as single jamo. */
		{ "\ud55c", "\u1112\u1161\u11ab", NULL },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		expect(row[i].text, false, row[i].words);
		expect(row[i].text, true, row[i].query != NULL ?
		    row[i].query : row[i].words);
	}
}

static void
places_of_words_are_distinguished(void **state)
{
	const char *const texts[] = { "b a b", NULL, "c b" };
	struct text_word *w;

	(void)state;
	assert_int_equal(text_places(arena, texts, 3, &w), 3);
	assert_string_equal(w[0].word, "a");
	assert_int_equal(w[0].place, 1);
	assert_string_equal(w[1].word, "b");
	assert_int_equal(w[1].place, 1 | 4);
	assert_string_equal(w[2].word, "c");
	assert_int_equal(w[2].place, 4);
}

static void
a_long_word_is_cut(void **state)
{
	char text[600];
	const char **words;

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	memcpy(text + 199, "\u00e6", 2);
	assert_int_equal(text_search_words(arena, text, false, &words), 1);
	assert_int_equal(strlen(words[0]), 199);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_character_is_as_for_sqlite),
		cmocka_unit_test(every_text_is_split_as_by_sqlite),
		cmocka_unit_test(texts_are_found_by_their_words),
		cmocka_unit_test(places_of_words_are_distinguished),
		cmocka_unit_test(a_long_word_is_cut),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
