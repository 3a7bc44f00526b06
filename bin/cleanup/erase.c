#include "bin/cleanup/cleanup.h"

#include <stdio.h>

#include "base/arena.h"
#include "core/account/account.h"
#include "core/batch/import_staging.h"
#include "core/list/member.h"
#include "query/cleanup.h"
#include "query/leave.h"
#include "query/tag.h"
#include "query/tag_set.h"

static void
erase_apply(struct ctx *c, void *arg, size_t i)
{
	struct work *w = arg;

	cleanup_apply(c, &w->tombstones[i]);
}

static int64_t
forget_sets(struct ctx *c, void *arg, int max)
{
	struct work *w = arg;

	return q_task_tag_forget(c->db, w->owner, w->place, max);
}

/* A tag that can no longer be restored leaves its sets. */
static bool
clean_left_tags(struct cleanup *k, const char *user)
{
	struct work w = { .k = k, .owner = user };
	struct ctx *c = &k->p.ctx;
	struct tag_left_row left;

	while (only_tag_left(q_tag_left(c->db, user, k->before.erase),
	    c->arena, &left)) {
		w.place = left.id;
		if (!pace_all(&k->pace, forget_sets, &w, &k->counts[REMOVED]))
			return false;
	}
	return true;
}

static int64_t
some_assignments(struct ctx *c, void *arg, int max)
{
	struct work *w = arg;

	return member_unassign(c, w->place, w->owner, max);
}

bool
clean_assignments(struct cleanup *k, const char *user, int64_t number)
{
	struct work w = { .k = k, .owner = user };
	struct ctx *c = &k->p.ctx;
	struct cleanup_unassigned_row *all;
	size_t n = all_cleanup_unassigned(q_cleanup_unassigned(c->db, user,
	    user), c->arena, &all), i;
	int64_t none = 0;

	(void)number;
	for (i = 0; i < n && !k->pace.dry_run; i++) {
		w.place = all[i].list_id;
		if (!pace_all(&k->pace, some_assignments, &w, &none))
			return false;
	}
	return true;
}

static int64_t
some_of_user(struct ctx *c, void *arg, int max)
{
	struct work *w = arg;

	return account_forget(c, w->owner, max);
}

static int64_t
some_of_list(struct ctx *c, void *arg, int max)
{
	struct work *w = arg;

	return cleanup_list_empty(c, w->owner, max) ? max : 0;
}

static int64_t
end_list(struct ctx *c, void *arg, int max)
{
	struct work *w = arg;

	return cleanup_list_remove(c, w->owner) ? 0 : max;
}

/* Empties a deleted list that can no longer be restored.  over: its tombstone
 * is due, too. */
static bool
clean_list(struct cleanup *k, const char *list, bool over)
{
	struct work w = { .k = k, .owner = list };
	bool left = cleanup_list_left(&k->p.ctx, list);
	int64_t none = 0;

	k->counts[EMPTIED] += left || over;
	if (k->pace.dry_run)
		return true;
	return (!left || pace_all(&k->pace, some_of_list, &w, &none)) &&
	    (!over || pace_all(&k->pace, end_list, &w, &none));
}

/* Nobody can restore the lists. */
bool
clean_deleted_user(struct cleanup *k, const char *user, int64_t number)
{
	struct work w = { .k = k, .owner = user };
	struct ctx *c = &k->p.ctx;
	struct leave_lists_row *all;
	size_t n = all_leave_lists(q_leave_lists(c->db, user), c->arena,
	    &all), i;

	(void)number;
	if (stage_is_user(user))
		return true;	/* an import may be filling its lists */
	for (i = 0; i < n; i++)
		if (!clean_list(k, all[i].id,
		    all[i].number <= k->before.remove))
			return false;
	return k->pace.dry_run ||
	    pace_all(&k->pace, some_of_user, &w, &k->counts[REMOVED]);
}

/* What goes with a tombstone, but is not done in one transaction. */
static bool
clean_tombstone(struct cleanup *k, const struct tombstone *t)
{
	if (t->kind == FEED_LIST)
		return clean_list(k, t->id, t->remove);
	k->counts[t->remove ? REMOVED : ERASED]++;
	return t->kind != FEED_TAG || k->pace.dry_run ||
	    clean_left_tags(k, t->scope);
}

bool
clean_tombstones(struct cleanup *k, int64_t from, int64_t until)
{
	struct ctx *c = &k->p.ctx;
	struct arena *whole = c->arena;
	struct work w = { .k = k };
	char scope[40] = "";		/* of the last one at that stamp */
	bool ok = true;
	size_t n, i;

	c->arena = arena_new();
	do {
		arena_reset(c->arena);
		n = all_tombstone(q_cleanup_over(c->db, from, scope, until,
		    k->before.remove, CLEANUP_PAGE), c->arena, &w.tombstones);
		for (i = 0; ok && i < n; i++)
			ok = clean_tombstone(k, &w.tombstones[i]);
		ok = ok && (k->pace.dry_run ||
		    pace_each(&k->pace, n, erase_apply, &w));
		if (n > 0) {
			from = w.tombstones[n - 1].stamp;
			snprintf(scope, sizeof(scope), "%s",
			    w.tombstones[n - 1].scope);
		}
	} while (ok && n == CLEANUP_PAGE);
	arena_free(c->arena);
	c->arena = whole;
	return ok;
}
