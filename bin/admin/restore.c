/*
 * docket-admin restore: replaces the current database with a backup.  First the
 * backup is copied next to it, verified and migrated, and missing attachments
 * are copied; if any of this fails, the database is unchanged.
 *
 * The service can run: the content is replaced in one transaction
 * (db/sqlite/snapshot.h; for PostgreSQL db/tables.h).  The write lock is held
 * throughout, so that no acknowledged change is lost.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/file.h"
#include "base/log.h"
#include "bin/admin/admin.h"
#include "bin/admin/backup.h"
#include "cli/progress.h"
#include "core/batch/backup.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "db/db.h"
#include "db/migrate.h"
#include "db/names.h"
#include "db/retired.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/snapshot.h"
#include "db/sqlite/tables_file.h"
#include "query/state.h"

struct lacking_file {
	unsigned char	 sha256[CONTENT_HASH];
	int64_t		 size;
};

struct restore {
	struct program	*p;
	const char	*dir;		/* of the backups */
	const char	*path;		/* the backup */
	const char	*tmp;		/* its copy in the data directory */
	const char	*safety;	/* a copy of the current database, */
	const char	*safety_tmp;	/* and its name until it is complete */
	struct place	 there;		/* the backups */
	struct place	 here;		/* the service's; db: the copy */
	struct ctx	 contents;	/* the same, where its contents are */
	struct db	*live;		/* NULL: none */
	bool		 remote;	/* it is on a server */
	struct buf	 lacking;	/* struct lacking_file, to copy */
	int64_t		 files;
	int64_t		 lost;		/* that are nowhere */
};

/* The restore to clean up after if fatal() ends the program. */
static struct restore *unfinished;

static void
discard_copies(void)
{
	db_discard(unfinished->tmp);
	db_discard(unfinished->safety_tmp);
}

static void
restore_on_fatal(enum fatal_kind kind)
{
	(void)kind;
	discard_copies();
}

static const char *
restore_path(struct restore *r, const char *dir, const char *name)
{
	return arena_printf(r->p->ctx.arena, "%s/%s", dir, name);
}

/* That of a server, locked until the end of its transaction. */
static bool
open_remote(struct restore *r)
{
	const char *place = settings_database(&r->p->settings);
	enum db_state state = db_open(place, &r->live);

	if (state == DB_ABSENT && db_migrate(place, NULL) == MIGRATED_CREATED)
		state = db_open(place, &r->live);
	if (state != DB_OPEN)
		log_error("database: %s", db_advice(place, state,
		    r->p->ctx.arena));
	else if (!db_begin_write(r->live, PROGRAM_BUSY))
		log_error("the database has been busy for %d seconds: try "
		    "again", PROGRAM_BUSY);
	else
		return true;
	return false;
}

/* Opens the current database, if there is one that can be written to. */
static bool
open_live(struct restore *r)
{
	const char *path = restore_path(r, r->p->settings.data, DB_FILE);

	if (r->remote)
		return open_remote(r);
	if (db_open_file(path, true, &r->live) == DB_ABSENT || r->live != NULL)
		return true;
	log_error("%s cannot be read or is not a Docket database: stop the "
	    "service, move it and %s-* away, and try again", path, path);
	return false;
}

/* Looks for the attachments, and changes nothing yet. */
static void
find_files(struct restore *r)
{
	struct progress g = progress_begin(r->p, "attachments", 0);
	struct lacking_file f = { { 0 }, 0 };

	while (content_next(&r->here.ctx, f.sha256, &f.size)) {
		progress_show(&g, ++r->files);
		if (!content_whole(&r->contents, f.sha256, f.size)) {
			if (content_whole(&r->there.ctx, f.sha256, f.size))
				buf_add(&r->lacking, &f, sizeof(f));
			else {
				r->lost++;
				log_error("%s is missing or damaged",
				    content_name(&r->there.ctx, f.sha256));
			}
		}
		arena_reset(r->here.ctx.arena);
		arena_reset(r->there.ctx.arena);
	}
	progress_end(&g);
}

static bool
restore_copy_files(struct restore *r)
{
	const size_t n = r->lacking.len / sizeof(struct lacking_file);
	struct progress g = progress_begin(r->p, "attachments", (int64_t)n);
	struct lacking_file f;
	bool whole = true;
	size_t i;

	for (i = 0; whole && i < n; i++) {
		memcpy(&f, r->lacking.data + i * sizeof(f), sizeof(f));
		whole = content_fetch(&r->contents, &r->there.ctx, f.sha256,
		    f.size);
		arena_reset(r->here.ctx.arena);
		arena_reset(r->there.ctx.arena);
		progress_show(&g, (int64_t)i);
	}
	progress_end(&g);
	return whole;
}

