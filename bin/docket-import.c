/*
 * docket-import: imports an export for a user, all or nothing.  New lists are
 * filled invisibly in short transactions, between which others can write
 * (core/batch/import_staging.h); the last transaction hands them to the user
 * and does everything else.  A dry run does the same and rolls it back.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "bin/import/import.h"
#include "bin/import/input.h"
#include "bin/import/report.h"
#include "cli/confine.h"
#include "cli/program.h"
#include "core/batch/import_staging.h"
#include "core/file/media_type.h"
#include "core/record.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/sqlite/connection.h"

#define HEAD_SIZE	512
#define HELD		20000	/* microseconds of the write lock, after which a
				 * record is the transaction's last */
#define DISCARDED	100	/* records per transaction */
#define PAGES_KB	65536	/* kept in memory */

static const char usage[] =
"usage: docket-import [-c CONF] [-d DATA] --user EMAIL [--dry-run] [--quiet]\n"
"                     FILE\n"
"\n"
"Imports an export of docket-export, JSON or a zip archive, for one user; FILE\n"
"can be - for standard input.\n"
"Creates missing records, restores deleted ones and leaves existing ones\n"
"unchanged.  Reports each refused record on standard error.  Imports nothing\n"
"if FILE is damaged.\n"
"\n"
"  --user EMAIL  import for this user\n"
"  --dry-run     print what would be done to each record and how many there\n"
"                are, and change nothing\n"
"  --quiet       print errors only\n"
"  -c CONF       settings file       -d DATA    data directory\n"
"  --help        print this text     --version  print the version\n"
"\n"
"Exit status: 0 done, 1 failed or some records refused, 2 wrong usage.\n"
"See docket-import(8).\n";

static const struct import_format *const formats[] = {
	&import_docket_json, &import_docket_zip
};

/* Records for the last transaction, in the order of the file. */
struct later {
	struct exported record;
	struct later	*next;
};

struct importer {
	struct program	 p;
	const char	*user;
	bool		 dry_run;
	bool		 busy;		/* the write lock was not available */
	struct arena	*arena;		/* of a record */
	struct arena	*lasting;
	struct later	*first;
	struct later	**last;
	int64_t		 began;		/* this transaction */
	struct report	 report;
};

static void
import_expect(void *arg, int64_t records)
{
	struct importer *m = arg;

	m->report.progress.total += records;
}

static void
import_refuse(void *arg, enum part part, const char *id, const char *why)
{
	struct importer *m = arg;

	report_refused(&m->report, part, id, why);
}

static void
import_keep(struct importer *m, const struct exported *r)
{
	struct later *l = arena_alloc(m->lasting, sizeof(*l));

	l->record = *r;
	record_keep(m->lasting, parts[r->part].kind->fields, &l->record.of);
	*m->last = l;
	m->last = &l->next;
}

static bool
import_begin(struct importer *m)
{
	m->busy = !program_write(&m->p);
	m->began = clock_now();
	return !m->busy;
}

/* Commits when the lock has been held long enough, and pauses so that others can
 * write. */
static void
let_others(struct importer *m)
{
	int64_t held = clock_now() - m->began;

	if (held < HELD)
		return;
	db_commit(m->p.ctx.db);
	usleep((useconds_t)(held < 10 * HELD ? held : 10 * HELD) / 4);
	import_begin(m);
}

static void
import_take(void *arg, const struct exported *r)
{
	struct importer *m = arg;
	struct ctx c = m->p.ctx;
	enum import_verdict v;
	const char *why;

	if (m->busy)
		return;
	c.arena = m->arena;
	v = import_ahead(&c, r, &why);
	if (v == IMPORT_LATER)
		import_keep(m, r);
	else
		report_record(&m->report, m->arena, r, v, why);
	arena_reset(m->arena);
	let_others(m);
}

/* The last transaction: all becomes the user's. */
static void
import_finish(struct importer *m)
{
	struct ctx c = m->p.ctx;
	const struct later *l;
	enum import_verdict v;
	const char *why;

	c.arena = m->arena;
	for (l = m->first; l != NULL; l = l->next) {
		v = import_record(&c, &l->record, &why);
		report_record(&m->report, m->arena, &l->record, v, why);
		arena_reset(m->arena);
	}
	stage_end(&c);
}

