/*
 * docket-cleanup: deletes expired data.  It finds what is due by indexes, and
 * does the work in short transactions (cleanup/pace.h).  After an interruption
 * the next run does the rest: only the end of a run records what is done.
 */
#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"
#include "bin/cleanup/cleanup.h"
#include "cli/confine.h"
#include "cli/progress.h"
#include "core/batch/import_staging.h"
#include "core/batch/imports.h"
#include "core/file/names.h"
#include "core/file/orphans.h"
#include "core/limits.h"
#include "core/task/tag.h"
#include "core/user/audit.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/sqlite/reserve.h"
#include "query/audit.h"
#include "query/cleanup.h"
#include "query/imports.h"
#include "query/leave.h"
#include "query/push.h"
#include "query/state.h"
#include "query/tag.h"
#include "query/user.h"

static const char usage[] =
"usage: docket-cleanup [-c CONF] [-d DATA] [--dry-run] [--clock-is-right]\n"
"    [--quiet]\n"
"\n"
"Deletes completed tasks of users who chose that, erases what was deleted 30\n"
"days ago, removes tombstones, expired data and orphaned files, shortens long\n"
"ranks, and optimizes the database.  Run it once a day.\n"
"\n"
"  --dry-run  count what would change, and change nothing\n"
"  --clock-is-right\n"
"             run even if the clock is over 30 days ahead of the last run and\n"
"             the newest change\n"
"  --quiet    print errors only\n"
"  -c CONF    settings file     -d DATA    data directory\n"
"  --help     print this text   --version  print the version\n"
"\n"
"Exit status: 0 done, 1 failed, 2 wrong usage.  See docket-cleanup(8).\n";

static const char *const count_names[COUNT__MAX] = {
	[COMPLETED] = "Completed tasks deleted (autoDeleteCompleted)",
	[ERASED] = "Deleted records erased",
	[REMOVED] = "Tombstones removed",
	[EMPTIED] = "Deleted lists emptied or removed",
	[SECRETS] = "Expired sessions, tokens, codes and addresses removed",
	[DEVICES] = "Push subscriptions without a session removed",
	[EXPIRED] = "Stored answers, attempts, notices, mails and imports removed",
	[FILES] = "Orphaned files removed",
	[RANKS] = "Ranks shortened",
};

static void
cleanup_complete_one(struct ctx *c, void *arg, size_t i)
{
	struct work *w = arg;

	cleanup_complete(c, w->names[i]);
}

static void
cleanup_sweep(struct ctx *c, void *arg, size_t i)
{
	struct work *w = arg;

	content_sweep(c, w->names[i]);
}

static int64_t
some_ranks(struct ctx *c, void *arg, int max)
{
	struct work *w = arg;

	return respace(c, w->kind, w->owner, w->place, max);
}

/* Shortens the ranks of one place after another.  Stops if a place did not
 * change: it would be found again for ever. */
static bool
clean_ranks(struct cleanup *k, enum respace first, enum respace end,
    const char *owner)
{
	struct work w = { .k = k, .owner = owner };
	int64_t before;

	for (w.kind = first; w.kind < end; w.kind++)
		while ((w.place = respace_find(&k->p.ctx, w.kind, owner)) !=
		    NULL) {
			before = k->counts[RANKS];
			if (k->pace.dry_run)
				k->counts[RANKS]++;
			else if (!pace_all(&k->pace, some_ranks, &w,
			    &k->counts[RANKS]))
				return false;
			if (k->pace.dry_run || k->counts[RANKS] == before)
				break;
		}
	return true;
}

static int64_t
end_credentials(struct ctx *c, void *arg, int max)
{
	struct work *w = arg;
	int64_t known = c->now - DEVICE_KNOWN;

	(void)max;
	w->k->counts[SECRETS] += q_credential_expire(c->db, w->owner, c->now,
	    known) + q_signed_in_expire(c->db, w->owner, known);
	w->k->counts[DEVICES] += q_subscription_expire(c->db, w->owner,
	    c->now);
	return 0;
}

