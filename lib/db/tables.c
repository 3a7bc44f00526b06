#include "db/tables.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "db/engine.h"
#include "query/state.h"

void
tables_put(void *p, uint64_t value, int bytes)
{
	unsigned char *to = p;

	while (bytes-- > 0) {
		to[bytes] = (unsigned char)value;
		value >>= 8;
	}
}

uint64_t
tables_get(const void *p, int bytes)
{
	const unsigned char *from = p;
	uint64_t value = 0;

	while (bytes-- > 0)
		value = value << 8 | *from++;
	return value;
}

/* The rows of one table, on their way out of one database. */
struct flow {
	struct tables_copy *copy;
	const struct engine_tables *to;	/* NULL: they are only counted */
	void		*adding;
	crypto_generichash_state hash;
	int64_t		 rows;
};

static void
flow_take(void *arg, const void *row, size_t len)
{
	struct flow *f = arg;

	crypto_generichash_update(&f->hash, row, len);
	f->rows++;
	if (f->to == NULL)
		return;
	f->to->add(f->adding, row, len);
	f->copy->rows++;
	if (f->copy->tick != NULL)
		f->copy->tick(f->copy->arg, f->copy->rows);
}

/* Reads a table, and writes it into `to` unless that is NULL. */
static void
flow_table(struct flow *f, struct db *to, struct db *from,
    const struct table *t, unsigned char *hash)
{
	crypto_generichash_init(&f->hash, NULL, 0, crypto_generichash_BYTES);
	f->rows = 0;
	f->to = to == NULL ? NULL : to->engine->tables;
	if (to != NULL)
		f->adding = f->to->add_begin(to, t);
	from->engine->tables->read(from, t, flow_take, f);
	if (to != NULL)
		f->to->add_end(f->adding);
	crypto_generichash_final(&f->hash, hash, crypto_generichash_BYTES);
}

static const char *
copy_table(struct flow *f, struct db *to, struct db *from,
    const struct table *t, struct arena *a)
{
	unsigned char was[crypto_generichash_BYTES], is[sizeof(was)];
	int64_t rows;

	flow_table(f, to, from, t, was);
	rows = f->rows;
	flow_table(f, NULL, to, t, is);
	if (f->rows != rows)
		return arena_printf(a, "%lld rows of %s instead of %lld",
		    (long long)f->rows, t->name, (long long)rows);
	return memcmp(was, is, sizeof(was)) == 0 ? NULL :
	    arena_printf(a, "the rows of %s are not those copied", t->name);
}

static bool
same_table(const struct table *a, const struct table *b)
{
	return strcmp(a->name, b->name) == 0 &&
	    strcmp(a->columns, b->columns) == 0 &&
	    strcmp(a->types, b->types) == 0 && strcmp(a->key, b->key) == 0;
}

/* Contents are copied by themselves (lib/core/file/content.h): takes their
 * tables out of the list. */
static size_t
without_contents(struct table *all, size_t n)
{
	size_t i, left = 0;

	for (i = 0; i < n; i++)
		if (strcmp(all[i].name, "content") != 0 &&
		    strncmp(all[i].name, "content_", 8) != 0)
			all[left++] = all[i];
	return left;
}

/* The first table that only one of them has, or has otherwise; NULL: none. */
static const char *
differs(const struct table *a, size_t n, const struct table *b, size_t m)
{
	size_t i, j;

	for (i = 0; i < n; i++) {
		for (j = 0; j < m && !same_table(&a[i], &b[j]); j++)
			;
		if (j == m)
			return a[i].name;
	}
	return NULL;
}

const char *
tables_copy(struct tables_copy *copy, struct db *to, struct db *from,
    struct arena *a)
{
	struct flow f = { .copy = copy };
	const struct engine_tables *in = to->engine->tables;
	struct table *there, *here;
	size_t n = in->list(to, a, &there), i;
	size_t m = from->engine->tables->list(from, a, &here);
	const char *wrong;
	int64_t stamp;

	n = without_contents(there, n);
	m = without_contents(here, m);
	wrong = differs(there, n, here, m);
	if (wrong == NULL)
		wrong = differs(here, m, there, n);
	if (wrong != NULL)
		return arena_printf(a, "the table %s is not the same in both "
		    "databases", wrong);
	if (from->writing)
		from->engine->tables->lock(from, here, m);
	in->lock(to, there, n);
	for (i = n; i > 0; i--)
		in->clear(to, &there[i - 1]);
	stamp = rows_one(q_state_last_stamp(from), 0);
	for (i = 0; wrong == NULL && i < n; i++)
		wrong = copy_table(&f, to, from, &there[i], a);
	/* It can be above the one stored: of a user's clock. */
	if (wrong == NULL)
		q_state_set_stamp(to, stamp);
	return wrong;
}
