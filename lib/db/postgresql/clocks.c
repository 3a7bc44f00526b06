#include "db/postgresql/clocks.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/id.h"
#include "base/log.h"
#include "db/db.h"
#include "db/postgresql/pipeline.h"
#include "db/postgresql/statement.h"

/* Ids, in binary form. */
struct ids {
	unsigned char	(*list)[ID_BYTES];
	size_t		 count;
	size_t		 space;
};

/* $1: the caller, who must reach the list. */
#define REACHED(list)	"(SELECT list_id FROM access WHERE user_id = $1 " \
	"AND list_id = " list " AND deleted_at = 0)"
#define LOCK_LIST(list)	"SELECT id FROM list WHERE id = " REACHED(list) \
	" FOR NO KEY UPDATE"
/* A clock, the list, and the schema's version. */
#define LOCK_CLOCKS(list) "SELECT u.id, " \
	"greatest(u.clock, (SELECT last_stamp FROM state)), " list \
	", (SELECT version FROM schema_version)" \
	" FROM \"user\" u WHERE u.id IN (SELECT $1 UNION ALL " \
	"SELECT user_id FROM access WHERE list_id = " list \
	" AND deleted_at = 0) ORDER BY u.id FOR NO KEY UPDATE OF u"

#define OF_TASK		"(SELECT list_id FROM task WHERE id = $2)"
#define OF_ATTACHMENT	"(SELECT t.list_id FROM attachment a " \
	"JOIN task t ON t.id = a.task_id WHERE a.id = $2)"
#define TYPE_BYTEA	17		/* catalog pg_type */
#define TYPE_INT8	20
#define TYPE_BYTEAS	1001

/*
 * Prepared under the name own0, own1 ...  $1 and $2: the user and the id of a
 * scope; or the user or list of a record, twice; or the last stamp, and ids.
 */
enum own {
	LIST_OF,			/* by enum scope_kind */
	CLOCKS_OF = LIST_OF + SCOPE_ATTACHMENT + 1,
	CLOCKS_OF_OWNER = CLOCKS_OF + SCOPE_ATTACHMENT + 1,
	LAST_SEEN,
	LAST_STAMP,
	SET_CLOCKS,
	SET_STATE
};

static const char *const own[] = {
	[LIST_OF + SCOPE_LIST] = LOCK_LIST("$2"),
	[LIST_OF + SCOPE_TASK] = LOCK_LIST(OF_TASK),
	[LIST_OF + SCOPE_ATTACHMENT] = LOCK_LIST(OF_ATTACHMENT),
	[CLOCKS_OF + SCOPE_USER] = LOCK_CLOCKS("$2"),
	[CLOCKS_OF + SCOPE_LIST] = LOCK_CLOCKS(REACHED("$2")),
	[CLOCKS_OF + SCOPE_TASK] = LOCK_CLOCKS(REACHED(OF_TASK)),
	[CLOCKS_OF + SCOPE_ATTACHMENT] = LOCK_CLOCKS(REACHED(OF_ATTACHMENT)),
	[CLOCKS_OF_OWNER] = LOCK_CLOCKS("$2"),
	[LAST_SEEN] = "SELECT greatest((SELECT clock FROM \"user\" "
	    "WHERE id = $1), (SELECT last_stamp FROM state))",
	[LAST_STAMP] = "SELECT (SELECT last_stamp FROM state), version "
	    "FROM schema_version",
	[SET_CLOCKS] = "UPDATE \"user\" SET clock = $1 WHERE id = ANY ($2)",
	[SET_STATE] = "UPDATE state SET last_stamp = $1 WHERE id = 1",
};

struct clocks {
	struct pg_wanted preparation[SET_STATE + 1];
	bool		 strict;	/* in tests: none is locked late */
	/* Of the present write transaction. */
	bool		 all;		/* it is for everything */
	bool		 locked;	/* its first answer has clocks */
	struct pg_wanted first;		/* that answer */
	struct ids	 owners;	/* whose clocks are read */
	struct ids	 users;		/* whose clocks are locked */
	int64_t		 newest;	/* of these */
};

static bool
sets_clock(int n)
{
	return n == SET_CLOCKS || n == SET_STATE;
}

