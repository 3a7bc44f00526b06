#include "core/notify/delivery.h"

#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/hash.h"
#include "core/notify/lease.h"
#include "query/delivery.h"
#include "query/push.h"

#define FIRST_WAIT	30	/* seconds */
#define LONGEST_WAIT	3600

/* Earlier ones are not sent. */
static int64_t
oldest(const struct ctx *c)
{
	return c->now - DELIVERY_LATE;
}

int64_t
delivery_plan(struct ctx *c, int max)
{
	q_delivery_recall(c->db, c->now, c->now + LONGEST_WAIT * SECOND);
	q_delivery_plan(c->db, c->now, oldest(c), max);
	return q_notice_planned(c->db, c->now, oldest(c), max);
}

bool
delivery_waiting(struct ctx *c)
{
	return rows_any(q_delivery_any(c->db)) ||
	    delivery_next(c) <= c->now;
}

void
delivery_drop(struct ctx *c, int max)
{
	q_delivery_drop(c->db, max);
	q_notice_planned(c->db, c->now, oldest(c), max);
}

/* Each claim has a unique time, which identifies its rows. */
static int64_t
free_lease(struct ctx *c)
{
	int64_t lease = c->now + DELIVERY_LEASE;

	while (rows_any(q_delivery_lease_taken(c->db, lease)))
		lease++;
	return lease;
}

static void
remove_delivery(struct ctx *c, const struct delivery *d)
{
	q_delivery_remove(c->db, d->user, d->subscription, d->task, d->kind,
	    d->due_at);
}

static struct delivery
delivery_of(const struct delivery_leased_row *r)
{
	return (struct delivery){ .user = r->user_id,
	    .subscription = r->subscription_id, .task = r->task_id,
	    .kind = r->kind, .due_at = r->due_at, .tries = (int)r->tries,
	    .list = r->list_id, .title = r->title, .due_date = r->due_date,
	    .due_time = r->due_time,
	    .reminder_at = r->reminder_at, .endpoint = r->endpoint,
	    .p256dh = r->p256dh, .auth = r->auth, .email = r->email };
}

size_t
delivery_claim(struct ctx *c, int max, struct delivery **out, int64_t *claimed)
{
	struct delivery *all = arena_alloc(c->arena, (size_t)max *
	    sizeof(*all));
	struct lease by = lease_begin(c, DELIVERY_LEASE);
	int64_t lease = free_lease(c), taken;
	struct delivery_leased_row *rows = arena_alloc(c->arena, (size_t)max *
	    sizeof(*rows));
	size_t n = 0, i, kept = 0;
	struct rows *r;

	taken = q_delivery_lease(c->db, c->now, oldest(c), lease,
	    by.over, by.most, max);
	r = q_delivery_leased(c->db, lease, c->now, oldest(c));
	while (next_delivery_leased(r, c->arena, &rows[n]))
		n++;
	for (i = 0; i < n; i++) {
		all[kept] = delivery_of(&rows[i]);
		if (rows[i].wanted)
			kept++;
		else
			remove_delivery(c, &all[kept]);
	}
	*out = all;
	*claimed = taken;
	return kept;
}

int64_t
delivery_next(struct ctx *c)
{
	return rows_one(q_delivery_next(c->db, oldest(c)), INT64_MAX);
}

void
delivery_sent(struct ctx *c, const struct delivery *d)
{
	remove_delivery(c, d);
	q_subscription_taken(c->db, d->user, d->subscription);
}

bool
delivery_later(struct ctx *c, const struct delivery *d, int64_t seconds)
{
	int64_t wait = d->tries > 7 ? LONGEST_WAIT :
	    FIRST_WAIT << (d->tries - 1);
	int64_t at;

	if (wait < seconds)
		wait = seconds;
	if (wait > LONGEST_WAIT)
		wait = LONGEST_WAIT;
	at = c->now + SECOND * wait;
	if (at > d->due_at + DELIVERY_LATE) {
		remove_delivery(c, d);
		return false;
	}
	q_delivery_later(c->db, d->user, d->subscription, d->task, d->kind,
	    d->due_at, at);
	return true;
}

bool
delivery_refused(struct ctx *c, const struct delivery *d)
{
	remove_delivery(c, d);
	q_subscription_refused(c->db, d->user, d->subscription);
	return q_subscription_end_refused(c->db, d->user, d->subscription,
	    DELIVERY_REFUSALS) == 1;
}

void
delivery_gone(struct ctx *c, const struct delivery *d)
{
	q_subscription_remove(c->db, d->user, d->subscription);
}

const char *
delivery_topic(struct arena *a, const struct delivery *d)
{
	return hash_text(a, arena_printf(a, "%s %s %lld", d->kind, d->task,
	    (long long)d->due_at));
}
