#include "db/sqlite/migrate_text.h"

#include "base/arena.h"
#include "base/json/write.h"
#include "base/search_words.h"
#include "db/sqlite/sqlite.h"

#define TEXTS		3	/* title, steps, notes */

static void
places(sqlite3_context *of, int n, sqlite3_value **values)
{
	const char *texts[TEXTS];
	struct arena *a = arena_new();
	struct buf b = { 0 };
	struct jw jw = { .out = &b };
	struct text_word *words;
	size_t count, k;
	int i;

	(void)n;
	for (i = 0; i < TEXTS; i++)
		texts[i] = (const char *)sqlite3_value_text(values[i]);
	count = text_places(a, texts, TEXTS, &words);
	jw_array(&jw);
	for (k = 0; k < count; k++) {
		jw_array(&jw);
		jw_text(&jw, words[k].word);
		jw_int(&jw, words[k].place);
		jw_array_end(&jw);
	}
	jw_array_end(&jw);
	sqlite3_result_text64(of, b.data, b.len, SQLITE_TRANSIENT, SQLITE_UTF8);
	buf_free(&b);
	arena_free(a);
}

static void
key(sqlite3_context *of, int n, sqlite3_value **values)
{
	const char *text = (const char *)sqlite3_value_text(values[0]);
	struct arena *a = arena_new();

	(void)n;
	sqlite3_result_text(of, text_tag_key(a, text), -1, SQLITE_TRANSIENT);
	arena_free(a);
}

void
migrate_functions(sqlite3 *h)
{
	const int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC;

	if (sqlite3_create_function(h, "text_places", TEXTS, how, NULL, places,
	    NULL, NULL) != SQLITE_OK ||
	    sqlite3_create_function(h, "text_tag_key", 1, how, NULL, key,
	    NULL, NULL) != SQLITE_OK)
		sqlite_fatal(h, "functions of migrations");
}