/* Discards staged lists of this import, or of a killed one. */
static bool
discard(struct importer *m)
{
	struct ctx c = m->p.ctx;
	bool more = true;

	c.arena = m->arena;
	while (more && import_begin(m)) {
		more = stage_discard(&c, DISCARDED);
		db_commit(c.db);
		arena_reset(m->arena);
	}
	return !more;
}

static const struct import_format *
format_of(FILE *file)
{
	char head[HEAD_SIZE];
	size_t n = fread(head, 1, sizeof(head), file), i;

	for (i = 0; i < COUNT(formats); i++)
		if (formats[i]->knows(head, n))
			return formats[i];
	return NULL;
}

static int
import(struct importer *m, FILE *file, const struct import_format *f,
    void *prepared)
{
	const struct import_taker t = { import_expect, import_take,
	    import_refuse, m };
	const char *why;
	bool ok;

	db_keep(m->p.ctx.db, PAGES_KB);
	if (!discard(m) || !import_begin(m))
		return 1;
	m->report = (struct report){ .p = &m->p, .dry_run = m->dry_run,
	    .progress = progress_begin(&m->p, "records", 0) };
	ok = f->read(&m->p.ctx, file, prepared, &t, &why);
	if (m->busy)
		return 1;
	/* A rollback of what follows must not undo the staged lists. */
	db_commit(m->p.ctx.db);
	if (ok) {
		if (!import_begin(m))
			return 1;
		import_finish(m);
		if (m->dry_run)
			db_end(m->p.ctx.db);
		else
			db_commit(m->p.ctx.db);
	}
	progress_end(&m->report.progress);
	discard(m);
	if (!ok)
		return program_failed("%s: %s; nothing was imported",
		    m->p.words[0], why);
	return report_end(&m->report) == 0 ? 0 : 1;
}

static int
import_run(struct importer *m, FILE *file)
{
	const struct import_format *f = format_of(file);
	void *prepared = NULL;
	const char *why;
	struct user u;
	int status;

	if (f == NULL)
		return program_failed("%s: not a Docket export (JSON or a zip "
		    "archive)", m->p.words[0]);
	if (!program_open(&m->p))
		return 1;
	if (!stage_claim(&m->p.ctx))
		return program_failed("another import is running: try again "
		    "later");
	if (!user_by_email(&m->p.ctx, m->user, &u))
		return program_failed("no user has that address");
	m->p.ctx.user = u.id;
	m->p.ctx.zone = u.time_zone;
	if (f->prepare != NULL && !f->prepare(&m->p.ctx, file, m->dry_run,
	    &prepared, &why))
		status = program_failed("%s: %s; nothing was imported",
		    m->p.words[0], why);
	else
		status = import(m, file, f, prepared);
	if (f->release != NULL)
		f->release(prepared);
	return status;
}

int
main(int argc, char **argv)
{
	struct importer m = { .user = NULL };
	const struct program_option options[] = {
		{ "user", 'u', &m.user, NULL },
		{ "dry-run", 'n', NULL, &m.dry_run },
		{ NULL, 0, NULL, NULL }
	};
	FILE *file;
	int status;

	m.p = (struct program){ .name = "docket-import", .usage = usage,
	    .options = options };
	status = program_begin(&m.p, argc, argv);
	if (status != PROGRAM_GOES_ON)
		return status;
	if (m.user == NULL || m.p.count != 1)
		return program_end(&m.p, program_misused(
		    m.p.count > 1 ?
		    "too many arguments; see --help" :
		    "missing argument: need --user EMAIL and FILE; see --help"));
	if ((file = input_open(m.p.words[0])) == NULL)
		return program_end(&m.p, program_failed("%s: %s",
		    m.p.words[0], strerror(errno)));
	if (!program_become_owner(&m.p))
		return program_end(&m.p, 1);
	m.arena = arena_new();
	m.lasting = arena_new();
	m.last = &m.first;
	status = program_confine(&m.p, (struct sandbox){ .read = media_files }) ?
	    import_run(&m, file) : 1;
	arena_free(m.lasting);
	arena_free(m.arena);
	fclose(file);
	return program_end(&m.p, status);
}
