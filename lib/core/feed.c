#include "core/feed.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "core/change_signal.h"
#include "core/ctx.h"
#include "db/db.h"
#include "query/erased.h"
#include "query/feed.h"
#include "query/state.h"

/* Parts of a task that can be read without it: then the tombstone of the task,
 * or of its list, stands for each part. */
#define OF_TASKS	(1U << FEED_ATTACHMENT | 1U << FEED_MY_DAY)
/* Kinds in users' scopes, not in lists. */
#define OWN	(1U << FEED_GROUP | 1U << FEED_TAG | 1U << FEED_ME | \
		    1U << FEED_SETTING)
/* Users' own parts of tasks, in their own scopes. */
#define KEPT	(1U << FEED_TAG_SET | 1U << FEED_MY_DAY)
/* Kinds whose tombstones the trash finds by the time in their row. */
#define IN_TRASH	(1U << FEED_STEP | 1U << FEED_ATTACHMENT)
/* The parts of a gain: the caller's own first, then those of the list's scope,
 * each in the order of its stamps. */
#define OF_LIST	(INT64_C(1) << 60)

static int64_t
feed_put_row(struct ctx *c, const char *scope, int64_t old, enum feed_kind kind,
    const char *id, bool gone)
{
	int64_t stamp = db_stamp(c->db, c->now, scope);

	if (old != 0)
		q_feed_remove(c->db, scope, old);
	q_feed_add(c->db, scope, stamp, kind, id, !gone ? 0 :
	    IN_TRASH >> kind & 1 ? stamp : FEED_UNLISTED);
	if (c->signal != NULL)
		change_signal_note(c->signal, scope);
	return stamp;
}

int64_t
feed_put(struct ctx *c, const char *scope, int64_t old, enum feed_kind kind,
    const char *id)
{
	return feed_put_row(c, scope, old, kind, id, false);
}

int64_t
feed_put_gone(struct ctx *c, const char *scope, int64_t old,
    enum feed_kind kind, const char *id)
{
	return feed_put_row(c, scope, old, kind, id, true);
}