static bool
clean_credentials(struct cleanup *k, const char *user)
{
	struct ctx *c = &k->p.ctx;
	struct work w = { .k = k, .owner = user };
	int64_t known = c->now - DEVICE_KNOWN;
	int64_t secrets = rows_one(q_credential_expired(c->db, user, c->now,
	    known), 0) + rows_one(q_signed_in_expired(c->db, user, known), 0);
	int64_t devices = rows_one(q_subscription_expired(c->db, user, c->now),
	    0);
	int64_t none = 0;

	if (k->pace.dry_run) {
		k->counts[SECRETS] += secrets;
		k->counts[DEVICES] += devices;
		return true;
	}
	return secrets + devices == 0 ||
	    pace_all(&k->pace, end_credentials, &w, &none);
}

static int64_t
cleanup_restamp_sets(struct ctx *c, void *arg, int max)
{
	struct work *w = arg;

	c->user = w->owner;
	return tag_restamp_sets(c, w->place, max);
}

/* Finishes what the service has left: the sets of a tag that was deleted or
 * restored get new stamps. */
static bool
clean_pending_tags(struct cleanup *k, const char *user)
{
	struct work w = { .k = k, .owner = user };
	struct ctx *c = &k->p.ctx;
	struct tag_pending_row pending;
	int64_t none = 0;

	while (only_tag_pending(q_tag_pending(c->db, user), c->arena,
	    &pending)) {
		w.place = pending.id;
		if (!pace_all(&k->pace, cleanup_restamp_sets, &w, &none))
			return false;
	}
	return true;
}

/* number: when the user switched the deletion of completed tasks on; 0: it is
 * off. */
static bool
clean_user(struct cleanup *k, const char *user, int64_t number)
{
	struct ctx *c = &k->p.ctx;
	struct work w = { .k = k, .owner = user };
	int64_t before = c->now - c->settings->completed_days * DAY;
	size_t n;

	if (number != 0 && number <= before) {
		n = cleanup_completed(c, user, before, &w.names);
		k->counts[COMPLETED] += (int64_t)n;
		if (!k->pace.dry_run &&
		    !pace_each(&k->pace, n, cleanup_complete_one, &w))
			return false;
	}
	return (k->pace.dry_run || clean_pending_tags(k, user)) &&
	    clean_credentials(k, user);
}

static bool
clean_user_ranks(struct cleanup *k, const char *user, int64_t number)
{
	(void)number;
	return clean_ranks(k, RESPACE_OF_USER, RESPACE__MAX, user);
}

static bool
clean_list_ranks(struct cleanup *k, const char *list, int64_t number)
{
	(void)number;
	return clean_ranks(k, RESPACE_TASKS, RESPACE_OF_USER, list);
}

static struct rows *
users_page(struct cleanup *k, const char *after)
{
	struct ctx *c = &k->p.ctx;

	return q_cleanup_users(c->db, after, c->now, c->now - DEVICE_KNOWN,
	    CLEANUP_PAGE);
}

static struct rows *
deleted_users_page(struct cleanup *k, const char *after)
{
	return q_leave_left(k->p.ctx.db, after, k->before.remove, CLEANUP_PAGE);
}

static struct rows *
limited_users_page(struct cleanup *k, const char *after)
{
	return q_cleanup_limited_users(k->p.ctx.db, after, CLEANUP_PAGE);
}

static struct rows *
ranked_users_page(struct cleanup *k, const char *after)
{
	return q_cleanup_ranked_users(k->p.ctx.db, after, CLEANUP_PAGE);
}

static struct rows *
ranked_lists_page(struct cleanup *k, const char *after)
{
	return q_cleanup_ranked_lists(k->p.ctx.db, after, CLEANUP_PAGE);
}

/* Calls clean() for all users or lists, a page at a time; an arena is reset
 * after each. */
static bool
cleanup_walk(struct cleanup *k, const char *what,
    struct rows *(*page)(struct cleanup *, const char *after),
    bool (*clean)(struct cleanup *, const char *, int64_t))
{
	struct cleanup_users_row *of;	/* the lists' are the same */
	struct arena *work = k->p.ctx.arena, *names = arena_new();
	struct progress g = progress_begin(&k->p, what, 0);
	char after[40] = "";
	int64_t seen = 0;
	bool ok = true;
	size_t n, i;

	do {
		arena_reset(names);
		n = all_cleanup_users(page(k, after), names, &of);
		k->p.ctx.arena = arena_new();
		for (i = 0; ok && i < n; i++) {
			ok = clean(k, of[i].id, of[i].number);
			arena_reset(k->p.ctx.arena);
			progress_show(&g, ++seen);
		}
		arena_free(k->p.ctx.arena);
		k->p.ctx.arena = work;
		if (n > 0)
			memcpy(after, of[n - 1].id, strlen(of[n - 1].id) + 1);
	} while (ok && n == CLEANUP_PAGE);
	progress_end(&g);
	arena_free(names);
	return ok;
}

