#include "bin/cleanup/pace.h"

#include <time.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "db/db.h"

#define AIM	5000		/* microseconds to hold the lock */
#define MOST	64		/* changes: their pages are written at the
				 * commit, after the last look at the clock */

/* Begins a transaction: the time; -1 if the lock was not available. */
static int64_t
pace_begin(struct pace *p, struct ctx *c)
{
	if (!program_write(p->program))
		return -1;
	*c = p->program->ctx;
	c->arena = p->arena;
	return clock_ticks();
}

static void
commit(struct pace *p, int64_t began)
{
	struct timespec pause;
	int64_t held;

	db_commit(p->program->ctx.db);
	held = clock_ticks() - began;
	pause = (struct timespec){ .tv_sec = held / SECOND,
	    .tv_nsec = held % SECOND * 1000 };
	if (held > p->longest)
		p->longest = held;
	if (held > AIM && p->batch > 1)
		p->batch /= 2;
	else if (held < AIM / 2 && p->batch < MOST)
		p->batch *= 2;
	arena_reset(p->arena);
	nanosleep(&pause, NULL);
}

bool
pace_each(struct pace *p, size_t n,
    void (*change)(struct ctx *, void *, size_t), void *arg)
{
	struct ctx c;
	int64_t began;
	size_t i = 0, end;

	while (i < n) {
		if ((began = pace_begin(p, &c)) == -1)
			return false;
		for (end = i + (size_t)p->batch; i < n && i < end; i++) {
			change(&c, arg, i);
			if (clock_ticks() - began > AIM)
				end = i;
		}
		commit(p, began);
	}
	return true;
}

bool
pace_all(struct pace *p, int64_t (*some)(struct ctx *, void *, int),
    void *arg, int64_t *done)
{
	struct ctx c;
	int64_t began, n;
	int asked;

	do {
		if ((began = pace_begin(p, &c)) == -1)
			return false;
		asked = p->batch;
		n = some(&c, arg, asked);
		commit(p, began);
		*done += n;
	} while (n >= asked);
	return true;
}
