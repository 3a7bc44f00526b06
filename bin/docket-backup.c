/*
 * docket-backup: a complete copy while the service runs.  It copies the
 * database, then the attachments that the copy names, then renames the copy
 * into place: so a backup with a final name is always complete.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "bin/backup/prune.h"
#include "cli/confine.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "core/batch/backup.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "db/db.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/reserve.h"
#include "db/sqlite/long_read.h"
#include "db/sqlite/snapshot.h"
#include "db/sqlite/tables_file.h"
#include "query/content.h"
#include "query/job.h"

#define KEEP_MAX	100000

static const char usage[] =
"usage: docket-backup [-c CONF] [-d DATA] [--keep N] [--quick] [--quiet] DIR\n"
"\n"
"Adds a backup to DIR while the service runs: a verified copy of the\n"
"database, and the attachments that DIR does not have yet.  To restore it:\n"
"docket-admin restore DIR.\n"
"\n"
"  --keep N   then delete all but the newest N backups, and the attachments\n"
"             that none of those needs\n"
"  --quick    do not verify attachments that DIR already has\n"
"  --quiet    print errors only\n"
"  -c CONF    settings file     -d DATA    data directory\n"
"  --help     print this text   --version  print the version\n"
"\n"
"Exit status: 0 done, 1 failed or incomplete, 2 wrong usage.\n"
"See docket-backup(8).\n";

struct backup {
	struct program	 p;
	const char	*dir;		/* absolute */
	const char	*tmp;
	const char	*name;
	const char	*keep;
	bool		 quick;
	struct ctx	 from;		/* the service's contents */
	struct place	 to;		/* those of the directory; the copy */
	int64_t		 rows;
	int64_t		 files;
	int64_t		 new_files;
	int64_t		 faults;
};

/* The file to remove if fatal() ends the program. */
static const char *unfinished;

static void
backup_on_fatal(enum fatal_kind kind)
{
	(void)kind;
	db_discard(unfinished);
}

static bool
is_remote(const struct backup *b)
{
	return db_is_remote(settings_database(&b->p.settings));
}

/* The absolute path.  The sandbox forbids getcwd(), so call it before. */
static const char *
backup_whole_path(struct backup *b, const char *path)
{
	char here[PATH_MAX];

	if (path[0] == '/' || getcwd(here, sizeof(here)) == NULL)
		return path;
	return arena_printf(b->p.ctx.arena, "%s/%s", here, path);
}

/* False if the backups would be within the data directory, and lost with it. */
static bool
is_apart(struct backup *b)
{
	char data[PATH_MAX], dir[PATH_MAX];
	size_t n;

	if (realpath(b->p.settings.data, data) == NULL ||
	    realpath(b->dir, dir) == NULL) {
		log_error("%s: %s", b->dir, strerror(errno));
		return false;
	}
	n = strlen(data);
	if (strncmp(dir, data, n) == 0 && (dir[n] == '/' || dir[n] == '\0')) {
		log_error("%s is inside the data directory: choose another "
		    "directory", b->dir);
		return false;
	}
	b->dir = arena_str(b->p.ctx.arena, dir);
	return true;
}

static bool
backup_take_lock(struct backup *b)
{
	const char *path = arena_printf(b->p.ctx.arena, "%s/%s", b->dir,
	    BACKUP_LOCK);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (fd == -1 || flock(fd, LOCK_EX | LOCK_NB) == -1) {
		if (errno == EWOULDBLOCK)
			log_error("%s: another backup or restore is running "
			    "there", b->dir);
		else
			log_error("%s: %s", path, strerror(errno));
		return false;
	}
	return true;	/* the lock is held until the process ends */
}