/* Notices that were never sent.  Longer than the clock may be ahead (30 days):
 * a wrong clock must not remove what is due now. */
#define UNSENT_KEPT	(31 * DAY)

/* Removes expired rows, some time after they expired. */
static const struct {
	int64_t		 after;
	struct rows	*(*count)(struct db *, int64_t before);
	int64_t		(*expire)(struct db *, int64_t before, int64_t max);
} expiries[] = {
	{ ANSWER_KEPT, q_answer_expired, q_answer_expire },
	{ DAY, q_attempt_expired, q_attempt_expire },
	{ UNSENT_KEPT, q_notice_expired, q_notice_expire },
	{ UNSENT_KEPT, q_delivery_expired, q_delivery_expire },
	{ UNSENT_KEPT, q_mail_expired, q_mail_expire },
	{ DAY, q_user_ending_expired, q_user_ending_expire },
	{ IMPORT_KEPT, q_made_expired, q_made_expire },
	{ IMPORT_KEPT, q_imported_expired, q_imported_expire },
	{ AUDIT_KEPT, q_audit_expired, audit_expire },
	{ AUDIT_ADDRESS_KEPT, q_audit_addresses_expired,
	    audit_expire_addresses },
};

static int64_t
some_expiries(struct ctx *c, void *arg, int max)
{
	struct work *w = arg;

	return expiries[w->job].expire(c->db, c->now - expiries[w->job].after,
	    max);
}

static bool
cleanup_expire(struct cleanup *k)
{
	struct ctx *c = &k->p.ctx;
	struct work w = { .k = k };
	int64_t n;

	for (; w.job < COUNT(expiries); w.job++) {
		n = rows_one(expiries[w.job].count(c->db, c->now -
		    expiries[w.job].after), 0);
		if (k->pace.dry_run)
			k->counts[EXPIRED] += n;
		else if (n > 0 && !pace_all(&k->pace, some_expiries, &w,
		    &k->counts[EXPIRED]))
			return false;
	}
	return true;
}

static int64_t
some_of_import(struct ctx *c, void *arg, int max)
{
	(void)arg;
	return imported_discard(c, max) ? max : 0;
}

/* Removes what a killed import has left. */
static bool
clean_imports(struct cleanup *k)
{
	struct work w = { .k = k };
	int64_t none = 0;
	bool ok = true;

	if (!stage_claim(&k->p.ctx))
		return true;	/* an import is running */
	if (!k->pace.dry_run && imported_left(&k->p.ctx))
		ok = pace_all(&k->pace, some_of_import, &w, &none);
	stage_release(&k->p.ctx);
	return ok;
}

/* Files are left by what was erased or removed, and by whatever was killed
 * before it had committed or removed them: nothing tells that there are any. */
static bool
clean_files(struct cleanup *k)
{
	struct work w = { .k = k };
	struct orphans o;

	content_orphans(&k->p.ctx, &o);
	w.names = o.names;
	k->counts[FILES] += (int64_t)o.count;
	return (k->pace.dry_run ||
	    (pace_each(&k->pace, o.count, cleanup_sweep, &w) &&
	    content_remove(&k->p.ctx, INT_MAX))) && !o.partial;
}

/* No later tombstone has a stamp up to the last one, whatever the clock
 * does. */
static int64_t
remember(struct ctx *c, void *arg, int max)
{
	const struct work *w = arg;
	const struct cleanup *k = w->k;

	(void)max;
	cleanup_ran(c);
	q_state_set_done(c->db, k->before.erase < k->last_stamp ?
	    k->before.erase : k->last_stamp, k->long_ranks);
	return 0;
}

