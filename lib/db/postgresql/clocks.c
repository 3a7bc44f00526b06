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

/* Of the present write transaction. */
struct clocks {
	bool		 all;		/* it is for everything */
	struct ids	 owners;	/* whose clocks are read */
	struct ids	 users;		/* whose clocks are locked */
	int64_t		 newest;	/* of these */
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

static bool
sets(int n)
{
	return n == SET_CLOCKS || n == SET_STATE;
}

struct clocks *
clocks_new(struct pg *pg)
{
	struct clocks *c = calloc(1, sizeof(*c));
	char name[16];
	int i;

	if (c == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	for (i = 0; i < (int)COUNT(own); i++) {
		Oid types[] = { sets(i) ? TYPE_INT8 : TYPE_BYTEA,
		    sets(i) ? TYPE_BYTEAS : TYPE_BYTEA };

		snprintf(name, sizeof(name), "own%d", i);
		if (own[i] != NULL &&
		    !PQsendPrepare(pg->conn, name, own[i], 2, types))
			pg_fatal(pg, NULL, name);
	}
	PQclear(pg_exchange(pg, "the clocks' statements"));
	return c;
}

static void
queue(struct pg *pg, int n, struct pg_value a, struct pg_value b)
{
	char name[16];

	snprintf(name, sizeof(name), "own%d", n);
	pg_queue_prepared(pg, name, 2, (struct pg_value[]){ a, b });
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
has(const struct ids *s, const void *id)
{
	size_t i;

	/* The newest one is asked for most. */
	for (i = s->count; i > 0; i--)
		if (memcmp(s->list[i - 1], id, ID_BYTES) == 0)
			return true;
	return false;
}

static void
add(struct ids *s, const void *id)
{
	if (has(s, id))
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
	free(c->owners.list);
	free(c->users.list);
	free(c);
}

/* Takes the clocks of an answer. */
static void
take(struct clocks *c, const PGresult *r)
{
	int64_t clock;
	int i;

	for (i = 0; i < PQntuples(r); i++) {
		add(&c->users, PQgetvalue(r, i, 0));
		if ((clock = pg_number(r, i, 1)) > c->newest)
			c->newest = clock;
	}
	if (PQntuples(r) > 0 && !PQgetisnull(r, 0, 2))
		add(&c->owners, PQgetvalue(r, 0, 2));
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
	unsigned char user[ID_BYTES], id[ID_BYTES];
	struct pg_value a, b;

	if (scope == NULL) {
		pg_queue(pg, "LOCK TABLE writers IN EXCLUSIVE MODE");
		queue(pg, LAST_STAMP, none, none);
		return;
	}
	a = id_value(scope->user, user);
	b = id_value(scope->id, id);
	pg_queue(pg, "LOCK TABLE writers IN ROW SHARE MODE");
	if (own[LIST_OF + scope->kind] != NULL)
		queue(pg, LIST_OF + (int)scope->kind, a, b);
	if (has_clocks(scope))
		queue(pg, CLOCKS_OF + (int)scope->kind, a, b);
	else
		queue(pg, LAST_STAMP, none, none);
}

/* The schema's version, which is read under the lock. */
static int64_t
start(struct clocks *c, const struct scope *scope, const PGresult *r)
{
	unsigned char user[ID_BYTES];

	c->all = scope == NULL;
	c->owners.count = c->users.count = 0;
	c->newest = 0;
	if (c->all || !has_clocks(scope))
		c->newest = pg_number(r, 0, 0);
	else {
		take(c, r);
		if (scope->user != NULL && id_parse(scope->user, user))
			add(&c->owners, user);
	}
	return pg_number(r, 0, PQnfields(r) - 1);
}

bool
clocks_begin(struct pg *pg, const struct scope *scope, int seconds,
    int64_t *version)
{
	char set[64];
	PGresult *r;
	bool begun;

	snprintf(set, sizeof(set), "SET LOCAL lock_timeout = %d",
	    seconds == 0 ? 1 : seconds * 1000);
	do {
		pg_queue(pg, "BEGIN ISOLATION LEVEL READ COMMITTED");
		pg_queue(pg, set);
		queue_locks(pg, scope);
		r = pg_answer(pg);
		if ((begun = pg_is_answer(r)))
			*version = start(pg->clocks, scope, r);
		else if (!pg_is_error(r, PG_LOCKED PG_CONFLICTS))
			pg_fatal(pg, r, "BEGIN");
		else {
			pg_queue(pg, "ROLLBACK");
			PQclear(pg_exchange(pg, "ROLLBACK"));
		}
		if (begun || pg_is_error(r, PG_LOCKED)) {
			PQclear(r);
			return begun;
		}
		PQclear(r);
	} while (1);
}

/* For a reader. */
static int64_t
last_seen(struct pg *pg, const char *user)
{
	unsigned char id[ID_BYTES];
	struct pg_value v = id_value(user, id);
	PGresult *r;
	int64_t stamp;

	pg_queue_begin(pg);
	queue(pg, LAST_SEEN, v, v);
	r = pg_exchange(pg, "last_seen");
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
	PGresult *r;

	if (!pg->db.writing)
		return last_seen(pg, owner);
	if (v.bytes == NULL)
		fatal(FATAL_INTERNAL, "a stamp for nobody");
	if (has(&c->owners, id) || has(&c->users, id))
		return c->newest;
	queue(pg, CLOCKS_OF_OWNER, v, v);
	r = pg_exchange(pg, "clocks");
	take(c, r);
	add(&c->owners, id);
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
	queue(pg, pg->clocks->all ? SET_STATE : SET_CLOCKS, stamp, users);
	free(array);
}