/* False after an error message. */
static bool
keep_live(struct restore *r)
{
	struct tables_copy copy = { .tick = NULL };
	int64_t at = r->p->ctx.now;
	const char *wrong = NULL;

	do {
		r->safety = arena_printf(r->p->ctx.arena,
		    "%s/%s.before-restore-%.16s", r->p->settings.data, DB_FILE,
		    backup_name(r->p->ctx.arena, at, NULL) + strlen("docket-"));
		at += SECOND;
	} while (access(r->safety, F_OK) == 0);
	if (r->remote)
		wrong = tables_to_file(&copy, r->safety_tmp, r->live,
		    r->p->ctx.arena);
	else
		db_copy(r->live, r->safety_tmp, NULL, NULL);
	if (wrong == NULL)
		file_rename(r->safety_tmp, r->safety);
	else
		log_error("the copy of the old database: %s", wrong);
	return wrong == NULL;
}

/* All rows of a server's database, in the transaction that open_remote()
 * began. */
static bool
replace_rows(struct restore *r)
{
	struct progress g = progress_begin(r->p, "rows", 0);
	struct tables_copy copy = { .tick = progress_tick, .arg = &g };
	const char *wrong;

	db_begin_read(r->here.ctx.db);
	wrong = tables_copy(&copy, r->live, r->here.ctx.db, r->p->ctx.arena);
	db_end(r->here.ctx.db);
	progress_end(&g);
	if (wrong == NULL)
		db_commit(r->live);
	else
		log_error("%s: %s", r->path, wrong);
	return wrong == NULL;
}

/*
 * Clients have seen changes that the restore undoes.  They must fetch
 * everything again: makes oldest_since later than every stamp that they can
 * have.
 */
static void
start_over(struct restore *r)
{
	struct db *copy = r->here.ctx.db;
	int64_t last = r->live == NULL ? 0 : r->remote ?
	    rows_one(q_state_last_stamp(r->live), 0) : db_last_stamp(r->live);
	int64_t stamp;

	db_begin_write(copy, 0);
	stamp = db_stamp(copy, last >= r->p->ctx.now ? last + 1 :
	    r->p->ctx.now, NULL);
	q_state_set_oldest_since(copy, stamp);
	db_commit(copy);
}

static bool
put_in_place(struct restore *r)
{
	start_over(r);
	if (r->live != NULL) {
		if (!keep_live(r))
			return false;
		if (r->remote)
			return replace_rows(r);
		db_replace(r->live, r->here.ctx.db);
		return true;
	}
	db_close(r->here.ctx.db);
	r->here.ctx.db = NULL;
	if (db_install(r->p->settings.data, r->tmp))
		return true;
	log_error("the database was removed while a process had it open: stop "
	    "the service first");
	return false;
}

static bool
restore_run(struct restore *r, bool incomplete)
{
	const char *found;

	if (!open_live(r))
		return false;
	found = backup_take(r->p->ctx.arena, r->path, r->tmp, &r->here.ctx.db);
	if (found != NULL) {
		log_error("%s: %s", r->path, found);
		return false;
	}
	r->contents = r->here.ctx;
	if (r->remote)
		r->contents.db = r->live;
	find_files(r);
	if (r->lost > 0 && !incomplete) {
		log_error("%s: attachments lost: %lld; nothing was changed; "
		    "use --incomplete to restore without them", r->path,
		    (long long)r->lost);
		return false;
	}
	if (!restore_copy_files(r)) {
		log_error("%s: an attachment changed during the restore",
		    r->path);
		return false;
	}
	return put_in_place(r);
}

static void
restore_say(struct restore *r)
{
	program_say(r->p, "Restored %s and %lld files, %lld of them copied.",
	    r->path, (long long)(r->files - r->lost),
	    (long long)(r->lacking.len / sizeof(struct lacking_file)));
	if (r->safety != NULL)
		program_say(r->p, "The old database: %s", r->safety);
}

int
admin_restore(struct admin *a)
{
	struct program *p = &a->p;
	struct restore r = { .p = p, .dir = a->words[0],
	    .remote = db_is_remote(settings_database(&p->settings)) };
	const char *data = p->settings.data;
	int lock, status;

	if (a->from != NULL && (strchr(a->from, '/') != NULL ||
	    a->from[0] == '.'))
		return program_misused("--from must be the name of a file in "
		    "%s", r.dir);
	if (!backup_lock(p, r.dir) ||
	    (r.path = backup_choose(p, r.dir, a->from)) == NULL)
		return 1;
	if (mkdir(data, 0700) == -1 && errno != EEXIST)
		return program_failed("%s: %s", data, strerror(errno));
	/* Hold the lock to the end: changes made now would be lost. */
	if ((lock = db_lock(data, PROGRAM_BUSY)) == -1)
		return program_failed("the database has been busy for %d "
		    "seconds: try again", PROGRAM_BUSY);
	r.tmp = restore_path(&r, data, DB_FILE ".restore");
	r.safety_tmp = restore_path(&r, data, DB_FILE ".before-restore.new");
	unfinished = &r;
	fatal_hook(restore_on_fatal);
	discard_copies();
	place_open(&r.there, &p->ctx, r.dir);
	place_open(&r.here, &p->ctx, NULL);
	status = restore_run(&r, a->incomplete) ? 0 : 1;
	if (status == 0)
		restore_say(&r);
	db_close(r.live);
	place_close(&r.there);
	place_close(&r.here);
	discard_copies();
	fatal_hook(NULL);
	buf_free(&r.lacking);
	close(lock);
	return status;
}
