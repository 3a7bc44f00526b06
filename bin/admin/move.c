/*
 * docket-admin move: brings all data from the configured database to another,
 * with the attachments' bytes if their store is another, and leaves the first
 * one read-only.  The first one is locked against writers throughout.
 *
 * The new database is whole, durable and in its place, but marked, so that
 * nobody can open it, before the first one is marked as moved.  That decides:
 * then the new one is released.  Killed at any point, exactly one of the two
 * can be used, or, between the last two steps, none.  A second run completes
 * the move.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/file.h"
#include "base/log.h"
#include "base/settings/urls.h"
#include "base/seal.h"
#include "bin/admin/admin.h"
#include "bin/admin/move_contents.h"
#include "core/account/factor.h"
#include "cli/progress.h"
#include "db/db.h"
#include "db/migrate.h"
#include "db/names.h"
#include "db/retired.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/reserve.h"
#include "db/sqlite/snapshot.h"
#include "db/sqlite/tables_file.h"
#include "query/user_list.h"

#define STOP	"stop the service and its timers"
#define IN_USE	"a process has the database open that was there: " STOP \
		", and try again"

struct move {
	struct program	*p;
	const char	*to;		/* the URL, or the directory's full path */
	const char	*from;		/* the mark: the first one */
	/* Of a directory: */
	const char	*path;		/* of its database, */
	const char	*coming;	/* and while it is not whole */
	struct progress	 progress;
	struct tables_copy copy;
	struct copied_contents contents;
};

/* What to remove if fatal() ends the program. */
static const char *unfinished;

static void
move_on_fatal(enum fatal_kind kind)
{
	(void)kind;
	db_discard(unfinished);
}

/* Into a server: one transaction, which also marks the database as
 * unfinished. */
static bool
to_server(struct move *m)
{
	struct db *to = NULL;
	const char *wrong = NULL;
	enum db_state state;

	if ((state = db_open(m->to, &to)) != DB_OPEN) {
		log_error("%s: %s", m->to, state == DB_RETIRED ?
		    "its data was moved: empty it (dropdb, createdb)" :
		    db_state_advice(state));
		return false;
	}
	if (!db_begin_write(to, PROGRAM_BUSY))
		wrong = "it is busy";
	else if (rows_any(q_user_any(to)))
		wrong = "it is not empty: use an empty database";
	else
		wrong = tables_copy(&m->copy, to, m->p->ctx.db,
		    m->p->ctx.arena);
	if (wrong == NULL) {
		move_contents(m->p, m->to, to, &m->contents);
		db_retire(to, m->from);
	} else
		log_error("%s: %s", m->to, wrong);
	db_close(to);
	return wrong == NULL;
}

/* The contents that go with a file, which is marked then. */
static void
with_file(struct move *m)
{
	struct db *to = NULL;

	if (db_open_file(m->coming, true, &to) != DB_OPEN)
		fatal(FATAL_INTERNAL, "%s cannot be opened", m->coming);
	move_contents(m->p, m->to, to, &m->contents);
	db_begin_write(to, 0);
	db_retire(to, m->from);
	db_close(to);
}

/* Into a directory: under another name until it is whole. */
static bool
to_directory(struct move *m)
{
	const char *wrong;

	unfinished = m->coming;
	fatal_hook(move_on_fatal);
	wrong = tables_to_file(&m->copy, m->coming, m->p->ctx.db,
	    m->p->ctx.arena);
	if (wrong == NULL) {
		with_file(m);
		if (!db_install(m->to, m->coming))
			wrong = IN_USE;
	}
	if (wrong != NULL)
		log_error("%s: %s", m->to, wrong);
	db_discard(m->coming);
	fatal_hook(NULL);
	return wrong == NULL;
}

/* What is in the way of a database there, in one line; NULL: nothing. */
static const char *
move_refusal(const struct move *m)
{
	struct arena *a = m->p->ctx.arena;

	if (access(m->path, F_OK) == 0)
		return arena_printf(a, DB_FILE " exists: %s, move it away, "
		    "with its -wal and -shm, and try again", STOP);
	if (db_in_use(m->to))
		return IN_USE;
	if (access(arena_printf(a, "%s-wal", m->path), F_OK) == 0)
		return DB_FILE "-wal exists, which belongs to another database: "
		    "move it away, too, and try again";
	return NULL;
}

/* Can the data go there?  Otherwise false after an error message.  Removes what
 * an interrupted run from the same database has left. */
