/*
 * docket-import: brings an export back for a user, all of it or nothing, in one
 * transaction.  A dry run does the same and takes it back.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "bin/import/import.h"
#include "cli/program.h"
#include "core/file/content.h"
#include "core/user/user.h"
#include "db/db.h"

#define HEAD_SIZE	512

static const char usage[] =
"usage: docket-import [-c CONF] [-d DATA] --user EMAIL [--dry-run] [--quiet]\n"
"                     FILE\n"
"\n"
"Reads what docket-export wrote, JSON or a zip archive, and makes for the user\n"
"what is not there: all of it or, where the file is damaged, nothing.  What is\n"
"there is left as it is; what was deleted comes back; what the rules refuse is\n"
"named on standard error.\n"
"\n"
"  --user EMAIL  whose it becomes\n"
"  --dry-run     say of each record what would be done, and change nothing\n"
"  --quiet       say nothing but what went wrong\n"
"  -c CONF       settings file       -d DATA    data directory\n"
"  --help        this text           --version  the version\n"
"\n"
"Exit status: 0 done, 1 could not or refused some, 2 wrong usage.  See\n"
"docket-import(8).\n";

static const struct import_format *const formats[] = {
	&import_docket_json, &import_docket_zip
};

static const char *const kinds[IMPORT_KIND__MAX] = {
	[IMPORT_GROUP] = "group", [IMPORT_LIST] = "list",
	[IMPORT_TASK] = "task", [IMPORT_STEP] = "step",
	[IMPORT_MY_DAY] = "myDay", [IMPORT_ATTACHMENT] = "attachment",
};

struct importer {
	struct program	 p;
	const char	*user;
	bool		 dry_run;
	struct arena	*arena;		/* of a record */
	int64_t		 count[IMPORT_VERDICT__MAX];
	struct progress	 progress;
};

static void
refuse(void *arg, enum import_kind kind, const char *id, const char *why)
{
	struct importer *m = arg;

	m->count[IMPORT_REFUSED]++;
	log_error("%s %s refused: %s", kinds[kind], id, why);
}

static void
take(void *arg, const struct import_record *r)
{
	struct importer *m = arg;
	struct ctx c = m->p.ctx;
	const char *id = r->id != NULL ? r->id : r->parent, *why;
	enum import_verdict v;

	c.arena = m->arena;
	v = import_record(&c, r, &why);
	if (v == IMPORT_REFUSED)
		refuse(m, r->kind, id, why);
	else {
		m->count[v]++;
		if (m->dry_run)
			program_say(&m->p, "%s\t%s\t%s%s%s", v == IMPORT_MADE ?
			    "make" : "skip", kinds[r->kind], id,
			    v == IMPORT_MADE ? "" : "\t",
			    v == IMPORT_MADE ? "" : why);
	}
	arena_reset(m->arena);
	progress_show(&m->progress, m->count[IMPORT_MADE] +
	    m->count[IMPORT_THERE] + m->count[IMPORT_REFUSED]);
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
	const struct import_taker t = { take, refuse, m };
	const char *why;
	bool ok;

	if (!program_write(&m->p))
		return 1;
	m->progress = progress_begin(&m->p, "records", 0);
	ok = f->read(&m->p.ctx, file, prepared, &t, &why);
	progress_end(&m->progress);
	if (ok && !m->dry_run)
		db_commit(m->p.ctx.db);
	else
		db_end(m->p.ctx.db);
	if (!ok)
		return program_failed("%s: %s; nothing has been imported",
		    m->p.words[0], why);
	program_say(&m->p, "%s%lld made, %lld there already, %lld refused",
	    m->dry_run ? "Would be: " : "",
	    (long long)m->count[IMPORT_MADE],
	    (long long)m->count[IMPORT_THERE],
	    (long long)m->count[IMPORT_REFUSED]);
	return m->count[IMPORT_REFUSED] == 0 ? 0 : 1;
}

static int
run(struct importer *m, FILE *file)
{
	const struct import_format *f = format_of(file);
	void *prepared = NULL;
	const char *why;
	struct user u;
	int status;

	if (f == NULL)
		return program_failed("%s: it is no export of Docket, neither "
		    "JSON nor a zip archive", m->p.words[0]);
	if (!program_open(&m->p))
		return 1;
	if (!user_by_email(&m->p.ctx, m->user, &u))
		return program_failed("there is no user with that address");
	m->p.ctx.user = u.id;
	m->p.ctx.zone = u.time_zone;
	if (f->prepare != NULL && !f->prepare(&m->p.ctx, file, m->dry_run,
	    &prepared, &why))
		status = program_failed("%s: %s; nothing has been imported",
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
		    "--user EMAIL and one FILE; see --help"));
	if ((file = fopen(m.p.words[0], "re")) == NULL)
		return program_end(&m.p, program_failed("%s: %s",
		    m.p.words[0], strerror(errno)));
	m.arena = arena_new();
	status = program_confine(&m.p, (struct sandbox){ .read = media_files }) ?
	    run(&m, file) : 1;
	arena_free(m.arena);
	fclose(file);
	return program_end(&m.p, status);
}
