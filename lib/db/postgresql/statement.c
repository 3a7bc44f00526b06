#include "db/postgresql/statement.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/id.h"
#include "base/log.h"
#include "db/engine.h"
#include "db/postgresql/pipeline.h"
#include "db/postgresql/texts.h"
#include "db/rows.h"

#define NAME_SIZE	16		/* of "q" or "c" and a number */
#define SQL_SIZE	32		/* of FETCH or CLOSE */
#define FETCH_ROWS	100		/* rows of a cursor that are read at once */

/* The numbers of types (catalog pg_type), which never change. */
enum { BOOL = 16, BYTEA = 17, INT8 = 20, INT2 = 21, INT4 = 23, TEXT = 25,
    NUMERIC = 1700 };

/* What was asked ahead, of the same statement. */
struct asked {
	struct arena	*arena;		/* of the values */
	struct pg_value	 value[PARAMS_MAX];
	int		 writes;	/* pg->writes then */
	struct pg_wanted result;
};

struct pg_statement {
	struct rows	 rows;
	struct pg	*pg;
	struct pg_wanted preparation;
	struct arena	*arena;		/* of the values; NULL before the first */
	struct pg_value	 value[PARAMS_MAX];
	struct pg_wanted result;	/* without an answer: not run yet */
	int		 row;		/* the present one */
	bool		 many;		/* read them in portions */
	int		 cursor;	/* its pg->transaction; 0: none is open */
	struct pg_wanted declaration;
	struct asked	*asked;		/* NULL: never */
};

static struct pg_statement *
pg_statement_of(struct rows *r)
{
	return (struct pg_statement *)r;
}

static const char *
pg_statement_label(const struct pg_statement *s)
{
	return query_texts[s->rows.query].name;
}