static bool
backup_set_up(struct backup *b)
{
	bool made = mkdir(b->dir, 0700) == 0;
	const char **names;
	int n;

	if (!is_apart(b)) {
		if (made)
			rmdir(b->dir);
		return false;
	}
	if (made)
		file_sync_dir(arena_printf(b->p.ctx.arena, "%s/..", b->dir));
	if (!backup_take_lock(b))
		return false;
	prune_tidy(&b->p, b->dir);
	if ((n = backup_list(b->p.ctx.arena, b->dir, &names)) == -1) {
		log_error("%s: %s", b->dir, strerror(errno));
		return false;
	}
	b->name = backup_name(b->p.ctx.arena, b->p.ctx.now,
	    n > 0 ? names[n - 1] : NULL);
	b->tmp = arena_printf(b->p.ctx.arena, "%s/%s", b->dir, BACKUP_NEW);
	unfinished = b->tmp;
	fatal_hook(backup_on_fatal);
	b->from = b->p.ctx;
	b->from.arena = arena_new();
	place_open(&b->to, &b->p.ctx, b->dir);
	return true;
}

static void
pages(void *progress, int64_t done, int64_t total)
{
	struct progress *g = progress;

	g->total = total;
	progress_show(g, done);
}

/* NULL, or what is wrong. */
static const char *
copy_rows(struct backup *b, struct progress *g)
{
	struct tables_copy copy = { .tick = progress_tick, .arg = g };
	const char *found = tables_to_file(&copy, b->tmp, b->p.ctx.db,
	    b->p.ctx.arena);

	b->rows = copy.rows;
	if (found == NULL &&
	    db_open_file(b->tmp, true, &b->to.ctx.db) != DB_OPEN)
		found = "cannot be opened";
	return found;
}

static const char *
backup_copy_pages(struct backup *b, struct progress *g)
{
	db_copy(b->p.ctx.db, b->tmp, pages, g);
	if (db_open_file(b->tmp, true, &b->to.ctx.db) != DB_OPEN)
		return "cannot be opened";
	return db_compare(b->to.ctx.db, b->p.ctx.db, b->p.ctx.arena, &b->rows);
}

/* Copies and counts in one snapshot, so that the counts of rows agree.  While
 * there is a snapshot, the log of the service's commits grows. */
static bool
copy_database(struct backup *b)
{
	struct progress g = progress_begin(&b->p, "database", 0);
	/* The attachments are copied as files, wherever they are. */
	bool by_rows = is_remote(b) ||
	    settings_files(&b->p.settings) == FILES_DATABASE;
	const char *found;

	db_begin_read(b->p.ctx.db);
	found = by_rows ? copy_rows(b, &g) : backup_copy_pages(b, &g);
	db_end_long(b->p.ctx.db);
	if (found == NULL && !by_rows)
		found = db_verify(b->to.ctx.db, b->p.ctx.arena);
	progress_end(&g);
	if (found != NULL)
		log_error("the copy of the database is damaged and was "
		    "discarded: %s", found);
	return found == NULL;
}

/* The service has erased the file: erase it in the copy, too. */
static void
backup_forget(struct backup *b, const unsigned char *sha256)
{
	db_begin_write(b->to.ctx.db, 0);
	q_attachment_forget(b->to.ctx.db, sha256, CONTENT_HASH);
	db_commit(b->to.ctx.db);
}

static void
copy_file(struct backup *b, const unsigned char *sha256, int64_t size)
{
	struct ctx *to = &b->to.ctx, *from = &b->from;

	b->files++;
	if (b->quick ? access(content_name(to, sha256), F_OK) == 0 :
	    content_whole(to, sha256, size))
		return;
	b->new_files++;
	if (content_fetch(to, from, sha256, size))
		return;
	/* It was erased since the snapshot, and perhaps uploaded again. */
	if (!rows_any(q_attachment_known(b->p.ctx.db, sha256,
	    CONTENT_HASH))) {
		b->files--;
		b->new_files--;
		backup_forget(b, sha256);
	} else if (!content_fetch(to, from, sha256, size)) {
		b->faults++;
		log_error("%s is missing or damaged; the backup does not "
		    "contain it",
		    content_name(from, sha256));
	}
}

