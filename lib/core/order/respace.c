/*
 * The new ranks are those of the whole run of long ones, computed again each
 * time.  A record whose new rank is higher than its old one can get it once all
 * above it have theirs; one whose new rank is lower, once all below have.  So a
 * run can be respaced in pieces, from its top and from its bottom.
 */
#include "core/order/respace.h"

#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "core/feed.h"
#include "core/order/rank.h"
#include "query/respace.h"

/* A neighbour this short leaves space for a whole list beside it. */
#define SHORT	(RANK_LONG / 2)

/* So many records are respaced in a few tens of milliseconds. */
#define AT_ONCE	1000

static const struct {
	enum feed_kind	 feed;
	struct rows	*(*find)(struct db *, const char *owner, int64_t len);
	struct rows	*(*all)(struct db *, const char *owner,
			    const char *place);
	int64_t		(*set)(struct db *, const char *owner, const char *id,
			    const char *rank, int64_t stamp);
} kinds[RESPACE__MAX] = {
	[RESPACE_TASKS] = { FEED_TASK, q_respace_task_find,
	    q_respace_task_all, q_respace_task_set },
	[RESPACE_STEPS] = { FEED_STEP, q_respace_step_find,
	    q_respace_step_all, q_respace_step_set },
	[RESPACE_GROUPS] = { FEED_GROUP, q_respace_group_find,
	    q_respace_group_all, q_respace_group_set },
	[RESPACE_LISTS] = { FEED_LIST, q_respace_list_find,
	    q_respace_list_all, q_respace_list_set },
};

struct run {
	struct sibling	*all;		/* siblings in order */
	int		 count;
	int		 first;		/* of the run */
	int		 end;		/* behind its last */
	const char	**ranks;	/* the new ones, of first and on */
};

const char *
respace_find(struct ctx *c, enum respace kind, const char *owner)
{
	return rows_one_id(kinds[kind].find(c->db, owner, RANK_LONG),
	    c->arena);
}

/* The first long one, and its neighbours up to a short one on either side. */
static bool
find_run(struct run *u)
{
	int i;

	for (i = 0; i < u->count; i++)
		if (strlen(u->all[i].rank) > RANK_LONG)
			break;
	if (i == u->count)
		return false;
	for (u->first = i; u->first > 0; u->first--)
		if (strlen(u->all[u->first - 1].rank) <= SHORT)
			break;
	for (u->end = i + 1; u->end < u->count; u->end++)
		if (strlen(u->all[u->end].rank) <= SHORT)
			break;
	return true;
}

static void
take_rank(struct ctx *c, enum respace kind, const char *owner,
    const struct run *u, int i)
{
	const struct sibling *s = &u->all[i];

	kinds[kind].set(c->db, owner, s->id, u->ranks[i - u->first],
	    feed_put(c, owner, s->stamp, kinds[kind].feed, s->id));
}

static void
spread(struct ctx *c, struct run *u)
{
	int n = u->end - u->first;

	u->ranks = arena_alloc(c->arena, (size_t)n * sizeof(*u->ranks));
	rank_spread(c->arena, u->first > 0 ? u->all[u->first - 1].rank : NULL,
	    u->end < u->count ? u->all[u->end].rank : NULL, n, u->ranks);
}

/* At most `max` of the run; how many. */
static int
take_ranks(struct ctx *c, enum respace kind, const char *owner,
    const struct run *u, int max)
{
	int i, done = 0;

	for (i = u->end; i-- > u->first && done < max; )
		if (strcmp(u->ranks[i - u->first], u->all[i].rank) > 0) {
			take_rank(c, kind, owner, u, i);
			done++;
		}
	for (i = u->first; i < u->end && done < max; i++)
		if (strcmp(u->ranks[i - u->first], u->all[i].rank) < 0) {
			take_rank(c, kind, owner, u, i);
			done++;
		}
	return done;
}

int
respace(struct ctx *c, enum respace kind, const char *owner,
    const char *place, int max)
{
	struct run u = { .all = NULL };

	u.count = (int)all_sibling(kinds[kind].all(c->db, owner, place),
	    c->arena, &u.all);
	if (!find_run(&u))
		return 0;
	spread(c, &u);
	return take_ranks(c, kind, owner, &u, max);
}

/*
 * If a run would hold the write lock for long, only the part around its first
 * long rank, if short ranks fit there.  It must be respaced again sooner, but
 * each time is short.
 */
static void
narrow(struct ctx *c, struct run *u)
{
	struct run part = *u;
	int i, at = u->first;

	while (strlen(u->all[at].rank) <= RANK_LONG)
		at++;
	part.first = at - u->first > AT_ONCE / 2 ? at - AT_ONCE / 2 : u->first;
	part.end = u->end - at > AT_ONCE / 2 ? at + AT_ONCE / 2 : u->end;
	spread(c, &part);
	for (i = 0; i < part.end - part.first; i++)
		if (strlen(part.ranks[i]) > RANK_LONG)
			return;
	*u = part;
}

bool
respace_long(struct ctx *c, enum respace kind, const char *owner,
    const char *place, const char *rank)
{
	struct run u = { .all = NULL };

	if (strlen(rank) <= RANK_LONG)
		return false;
	do {
		u.count = (int)all_sibling(kinds[kind].all(c->db, owner,
		    place), c->arena, &u.all);
		if (!find_run(&u))
			return true;
		spread(c, &u);
		if (u.end - u.first > AT_ONCE)
			narrow(c, &u);
	} while (take_ranks(c, kind, owner, &u, INT_MAX) > 0);
	return true;
}