static bool
move_set_up(struct move *m)
{
	const char *coming, *wrong = NULL;

	if (m->path == NULL)
		db_migrate(m->to, NULL);
	coming = db_coming_from(m->to, m->p->ctx.arena);
	if (coming != NULL && strcmp(coming, m->from + 1) != 0)
		wrong = db_advice(m->to, DB_RETIRED, m->p->ctx.arena);
	else {
		if (coming != NULL)
			db_abandon(m->to);
		if (m->path != NULL)
			wrong = move_refusal(m);
	}
	if (wrong != NULL)
		log_error("%s: %s", m->to, wrong);
	return wrong == NULL;
}

/* The secrets in the database need the key that is beside it. */
static void
move_key(const struct move *m)
{
	const char *path = arena_printf(m->p->ctx.arena, "%s/" KEY_FILE,
	    m->to);
	struct seal_keys keys;

	if (m->p->settings.key_file[0] == '\0' && access(path, F_OK) == -1 &&
	    factor_keys(&m->p->ctx, &keys))
		seal_write_keys(path, &keys);
}

/* The new database can be used. */
static bool
move_release(struct move *m)
{
	if (m->path != NULL && access(m->path, F_OK) == -1) {
		log_error("%s is not there any more: restore a backup of it, or "
		    "of the first database", m->path);
		return false;
	}
	db_release(m->to);
	if (m->path != NULL) {
		reserve_make(m->to);
		move_key(m);
	}
	return true;
}

static void
move_say(const struct move *m)
{
	const char *data = m->p->settings.data;

	if (m->path == NULL)
		program_say(m->p, "Set `database = %s` and restart the "
		    "service.", m->to);
	else if (strcmp(m->to, data) == 0)
		program_say(m->p, "Remove the setting `database` and restart "
		    "the service.");
	else
		program_say(m->p, "Set `data = %s`, remove the setting "
		    "`database`, and restart the service.", m->to);
}

static int
move(struct move *m)
{
	if (!program_open(m->p) || !program_write(m->p))
		return 1;
	m->progress = progress_begin(m->p, "rows", 0);
	m->copy = (struct tables_copy){ .tick = progress_tick, .arg = &m->progress };
	if (!move_set_up(m) ||
	    !(m->path == NULL ? to_server(m) : to_directory(m)))
		return program_failed("nothing was changed here");
	progress_end(&m->progress);
	db_retire(m->p->ctx.db, m->to);
	if (!move_release(m))
		return 1;
	program_say(m->p, "Moved %lld rows and %lld files to %s.",
	    (long long)m->copy.rows, (long long)m->contents.copied, m->to);
	if (m->contents.lost > 0)
		log_error("missing or damaged, here as there: %lld files",
		    (long long)m->contents.lost);
	move_say(m);
	return 0;
}

/* False after an error message. */
static bool
find_directory(struct move *m)
{
	struct arena *a = m->p->ctx.arena;
	char real[PATH_MAX];

	if ((mkdir(m->to, 0700) == -1 && errno != EEXIST) ||
	    realpath(m->to, real) == NULL) {
		log_error("%s: %s", m->to, strerror(errno));
		return false;
	}
	m->to = arena_str(a, real);
	m->path = arena_printf(a, "%s/" DB_FILE, real);
	m->coming = arena_printf(a, "%s.coming", m->path);
	/* Until the program ends, nobody creates a database there. */
	if (db_lock(m->to, 0) != -1)
		return true;
	log_error("%s: it is in use", m->to);
	return false;
}

int
admin_move(struct admin *a)
{
	struct move m = { .p = &a->p, .to = a->to };
	const char *from = settings_database(&a->p.settings), *where;
	struct stat here, there;

	if (a->to == NULL)
		return program_misused("need --to PLACE");
	if (db_is_remote(a->to) && url_has_password(a->to))
		return program_misused("--to: other users of this machine can "
		    "see a password on the command line; put it into a file "
		    "that only the service's user can read, and append "
		    "?passfile=FILE to the URL");
	if (strcmp(a->to, from) == 0 || (!db_is_remote(from) &&
	    stat(from, &here) == 0 && stat(a->to, &there) == 0 &&
	    here.st_dev == there.st_dev && here.st_ino == there.st_ino))
		return program_failed("%s is the database that the settings "
		    "name", a->to);
	if (!db_is_remote(a->to) && !find_directory(&m))
		return 1;
	m.from = arena_printf(a->p.ctx.arena, DB_COMING "%s",
	    settings_place(a->p.ctx.arena, &a->p.settings));
	where = db_moved_to(from, a->p.ctx.arena);
	if (where == NULL || strcmp(where, m.to) != 0)
		return move(&m);
	/* A run before this one was killed, or all is done. */
	if (!move_release(&m))
		return 1;
	program_say(m.p, "The data was moved to %s.", m.to);
	move_say(&m);
	return 0;
}