void
feed_set_gone(struct ctx *c, const char *scope, int64_t stamp,
    int64_t deleted_at)
{
	q_feed_set_gone(c->db, scope, stamp, deleted_at);
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

static struct rows *
newest(struct ctx *c, const char *list)
{
	return (c->limited ? q_feed_newest_limited : q_feed_newest)(c->db,
	    c->user, list);
}

int64_t
feed_newest(struct ctx *c, const char *list)
{
	return rows_one(newest(c, list), 0);
}

void
feed_newest_ahead(struct ctx *c, const char *list)
{
	rows_ahead(newest(c, list));
}

int64_t
feed_last(struct ctx *c)
{
	return db_newest(c->db, c->user);
}

/* Are attachments or My Day entries read without their tasks? */
static bool
without_tasks(unsigned kinds)
{
	return (kinds & OF_TASKS) != 0 && (kinds & (1U << FEED_TASK)) == 0;
}

bool
feed_expired(struct ctx *c, const char *list, unsigned kinds, int64_t since)
{
	return since < rows_one(q_state_oldest_since(c->db), 0) ||
	    (list != NULL &&
	    since < rows_one(q_access_lost_at(c->db, c->user, list), 0)) ||
	    (without_tasks(kinds) &&
	    rows_any(q_list_erased_since(c->db, c->user, since)));
}

static int
by_stamp(const void *a, const void *b)
{
	const struct feed_row *x = a, *y = b;

	return (x->stamp > y->stamp) - (x->stamp < y->stamp);
}

/*
 * The merge: the rows kept so far are the `max` smallest.  While there is space
 * every row is kept; once full, a scope is only read below the largest kept,
 * and the array is sorted and cut again.  It has space for twice `max`, so that
 * this happens rarely.
 */
struct merge {
	struct feed_row	*rows;
	size_t		 count;
	size_t		 max;
	int64_t		 before;	/* nothing from here on is wanted */
};

static void
merge_cut(struct merge *m)
{
	qsort(m->rows, m->count, sizeof(*m->rows), by_stamp);
	if (m->count >= m->max) {
		m->count = m->max;
		m->before = m->rows[m->max - 1].stamp;
	}
}

static void
merge_add(struct merge *m, const struct feed_row *row)
{
	if (row->stamp >= m->before)
		return;
	m->rows[m->count++] = *row;
	if (m->count == 2 * m->max)
		merge_cut(m);
}

static void
read_scope(struct ctx *c, struct merge *m, const char *scope, unsigned kinds,
    int64_t since)
{
	struct rows *r = q_feed_range(c->db, scope, since, m->before,
	    (int64_t)kinds, (int64_t)m->max);
	struct feed_range_row f;

	while (next_feed_range(r, c->arena, &f))
		merge_add(m, &(struct feed_row){ .stamp = f.stamp,
		    .scope = scope, .kind = (enum feed_kind)f.kind,
		    .id = f.id });
}

/* The marks of an access after `since`. */
static void
read_marks(struct merge *m, const struct feed_scopes_row *a, unsigned kinds,
    int64_t since)
{
	bool live = a->deleted_at == 0;
	struct feed_row mark = { .id = a->list_id, .scope = a->list_id };

	if (live && a->gained_at > since) {
		mark.kind = (enum feed_kind)FEED_GAIN;
		mark.stamp = a->gained_at;
		merge_add(m, &mark);
	}
	/* A list that is still lost has a row in the caller's scope.  A list's
	 * own collections are not read from before a loss (feed_expired()). */
	if (a->lost_at > since && (without_tasks(kinds) || live)) {
		mark.kind = (enum feed_kind)FEED_LOSS;
		mark.stamp = a->lost_at;
		merge_add(m, &mark);
	}
}

size_t
feed_read(struct ctx *c, const char *list, unsigned kinds, int64_t since,
    struct feed_row *out, size_t max)
{
	struct merge m = { .max = max, .before = INT64_MAX };
	unsigned rows = kinds;
	struct feed_scopes_row a;
	struct rows *r;

	m.rows = arena_raw(c->arena, 2 * max * sizeof(*m.rows));
	if (without_tasks(kinds))
		rows |= 1U << FEED_TASK | 1U << FEED_MOVED;
	if (list == NULL)
		read_scope(c, &m, c->user, kinds, since);
	if ((kinds & ~OWN) != 0) {
		r = q_feed_scopes(c->db, c->user, list, since);
		while (next_feed_scopes(r, c->arena, &a)) {
			read_marks(&m, &a, kinds, since);
			if (a.deleted_at == 0)
				read_scope(c, &m, a.list_id, rows,
				    since > a.gained_at ? since : a.gained_at);
		}
	}
	merge_cut(&m);
	memcpy(out, m.rows, m.count * sizeof(*out));
	return m.count;
}

bool
feed_is_mark(const struct feed_row *row, unsigned kinds)
{
	return (kinds >> row->kind & 1) == 0;
}

static size_t
parts_of_gain(struct ctx *c, const struct feed_row *mark, unsigned kinds,
    int64_t after, struct feed_row *out, size_t max)
{
	struct feed_gained_own_row own;
	struct feed_range_row f;
	struct rows *r;
	size_t n = 0;

	if (after < OF_LIST) {
		r = q_feed_gained_own(c->db, c->user, mark->id, after,
		    mark->stamp, (int64_t)kinds, (int64_t)max);
		for (; next_feed_gained_own(r, c->arena, &own); n++)
			out[n] = (struct feed_row){ .stamp = own.stamp,
			    .kind = (enum feed_kind)own.kind, .id = own.id,
			    .scope = c->user, .part = own.stamp };
		after = OF_LIST;
	}
	if ((kinds & ~KEPT) == 0)
		return n;
	r = q_feed_range(c->db, mark->id, after - OF_LIST, mark->stamp + 1,
	    (int64_t)kinds, (int64_t)(max - n));
	for (; next_feed_range(r, c->arena, &f); n++)
		out[n] = (struct feed_row){ .stamp = f.stamp,
		    .kind = (enum feed_kind)f.kind, .id = f.id,
		    .scope = mark->id, .part = OF_LIST + f.stamp };
	return n;
}

/* The list itself, or the parts of its tasks. */
static size_t
parts_of_loss(struct ctx *c, const struct feed_row *mark, unsigned kinds,
    int64_t after, struct feed_row *out, size_t max)
{
	struct feed_lost_row f;
	struct rows *r;
	size_t n;

	if (!without_tasks(kinds)) {
		if (after > 0)
			return 0;
		out[0] = (struct feed_row){ .stamp = mark->stamp,
		    .kind = FEED_LIST, .id = mark->id, .scope = c->user,
		    .part = 1, .gone = true };
		return 1;
	}
	r = mark->kind == (enum feed_kind)FEED_LOSS ?
	    q_feed_lost(c->db, c->user, mark->id,
	    mark->stamp, after, (int64_t)kinds, (int64_t)max) :
	    q_feed_lost_with_task(c->db, c->user, mark->scope, mark->id,
	    mark->stamp, after, (int64_t)kinds, (int64_t)max);
	for (n = 0; next_feed_lost(r, c->arena, &f); n++)
		out[n] = (struct feed_row){ .stamp = mark->stamp,
		    .kind = (enum feed_kind)f.kind, .id = f.id,
		    .scope = mark->scope, .part = f.stamp, .gone = true };
	return n;
}

size_t
feed_parts(struct ctx *c, const struct feed_row *mark, unsigned kinds,
    int64_t after, struct feed_row *out, size_t max)
{
	return mark->kind == (enum feed_kind)FEED_GAIN ?
	    parts_of_gain(c, mark, kinds, after, out, max) :
	    parts_of_loss(c, mark, kinds, after, out, max);
}