struct clocks *
clocks_new(void)
{
	struct clocks *c = calloc(1, sizeof(*c));

	if (c == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	c->strict = getenv("TEST_CLOCKS") != NULL;
	return c;
}

static void
clocks_query(struct pg *pg, int n, struct pg_value a, struct pg_value b,
    struct pg_wanted *w)
{
	const Oid types[] = { sets_clock(n) ? TYPE_INT8 : TYPE_BYTEA,
	    sets_clock(n) ? TYPE_BYTEAS : TYPE_BYTEA };
	struct pg_wanted *preparation = &pg->clocks->preparation[n];
	char name[16];

	snprintf(name, sizeof(name), "own%d", n);
	if (!pg_is_prepared(preparation))
		pg_queue_prepare(pg, name, own[n], 2, types, preparation);
	pg_queue_prepared(pg, name, 2, (struct pg_value[]){ a, b }, w);
}

/* A value of an id in text form; NULL stays so. */
static struct pg_value
id_value(const char *uuid, unsigned char bytes[ID_BYTES])
{
	if (uuid == NULL || !id_parse(uuid, bytes))
		return (struct pg_value){ NULL, 0 };
	return (struct pg_value){ bytes, ID_BYTES };
}

static bool
has_id(const struct ids *s, const void *id)
{
	size_t i;

	/* The newest one is asked for most. */
	for (i = s->count; i > 0; i--)
		if (memcmp(s->list[i - 1], id, ID_BYTES) == 0)
			return true;
	return false;
}

static void
clocks_add(struct ids *s, const void *id)
{
	if (has_id(s, id))
		return;
	if (s->count == s->space) {
		s->space = 2 * s->space + 16;
		s->list = realloc(s->list, s->space * ID_BYTES);
		if (s->list == NULL)
			fatal(FATAL_INTERNAL, "out of memory");
	}
	memcpy(s->list[s->count++], id, ID_BYTES);
}

void
clocks_free(struct clocks *c)
{
	int i;

	for (i = 0; i <= SET_STATE; i++)
		PQclear(c->preparation[i].answer);
	PQclear(c->first.answer);
	free(c->owners.list);
	free(c->users.list);
	free(c);
}

/* Takes the clocks of an answer. */
static void
clocks_take(struct clocks *c, const PGresult *r)
{
	int64_t clock;
	int i;

	for (i = 0; i < PQntuples(r); i++) {
		clocks_add(&c->users, PQgetvalue(r, i, 0));
		if ((clock = pg_number(r, i, 1)) > c->newest)
			c->newest = clock;
	}
	if (PQntuples(r) > 0 && !PQgetisnull(r, 0, 2))
		clocks_add(&c->owners, PQgetvalue(r, 0, 2));
}

static bool
has_clocks(const struct scope *scope)
{
	return own[CLOCKS_OF + scope->kind] != NULL;
}

static void
queue_locks(struct pg *pg, const struct scope *scope)
{
	static const struct pg_value none = { NULL, 0 };
	struct pg_wanted *first = &pg->clocks->first;
	unsigned char user[ID_BYTES], id[ID_BYTES];
	struct pg_value a, b;

	if (scope == NULL) {
		pg_queue(pg, "LOCK TABLE writers IN EXCLUSIVE MODE", NULL);
		clocks_query(pg, LAST_STAMP, none, none, first);
		return;
	}
	a = id_value(scope->user, user);
	b = id_value(scope->id, id);
	pg_queue(pg, "LOCK TABLE writers IN ROW SHARE MODE", NULL);
	if (own[LIST_OF + scope->kind] != NULL)
		clocks_query(pg, LIST_OF + (int)scope->kind, a, b, NULL);
	if (has_clocks(scope))
		clocks_query(pg, CLOCKS_OF + (int)scope->kind, a, b, first);
	else
		clocks_query(pg, LAST_STAMP, none, none, first);
}

static void
queue_begin(struct pg *pg, const struct scope *scope, int seconds)
{
	struct clocks *c = pg->clocks;
	unsigned char user[ID_BYTES];
	char set[64];

	pg_new_transaction(pg);
	c->all = scope == NULL;
	c->locked = scope != NULL && has_clocks(scope);
	c->owners.count = c->users.count = 0;
	c->newest = 0;
	if (c->locked && scope->user != NULL && id_parse(scope->user, user))
		clocks_add(&c->owners, user);
	snprintf(set, sizeof(set), "SET LOCAL lock_timeout = %d",
	    seconds == 0 ? 1 : seconds * 1000);
	pg_queue(pg, "BEGIN", NULL);
	pg_queue(pg, set, NULL);
	queue_locks(pg, scope);
}

/* The locks are there, and the schema's version has been read under them. */
static void
on_locked(struct pg *pg)
{
	struct clocks *c = pg->clocks;
	const PGresult *r = c->first.answer;

	if (c->locked)
		clocks_take(c, r);
	else
		c->newest = pg_number(r, 0, 0);
	/* A user who has just left has no clock. */
	if (PQntuples(r) > 0)
		db_begun(&pg->db, pg_number(r, 0, PQnfields(r) - 1));
}

bool
clocks_begin(struct pg *pg, const struct scope *scope, int seconds)
{
	PGresult *failure;

	queue_begin(pg, scope, seconds);
	if (pg->db.retry != NULL) {
		pg->begun = on_locked;
		return true;
	}
	while (!pg_answer(pg, &failure)) {
		if (!pg_is_error(failure, PG_LOCKED PG_CONFLICTS))
			pg_fatal(pg, failure, "BEGIN");
		PQclear(pg_ask(pg, "ROLLBACK"));
		if (pg_is_error(failure, PG_LOCKED)) {
			PQclear(failure);
			return false;
		}
		PQclear(failure);
		queue_begin(pg, scope, seconds);
	}
	on_locked(pg);
	return true;
}

/* The answer to one of the own statements about a user or a list. */
static PGresult *
clocks_ask(struct pg *pg, int n, struct pg_value v)
{
	struct pg_wanted w = { .answer = NULL };

	clocks_query(pg, n, v, v, &w);
	pg_exchange(pg, "clocks");
	return w.answer;
}

/* For a reader. */
static int64_t
last_seen(struct pg *pg, const char *user)
{
	unsigned char id[ID_BYTES];
	PGresult *r;
	int64_t stamp;

	pg_queue_begin(pg);
	r = clocks_ask(pg, LAST_SEEN, id_value(user, id));
	stamp = pg_number(r, 0, 0);
	PQclear(r);
	return stamp;
}

int64_t
clocks_newest(struct pg *pg, const char *owner)
{
	struct clocks *c = pg->clocks;
	unsigned char id[ID_BYTES];
	struct pg_value v = id_value(owner, id);
	size_t held;
	PGresult *r;

	if (!pg->db.writing)
		return last_seen(pg, owner);
	if (v.bytes == NULL)
		fatal(FATAL_INTERNAL, "a stamp for nobody");
	if (pg->begun != NULL)
		pg_exchange(pg, "BEGIN");
	held = c->users.count;
	if (has_id(&c->owners, id) || has_id(&c->users, id))
		return c->newest;
	r = clocks_ask(pg, CLOCKS_OF_OWNER, v);
	clocks_take(c, r);
	/* Locks taken this late follow no order, so two writers could wait for
	 * each other; and a list's own lock does not come before them. */
	if (c->strict && !c->all && c->users.count > held)
		fatal(FATAL_INTERNAL, "the clocks of %s are not locked", owner);
	clocks_add(&c->owners, id);
	PQclear(r);
	return c->newest;
}

/* The binary form of an array of bytea: dimensions, no NULL, the type, the
 * count, the lower bound; then each with its length. */
static unsigned char *
array_of(const struct ids *s, size_t *len)
{
	const uint32_t head[] = { htobe32(1), 0, htobe32(TYPE_BYTEA),
	    htobe32((uint32_t)s->count), htobe32(1) };
	const uint32_t size = htobe32(ID_BYTES);
	unsigned char *array, *p;
	size_t i;

	*len = sizeof(head) + s->count * (sizeof(size) + ID_BYTES);
	if ((array = malloc(*len)) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	memcpy(array, head, sizeof(head));
	p = array + sizeof(head);
	for (i = 0; i < s->count; i++) {
		memcpy(p, &size, sizeof(size));
		memcpy(p + sizeof(size), s->list[i], ID_BYTES);
		p += sizeof(size) + ID_BYTES;
	}
	return array;
}

void
clocks_queue(struct pg *pg)
{
	uint64_t big = htobe64((uint64_t)pg->db.last_stamp);
	struct pg_value stamp = { &big, sizeof(big) }, users;
	unsigned char *array;

	if (pg->db.last_stamp == 0)
		return;
	array = array_of(&pg->clocks->users, &users.len);
	users.bytes = array;
	clocks_query(pg, pg->clocks->all ? SET_STATE : SET_CLOCKS, stamp, users,
	    NULL);
	free(array);
}