static void
backup_copy_files(struct backup *b)
{
	struct progress g = progress_begin(&b->p, "attachments", 0);
	unsigned char sha256[CONTENT_HASH] = { 0 };
	int64_t size;

	while (content_next(&b->to.ctx, sha256, &size)) {
		copy_file(b, sha256, size);
		arena_reset(b->to.ctx.arena);
		arena_reset(b->from.arena);
		progress_show(&g, b->files);
	}
	progress_end(&g);
}

/* Records the time, for docket-admin check.  On a full disk the backup counts
 * without it. */
static bool
leave_mark(struct backup *b)
{
	if (!is_remote(b) && !reserve_for_write(b->p.settings.data, false))
		return true;
	if (!program_write(&b->p))
		return false;
	q_state_set_backed_up_at(b->p.ctx.db, b->p.ctx.now);
	db_commit(b->p.ctx.db);
	return true;
}

static int
backup_run(struct backup *b, int keep)
{
	if (!program_open(&b->p) || !backup_set_up(b))
		return 1;
	if (!copy_database(b)) {
		place_close(&b->to);
		db_discard(b->tmp);
		return 1;
	}
	backup_copy_files(b);
	db_close(b->to.ctx.db);
	b->to.ctx.db = NULL;
	file_rename(b->tmp, arena_printf(b->p.ctx.arena, "%s/%s", b->dir,
	    b->name));
	program_say(&b->p, "%s: %lld rows, %lld files, %lld of them copied",
	    b->name, (long long)b->rows, (long long)(b->files - b->faults),
	    (long long)(b->new_files - b->faults));
	if (b->faults > 0)
		return program_failed("%s/%s is incomplete; missing or damaged "
		    "files: %lld", b->dir,
		    b->name, (long long)b->faults);
	if (!leave_mark(b))
		return 1;
	return keep == 0 || prune_old(&b->p, &b->to, keep) ? 0 : 1;
}

/* Does the directory belong to the owner of the data? */
static bool
is_owners(const struct backup *b)
{
	struct stat data, dir;

	return stat(b->p.settings.data, &data) == 0 &&
	    stat(b->dir, &dir) == 0 && data.st_uid == dir.st_uid;
}

/* Allows only the data and the backups. */
static bool
backup_confine(struct backup *b)
{
	const char *const to[] = { program_place(&b->p, b->dir), NULL };

	return program_confine(&b->p, (struct sandbox){ .write = to });
}

int
main(int argc, char **argv)
{
	struct backup b = { .dir = NULL };
	const struct program_option options[] = {
		{ "keep", 'k', &b.keep, NULL },
		{ "quick", '\0', NULL, &b.quick },
		{ NULL, 0, NULL, NULL }
	};
	int keep = 0, status;

	b.p = (struct program){ .name = "docket-backup", .usage = usage,
	    .options = options };
	status = program_begin(&b.p, argc, argv);
	if (status != PROGRAM_GOES_ON)
		return status;
	if (b.p.count != 1)
		return program_end(&b.p, program_misused(
		    b.p.count == 0 ? "missing argument; see --help" :
		    "too many arguments; see --help"));
	if (b.keep != NULL && (b.keep[strspn(b.keep, "0123456789")] != '\0' ||
	    strlen(b.keep) > 6 || (keep = atoi(b.keep)) < 1 || keep > KEEP_MAX))
		return program_end(&b.p, program_misused(
		    "--keep must be 1 to %d", KEEP_MAX));
	b.dir = backup_whole_path(&b, b.p.words[0]);
	umask(077);
	/* What root alone can write to stays root's. */
	if (is_owners(&b) && !program_become_owner(&b.p))
		return program_end(&b.p, 1);
	status = backup_confine(&b) ? backup_run(&b, keep) : 1;
	place_close(&b.to);
	if (b.from.arena != NULL)
		arena_free(b.from.arena);
	return program_end(&b.p, status);
}