struct pg_statement *
pg_statements_new(struct pg *pg)
{
	struct pg_statement *all = calloc((size_t)query_count, sizeof(*all));
	int i;

	if (all == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	for (i = 0; i < query_count; i++) {
		all[i].rows = (struct rows){ pg->db.engine, i };
		all[i].pg = pg;
	}
	return all;
}

static void
reset(struct pg_statement *s)
{
	char sql[SQL_SIZE];

	pg_unwant(s->pg, &s->result);
	s->row = -1;
	s->many = false;
	/* Otherwise the end of the transaction has closed it. */
	if (s->cursor == s->pg->transaction && s->pg->db.open) {
		snprintf(sql, sizeof(sql), "CLOSE c%d", s->rows.query);
		pg_queue(s->pg, sql, NULL);
	}
	s->cursor = 0;
}

static void
free_asked(struct asked *a)
{
	if (a == NULL)
		return;
	PQclear(a->result.answer);
	arena_free(a->arena);
	free(a);
}

void
pg_statements_free(struct pg_statement *all)
{
	int i;

	for (i = 0; i < query_count; i++) {
		PQclear(all[i].preparation.answer);
		PQclear(all[i].declaration.answer);
		PQclear(all[i].result.answer);
		if (all[i].arena != NULL)
			arena_free(all[i].arena);
		free_asked(all[i].asked);
	}
	free(all);
}

struct rows *
pg_statement_prepare(struct pg_statement *all, int query, bool writing)
{
	struct pg_statement *s = &all[query];

	if (!writing && !pg_texts[query].reads)
		fatal(FATAL_INTERNAL, "%s outside a write transaction",
		    pg_statement_label(s));
	reset(s);
	if (s->arena == NULL)
		s->arena = arena_new();
	arena_reset(s->arena);
	memset(s->value, 0, sizeof(s->value));
	return &s->rows;
}

void
pg_statement_bind_bytes(struct rows *r, int i, const void *p, size_t n)
{
	struct pg_value *v = &pg_statement_of(r)->value[i - 1];

	v->bytes = p == NULL ? NULL : arena_dup(pg_statement_of(r)->arena, p,
	    n);
	v->len = n;
}

void
pg_statement_bind_id(struct rows *r, int i, const char *uuid)
{
	unsigned char bytes[ID_BYTES];

	if (uuid == NULL || !id_parse(uuid, bytes))
		pg_statement_bind_bytes(r, i, NULL, 0);
	else
		pg_statement_bind_bytes(r, i, bytes, sizeof(bytes));
}

void
pg_statement_bind_text(struct rows *r, int i, const char *s)
{
	pg_statement_bind_bytes(r, i, s, s == NULL ? 0 : strlen(s));
}

void
pg_statement_bind_int(struct rows *r, int i, int64_t v)
{
	uint64_t big = htobe64((uint64_t)v);

	pg_statement_bind_bytes(r, i, &big, sizeof(big));
}

/* Queues the statement ('q'), or the declaration of its cursor ('c'). */
static void
queue_as(struct pg_statement *s, char kind, const char *sql,
    struct pg_wanted *preparation, struct pg_wanted *w)
{
	const char *types = pg_texts[s->rows.query].types;
	int i, count = (int)strlen(types);
	Oid oids[PARAMS_MAX];
	char name[NAME_SIZE];

	snprintf(name, sizeof(name), "%c%d", kind, s->rows.query);
	for (i = 0; i < count; i++)
		oids[i] = types[i] == 'i' ? INT8 : types[i] == 't' ? TEXT :
		    BYTEA;
	if (!pg_is_prepared(preparation))
		pg_queue_prepare(s->pg, name, sql, count, oids, preparation);
	pg_queue_prepared(s->pg, name, count, s->value, w);
}

static void
pg_statement_send(struct pg_statement *s, struct pg_wanted *w)
{
	const struct pg_text *text = &pg_texts[s->rows.query];

	if (!text->reads)
		s->pg->writes++;
	pg_queue_begin(s->pg);
	queue_as(s, 'q', text->sql, &s->preparation, w);
}

static void
pg_statement_fetch(struct pg_statement *s)
{
	char sql[SQL_SIZE];

	snprintf(sql, sizeof(sql), "FETCH %d c%d", FETCH_ROWS, s->rows.query);
	pg_queue(s->pg, sql, &s->result);
	pg_exchange(s->pg, pg_statement_label(s));
	s->row = -1;
}

/* Opens the cursor, and reads its first rows. */
static void
open_cursor(struct pg_statement *s)
{
	struct arena *a = arena_new();

	pg_queue_begin(s->pg);
	queue_as(s, 'c', arena_printf(a, "DECLARE c%d NO SCROLL CURSOR FOR %s",
	    s->rows.query, pg_texts[s->rows.query].sql), &s->declaration, NULL);
	s->cursor = s->pg->transaction;
	pg_statement_fetch(s);
	arena_free(a);
}

static bool
same_values(const struct pg_value *a, const struct pg_value *b, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if ((a[i].bytes == NULL) != (b[i].bytes == NULL) ||
		    a[i].len != b[i].len || (a[i].len > 0 &&
		    memcmp(a[i].bytes, b[i].bytes, a[i].len) != 0))
			return false;
	return true;
}

/* Was it asked ahead, and has nothing been written since? */
static bool
is_asked(const struct pg_statement *s)
{
	const struct asked *a = s->asked;

	return a != NULL && a->writes == s->pg->writes &&
	    (a->result.queued || pg_is_answer(a->result.answer)) &&
	    same_values(a->value, s->value,
	    strlen(pg_texts[s->rows.query].types));
}

/* With what was queued before it. */
static void
pg_statement_execute(struct pg_statement *s)
{
	struct pg_wanted *w = &s->result;

	if (is_asked(s))
		w = &s->asked->result;
	else
		pg_statement_send(s, w);
	if (w->answer == NULL)
		pg_exchange(s->pg, pg_statement_label(s));
	s->result.answer = w->answer;
	if (w != &s->result)
		w->answer = NULL;
}

void
pg_statement_queue(struct rows *r)
{
	pg_statement_send(pg_statement_of(r), NULL);
}

void
pg_statement_many(struct rows *r)
{
	pg_statement_of(r)->many = pg_statement_of(r)->pg->db.open;
}

void
pg_statement_ahead(struct rows *r)
{
	struct pg_statement *s = pg_statement_of(r);
	struct asked *a = s->asked;
	struct arena *values = s->arena;

	if (a == NULL) {
		if ((a = s->asked = calloc(1, sizeof(*a))) == NULL)
			fatal(FATAL_INTERNAL, "out of memory");
		a->arena = arena_new();
	}
	pg_unwant(s->pg, &a->result);
	pg_statement_send(s, &a->result);
	memcpy(a->value, s->value, sizeof(a->value));
	s->arena = a->arena;
	a->arena = values;
	a->writes = s->pg->writes;
}

bool
pg_statement_next(struct rows *r)
{
	struct pg_statement *s = pg_statement_of(r);

	if (s->result.answer == NULL && s->many)
		open_cursor(s);
	else if (s->result.answer == NULL)
		pg_statement_execute(s);
	else if (s->cursor != 0 && s->row + 1 == FETCH_ROWS)
		pg_statement_fetch(s);
	if (++s->row < PQntuples(s->result.answer))
		return true;
	reset(s);
	return false;
}

int64_t
pg_statement_run(struct rows *r)
{
	struct pg_statement *s = pg_statement_of(r);
	int64_t n;

	pg_statement_execute(s);
	n = strtoll(PQcmdTuples(s->result.answer), NULL, 10);
	reset(s);
	return n;
}

void
pg_statement_end(struct rows *r)
{
	reset(pg_statement_of(r));
}

/* The binary form of numeric: how many digits of base 10,000 there are, the
 * weight of the first, the sign; sums of integers have no fraction. */
static int64_t
from_numeric(const unsigned char *p)
{
	uint16_t digits = (uint16_t)(p[0] << 8 | p[1]), digit;
	int16_t weight = (int16_t)(p[2] << 8 | p[3]), i;
	int64_t n = 0;

	for (i = 0; i <= weight; i++) {
		digit = i < digits ? (uint16_t)(p[8 + 2 * i] << 8 |
		    p[9 + 2 * i]) : 0;
		n = n * 10000 + digit;
	}
	return p[4] == 0x40 ? -n : n;
}

int64_t
pg_number(const PGresult *r, int row, int column)
{
	const unsigned char *p = (void *)PQgetvalue(r, row, column);
	uint64_t v = 0;
	int i, len = PQgetlength(r, row, column);

	if (PQgetisnull(r, row, column))
		return 0;
	if (PQftype(r, column) == NUMERIC)
		return from_numeric(p);
	for (i = 0; i < len; i++)
		v = v << 8 | p[i];
	switch (PQftype(r, column)) {
	case INT2:
		return (int16_t)v;
	case INT4:
		return (int32_t)v;
	default:
		return (int64_t)v;
	}
}

int64_t
pg_statement_number(struct rows *r, int i)
{
	return pg_number(pg_statement_of(r)->result.answer,
	    pg_statement_of(r)->row, i);
}

const char *
pg_statement_peek(struct rows *r, int i, size_t *len)
{
	const struct pg_statement *s = pg_statement_of(r);

	*len = (size_t)PQgetlength(s->result.answer, s->row, i);
	return PQgetisnull(s->result.answer, s->row, i) ? NULL :
	    PQgetvalue(s->result.answer, s->row, i);
}

const char *
pg_statement_name(struct rows *r, int n)
{
	struct pg_statement *s = pg_statement_of(r);

	if (s->result.answer == NULL)
		pg_statement_execute(s);
	return n < PQnfields(s->result.answer) ? PQfname(s->result.answer, n) : NULL;
}
