/*
 * docket-admin move: brings all data from the configured database to another,
 * with the attachments' bytes if their store is another, and leaves the first one
 * read-only.  The first one is locked against writers throughout.
 *
 * Killed at any point, exactly one of the two can be used, or none and a second
 * run completes the move: the new database is whole and durable, but cannot be
 * opened, before the first one is given up; and is opened to all after that.
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
#include "bin/admin/admin.h"
#include "bin/admin/move_contents.h"
#include "cli/progress.h"
#include "db/db.h"
#include "db/migrate.h"
#include "db/moved.h"
#include "db/names.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/reserve.h"
#include "db/sqlite/snapshot.h"
#include "db/sqlite/tables_file.h"
#include "query.h"

struct move {
	struct program	*p;
	const char	*to;		/* the URL, or the directory's full path */
	/* Of a directory: */
	const char	*path;		/* of its database, */
	const char	*arrived;	/* while that is whole but unused, */
	const char	*coming;	/* and while it is not whole */
	struct progress	 progress;
	struct tables_copy copy;
	struct moved_contents contents;
};

/* What to remove if fatal() ends the program. */
static const char *unfinished;

static void
on_fatal(enum fatal_kind kind)
{
	(void)kind;
	db_discard(unfinished);
}

/* Into a server: one transaction, which also marks the database as unfinished. */
static bool
to_server(struct move *m)
{
	struct db *to = NULL;
	const char *wrong = NULL;
	enum db_state state;

	db_migrate(m->to, NULL);
	if ((state = db_open(m->to, &to)) != DB_OPEN) {
		log_error("%s: %s", m->to, state == DB_MOVED ?
		    "a move to or from it has begun: empty it (dropdb, "
		    "createdb)" : db_state_advice(state));
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
		db_retire(to, "");
	} else
		log_error("%s: %s", m->to, wrong);
	db_close(to);
	return wrong == NULL;
}

/* The contents that go with a file. */
static void
with_file(struct move *m)
{
	struct db *to = NULL;

	if (db_open_file(m->coming, true, &to) != DB_OPEN)
		fatal(FATAL_INTERNAL, "%s cannot be opened", m->coming);
	move_contents(m->p, m->to, to, &m->contents);
	db_close(to);
}

/* Into a directory: a file of another name. */
static bool
to_directory(struct move *m)
{
	const char *wrong;

	if (access(m->path, F_OK) == 0) {
		log_error("%s exists: move it away, with its -wal and -shm",
		    m->path);
		return false;
	}
	unfinished = m->coming;
	fatal_hook(on_fatal);
	wrong = tables_to_file(&m->copy, m->coming, m->p->ctx.db,
	    m->p->ctx.arena);
	if (wrong == NULL) {
		with_file(m);
		file_settle(m->coming, m->arrived);
	} else
		log_error("%s: %s", m->to, wrong);
	db_discard(m->coming);
	fatal_hook(NULL);
	return wrong == NULL;
}

/* The new database can be used. */
static bool
release(struct move *m)
{
	if (m->path == NULL) {
		db_release(m->to);
		return true;
	}
	if (access(m->arrived, F_OK) == -1) {
		if (access(m->path, F_OK) == 0)
			return true;
		log_error("%s is not there any more: restore a backup of it, or "
		    "of the first database", m->path);
		return false;
	}
	if (access(m->path, F_OK) == 0 ||
	    !db_install(m->to, m->arrived)) {
		log_error("%s exists, or is in use: stop the service, move it "
		    "away, and try again", m->path);
		return false;
	}
	reserve_make(m->to);
	return true;
}

static void
say(const struct move *m)
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
	if (!(m->path == NULL ? to_server(m) : to_directory(m)))
		return program_failed("nothing was changed here");
	progress_end(&m->progress);
	db_retire(m->p->ctx.db, m->to);
	if (!release(m))
		return 1;
	program_say(m->p, "%lld rows were moved to %s, and %lld files.",
	    (long long)m->copy.rows, m->to,
	    (long long)m->contents.copied);
	if (m->contents.lost > 0)
		log_error("missing or damaged, here as there: %lld files",
		    (long long)m->contents.lost);
	say(m);
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
	m->arrived = arena_printf(a, "%s.moved", m->path);
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
	where = db_moved_to(from, a->p.ctx.arena);
	if (where == NULL || strcmp(where, m.to) != 0)
		return move(&m);
	/* A run before this one was killed, or all is done. */
	if (!release(&m))
		return 1;
	program_say(m.p, "The data was moved to %s.", m.to);
	say(&m);
	return 0;
}
