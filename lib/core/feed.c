#include "core/feed.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "core/ctx.h"
#include "query.h"

int64_t
feed_put(struct ctx *c, const char *scope, int64_t old, enum feed_kind kind,
    const char *id)
{
	int64_t stamp = db_stamp(c->db, c->now);

	if (old != 0)
		q_feed_remove(c->db, scope, old);
	q_feed_add(c->db, scope, stamp, kind, id, NULL);
	return stamp;
}

bool
feed_has(struct ctx *c, const char *scope, int64_t stamp)
{
	return rows_any(q_feed_has(c->db, scope, stamp));
}

void
feed_drop(struct ctx *c, const char *scope, int64_t stamp)
{
	q_feed_remove(c->db, scope, stamp);
}

static void
gain_rows(struct ctx *c, struct rows *r, const char *user, const char *list)
{
	while (rows_next(r))
		q_feed_add(c->db, user, db_stamp(c->db, c->now),
		    rows_int(r, 0), rows_id(r, c->arena, 1), list);
}

int64_t
feed_grant(struct ctx *c, const char *user, const char *list, int64_t old)
{
	gain_rows(c, q_feed_of_list(c->db, list), user, list);
	gain_rows(c, q_feed_own_of_list(c->db, user, list), user, list);
	return feed_put(c, user, old, FEED_LIST, list);
}

int64_t
feed_revoke(struct ctx *c, const char *user, const char *list, int64_t old)
{
	q_feed_remove_gain(c->db, user, list);
	return feed_put(c, user, old, FEED_LIST, list);
}

int64_t
feed_newest(struct ctx *c, const char *list)
{
	return rows_one(q_feed_newest(c->db, c->user, list), 0);
}

int64_t
feed_last(struct ctx *c)
{
	return rows_one(q_state_last_stamp(c->db), 0);
}

bool
feed_expired(struct ctx *c, int64_t since)
{
	return since < rows_one(q_state_oldest_since(c->db), 0);
}

static int
by_stamp(const void *a, const void *b)
{
	const struct feed_row *x = a, *y = b;

	return (x->stamp > y->stamp) - (x->stamp < y->stamp);
}

/*
 * The merge: the rows kept so far are the `max` smallest.  While there is room
 * every row is taken; once full, a scope is only read below the largest kept,
 * and the array is sorted and cut again.  It holds twice `max` to do so seldom.
 */
struct merge {
	struct feed_row	*rows;
	size_t		 count;
	size_t		 max;
	int64_t		 before;	/* nothing from here on is wanted */
};

static void
cut(struct merge *m)
{
	qsort(m->rows, m->count, sizeof(*m->rows), by_stamp);
	if (m->count >= m->max) {
		m->count = m->max;
		m->before = m->rows[m->max - 1].stamp;
	}
}

static void
read_scope(struct ctx *c, struct merge *m, const char *scope,
    const char *gain, unsigned kinds, int64_t since)
{
	struct rows *r = q_feed_range(c->db, scope, since, m->before,
	    (int64_t)kinds, gain == NULL ? (int64_t)m->max : INT64_MAX);
	struct feed_row row;

	while (rows_next(r)) {
		row.stamp = rows_int(r, 0);
		row.list_id = rows_id(r, c->arena, 3);
		if (gain != NULL && !same_id(gain, row.list_id))
			continue;
		row.kind = (enum feed_kind)rows_int(r, 1);
		row.id = rows_id(r, c->arena, 2);
		row.scope = scope;
		m->rows[m->count++] = row;
		if (m->count == 2 * m->max) {
			rows_end(r);
			cut(m);
			read_scope(c, m, scope, gain, kinds, row.stamp);
			return;
		}
	}
}

size_t
feed_read(struct ctx *c, const char *list, unsigned kinds, int64_t since,
    struct feed_row *out, size_t max)
{
	struct merge m = { .max = max, .before = INT64_MAX };
	struct rows *r;
	const char *scope;
	int64_t joined;

	m.rows = arena_alloc(c->arena, 2 * max * sizeof(*m.rows));
	read_scope(c, &m, c->user, list, kinds, since);
	r = q_feed_scopes(c->db, c->user, since);
	while (rows_next(r)) {
		scope = rows_id(r, c->arena, 0);
		if (list != NULL && !same_id(list, scope))
			continue;
		joined = rows_int(r, 1);
		read_scope(c, &m, scope, NULL, kinds,
		    since > joined ? since : joined);
	}
	cut(&m);
	memcpy(out, m.rows, m.count * sizeof(*out));
	return m.count;
}
