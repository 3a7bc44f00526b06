#include "db/sqlite/schema.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "db/engine.h"
#include "db/sqlite/migrate.h"
#include "db/sqlite/sqlite.h"

/* A table, index, trigger or view. */
struct object {
	const char	*type;
	const char	*name;
	const char	*sql;
};

struct schema {
	struct object	*objects;
	size_t		 n;
};

static const char read_sql[] =
"SELECT type, name, coalesce(sql, '') FROM sqlite_schema "
"WHERE name NOT GLOB 'sqlite_stat[1-4]'";

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Is there a word or a number on this side of a blank? */
static bool
is_word(char c)
{
	return c != '\0' && strchr("(),=<>|+", c) == NULL;
}

/* Each run of white space between words as one space, no other. */
static const char *
normalised(struct arena *a, const char *text)
{
	char *copy = arena_str(a, text), *to = copy;

	for (; *text != '\0'; text++)
		if (!is_blank(*text))
			*to++ = *text;
		else if (to > copy && is_word(to[-1]) && !is_blank(text[1]) &&
		    is_word(text[1]))
			*to++ = ' ';
	*to = '\0';
	return copy;
}

/* False if it cannot be read. */
static bool
read_schema(sqlite3 *h, struct arena *a, struct schema *s)
{
	const char *text[3];
	sqlite3_stmt *st;
	int i;

	*s = (struct schema){ NULL, 0 };
	if (sqlite3_prepare_v2(h, read_sql, -1, &st, NULL) != SQLITE_OK)
		return false;
	while (sqlite3_step(st) == SQLITE_ROW) {
		for (i = 0; i < 3; i++)
			text[i] = normalised(a,
			    (const char *)sqlite3_column_text(st, i));
		s->objects = arena_more(a, s->objects, s->n,
		    sizeof(*s->objects));
		s->objects[s->n++] = (struct object){ text[0], text[1],
		    text[2] };
	}
	return sqlite3_finalize(st) == SQLITE_OK;
}

static const struct object *
schema_find(const struct schema *s, const struct object *o)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (strcmp(s->objects[i].name, o->name) == 0 &&
		    strcmp(s->objects[i].type, o->type) == 0)
			return &s->objects[i];
	return NULL;
}

static const char *
schema_compare(struct arena *a, const struct schema *is,
    const struct schema *made)
{
	const struct object *o;
	size_t i;

	for (i = 0; i < made->n; i++) {
		o = schema_find(is, &made->objects[i]);
		if (o == NULL || strcmp(o->sql, made->objects[i].sql) != 0)
			return arena_printf(a, "the %s %s %s",
			    made->objects[i].type, made->objects[i].name,
			    o == NULL ? "is missing" : "differs");
	}
	for (i = 0; i < is->n; i++)
		if (schema_find(made, &is->objects[i]) == NULL)
			return arena_printf(a, "the %s %s was added",
			    is->objects[i].type, is->objects[i].name);
	return NULL;
}

/* The table has one row in every version. */
static bool
has_state(sqlite3 *h)
{
	sqlite3_stmt *st = NULL;
	bool one = sqlite3_prepare_v2(h, "SELECT count(*) = 1 AND max(id) = 1 "
	    "FROM state", -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW && sqlite3_column_int(st, 0) != 0;

	sqlite3_finalize(st);
	return one;
}

const char *
db_schema_differs(struct db *db, struct arena *a)
{
	struct schema is, made;
	const char *found;
	sqlite3 *h;
	int version;

	if (db->engine != &engine_sqlite)
		return NULL;
	if (!sqlite_pragma(sqlite_handle(db), "PRAGMA user_version", &version) ||
	    !read_schema(sqlite_handle(db), a, &is))
		return NULL;
	h = sqlite_open(":memory:", 0);
	migrate_apply(h, 0, version);
	if (!read_schema(h, a, &made))
		sqlite_fatal(h, "schema");
	sqlite3_close(h);
	found = schema_compare(a, &is, &made);
	if (found == NULL && !has_state(sqlite_handle(db)))
		found = "the table state does not have its row";
	return found == NULL ? NULL : arena_printf(a, "its schema is not that "
	    "of version %d: %s", version, found);
}