static int64_t
refused(struct ctx *c, void *arg, int max)
{
	(void)arg;
	(void)max;
	cleanup_refused(c);
	return 0;
}

/* One run with a clock that is a year ahead would erase everything deleted. */
static bool
clock_is_good(struct cleanup *k)
{
	int64_t none = 0;

	if (k->clock_is_right || cleanup_clock(&k->p.ctx) == CLOCK_GOOD)
		return true;
	if (!k->pace.dry_run)
		pace_all(&k->pace, refused, NULL, &none);
	log_error("the clock is more than 30 days ahead of the last run and the "
	    "newest change: nothing was changed; if it is right, run docket-cleanup "
	    "--clock-is-right");
	return false;
}

/* Each in one walk, if an import has stored a long rank. */
static bool
clean_ranks_everywhere(struct cleanup *k)
{
	return k->long_ranks == 0 ||
	    (cleanup_walk(k, "users' ranks", ranked_users_page,
	    clean_user_ranks) &&
	    cleanup_walk(k, "lists' ranks", ranked_lists_page,
	    clean_list_ranks));
}

static void
read_done(struct cleanup *k)
{
	struct ctx *c = &k->p.ctx;
	struct state_done_row done = { .erased_to = 0 };

	only_state_done(q_state_done(c->db), c->arena, &done);
	k->erased_to = done.erased_to;
	k->long_ranks = done.long_ranks;
	k->last_stamp = feed_last(c);
}

static bool
cleanup_run(struct cleanup *k)
{
	struct work w = { .k = k };
	int64_t none = 0;

	read_done(k);
	if (!cleanup_walk(k, "users", users_page, clean_user) ||
	    !cleanup_walk(k, "deleted users", deleted_users_page,
	    clean_deleted_user) ||
	    !cleanup_walk(k, "assignments", limited_users_page,
	    clean_assignments) ||
	    !clean_imports(k) || !clean_tombstones(k, 0, k->before.remove) ||
	    !clean_tombstones(k, 1 + (k->erased_to > k->before.remove ?
	    k->erased_to : k->before.remove), k->before.erase) ||
	    !clean_ranks_everywhere(k) || !cleanup_expire(k) || !clean_files(k))
		return false;
	if (k->pace.dry_run)
		return true;
	if (!pace_all(&k->pace, remember, &w, &none) ||
	    !program_tidy(&k->p))
		return false;
	if (!db_is_remote(k->p.settings.database))
		reserve_make(k->p.settings.data);
	return true;
}

static void
cleanup_say(const struct cleanup *k)
{
	int i, said = 0;

	for (i = 0; i < COUNT__MAX; i++)
		if (k->counts[i] > 0) {
			program_say(&k->p, "%s: %lld", count_names[i],
			    (long long)k->counts[i]);
			said++;
		}
	if (said == 0)
		program_say(&k->p, "Nothing to do.");
	if (!k->pace.dry_run)
		program_say(&k->p, "Other writers waited at most "
		    "%.1f ms.", (double)k->pace.longest / 1000);
}

int
main(int argc, char **argv)
{
	struct cleanup k = { .pace = { .batch = 16 } };
	const struct program_option options[] = {
		{ "dry-run", 'n', NULL, &k.pace.dry_run },
		{ "clock-is-right", 0, NULL, &k.clock_is_right },
		{ NULL, 0, NULL, NULL }
	};
	int status;

	k.p = (struct program){ .name = "docket-cleanup", .usage = usage,
	    .options = options };
	k.pace.program = &k.p;
	status = program_begin(&k.p, argc, argv);
	if (status != PROGRAM_GOES_ON)
		return status;
	if (k.p.count != 0)
		return program_end(&k.p, program_misused(
		    "too many arguments; see --help"));
	if (!program_become_owner(&k.p))
		return program_end(&k.p, 1);
	if (!program_confine(&k.p, (struct sandbox){ .data = NULL }) ||
	    !program_open(&k.p))
		return program_end(&k.p, 1);
	k.before = cleanup_before(&k.p.ctx);
	k.pace.arena = arena_new();
	status = clock_is_good(&k) && cleanup_run(&k) ? 0 : 1;
	arena_free(k.pace.arena);
	if (status == 0)
		cleanup_say(&k);
	return program_end(&k.p, status);
}
