/*
 * docket-admin recover: one list or one user from a backup into the live
 * database.  The backup is copied, verified and migrated as for a restore, and
 * contents are staged; then one write transaction adds what is missing, or
 * nothing.
 */
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/log.h"
#include "bin/admin/admin.h"
#include "bin/admin/backup.h"
#include "core/batch/backup.h"
#include "core/batch/recover.h"
#include "core/batch/recover_files.h"
#include "core/batch/recovery.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/names.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/snapshot.h"

/* The copy to remove if fatal() ends the program. */
static const char *unfinished;

static void
recover_on_fatal(enum fatal_kind kind)
{
	(void)kind;
	db_discard(unfinished);
}

static void
recover_report(void *arg, bool refused, const char *what, const char *id,
    const char *why)
{
	(void)arg;
	log_error("%s %s %s: %s", what, id, refused ? "refused" : "left out",
	    why);
}

/* The one list with that id or title; false after an error message. */
static bool
recover_find_list(struct ctx *from, const char *list, const char *owner,
    struct recoverable *out)
{
	struct recoverable *all;
	size_t n = recover_find(from, list, owner, &all), i;

	if (n == 1) {
		*out = all[0];
		return true;
	}
	log_error(n == 0 ? "the backup has no list %s" :
	    "several lists are called %s: give the id of one", list);
	for (i = 0; i < n; i++)
		log_error("%s of %s, tasks: %lld", all[i].id, all[i].email,
		    (long long)all[i].tasks);
	return false;
}

/* What to recover: the list, or without an id the user. */
struct wanted {
	struct recoverable list;
	struct user	 user;
};

static bool
recover_find_wanted(struct admin *a, struct ctx *from, struct wanted *w)
{
	*w = (struct wanted){ .list = { .id = NULL } };
	if (a->user != NULL && !user_by_email(from, a->user, &w->user)) {
		log_error("the backup has no user %s", a->user);
		return false;
	}
	return a->list == NULL || recover_find_list(from, a->list, w->user.id,
	    &w->list);
}

/* The owner of a list must exist, or the list itself, with another owner. */
static bool
may_recover(struct ctx *to, const struct wanted *w)
{
	struct user u;

	if (w->list.id == NULL || user_get(to, w->list.owner_id, &u) ||
	    recover_owner(to, to->arena, w->list.id) != NULL)
		return true;
	log_error("its owner %s was removed: recover that user with --user, "
	    "which includes the list", w->list.email);
	return false;
}

/* In a write transaction. */
static int
recover(struct admin *a, struct recovery *r, const struct wanted *w)
{
	struct db *db = r->to->db;

	if (!may_recover(r->to, w))
		r->refused++;
	else if (w->list.id == NULL)
		recover_user(r, &w->user);
	else
		recover_list(r, w->list.id);
	if (a->dry_run || r->refused > 0)
		db_end(db);
	else {
		recover_keep_files(r);
		db_commit(db);
	}
	if (r->refused > 0)
		return program_failed("nothing was changed");
	program_say(&a->p, "%s%lld created or restored, %lld existing",
	    a->dry_run ? "Dry run: " : "", (long long)r->created,
	    (long long)r->existing);
	return 0;
}

static int
stage_and_recover(struct admin *a, struct ctx *from, const struct wanted *w)
{
	struct arena *lasting = arena_new();
	struct ctx to = a->p.ctx;
	struct recovery r = { .from = from, .to = &to, .report = recover_report };
	int status = 1;

	to.arena = arena_new();
	recover_stage_files(&r, lasting, w->list.id, w->user.id);
	if (program_write(&a->p))
		status = recover(a, &r, w);
	recover_drop_files(&r);
	arena_free(to.arena);
	arena_free(lasting);
	return status;
}

/* From the copy of a backup, whose attachments are in `dir`. */
static int
recover_run(struct admin *a, const char *path, const char *dir)
{
	struct place from;
	struct wanted w;
	const char *found;
	int status = 1;

	place_open(&from, &a->p.ctx, dir);
	found = backup_take(a->p.ctx.arena, path, unfinished, &from.ctx.db);
	if (found != NULL)
		log_error("%s: %s", path, found);
	else if (program_open(&a->p)) {
		/* In an arena that outlasts the records. */
		struct ctx lasting = from.ctx;

		lasting.arena = a->p.ctx.arena;
		db_cache_size(a->p.ctx.db, PROGRAM_CACHE);
		if (recover_find_wanted(a, &lasting, &w))
			status = stage_and_recover(a, &from.ctx, &w);
	}
	place_close(&from);
	return status;
}

int
admin_recover(struct admin *a)
{
	struct arena *arena = a->p.ctx.arena;
	const char *path = a->from, *dir = a->from, *slash;
	struct stat st;
	int status;

	if (a->from == NULL || (a->list == NULL && a->user == NULL))
		return program_misused("need --from BACKUP and --list, --user "
		    "or both");
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		path = NULL;
	else if ((slash = strrchr(path, '/')) == NULL)
		dir = ".";
	else
		dir = arena_dup(arena, path, (size_t)(slash - path));
	if (!backup_lock(&a->p, dir) || (path == NULL &&
	    (path = backup_choose(&a->p, dir, NULL)) == NULL))
		return 1;
	unfinished = arena_printf(arena, "%s/" DB_FILE ".recover",
	    a->p.settings.data);
	fatal_hook(recover_on_fatal);
	db_discard(unfinished);
	status = recover_run(a, path, dir);
	fatal_hook(NULL);
	db_discard(unfinished);
	return status;
}
