/*
 * docket-import: imports files for a user, all or nothing (import/import.h),
 * lists what they have imported, and undoes it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"
#include "bin/import/input.h"
#include "bin/import/past.h"
#include "bin/import/report.h"
#include "cli/confine.h"
#include "cli/program.h"
#include "core/file/media_type.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/sqlite/connection.h"
#include "import/import.h"
#include "import/importer/run.h"
#include "import/importer/work.h"

static const char usage[] =
"usage: docket-import [-c CONF] [-d DATA] --user EMAIL [--format NAME]\n"
"                     [--list TITLE] [--zone ZONE] [--sections tags|lists]\n"
"                     [--map FIELD=COLUMN]... [--date-order ymd|dmy|mdy]\n"
"                     [--dry-run] [--quiet] FILE...\n"
"       docket-import [-c CONF] [-d DATA] --user EMAIL --imports\n"
"       docket-import [-c CONF] [-d DATA] --user EMAIL --undo ID\n"
"\n"
"Imports files of Docket or of another service for one user; FILE can be - for\n"
"standard input.  Creates missing records and leaves existing ones unchanged.\n"
"Reports each refused record on standard error.  Imports nothing if a file is\n"
"damaged.\n"
"\n"
"  --user EMAIL     import for this user\n"
"  --format NAME    do not find the format by the content\n"
"  --list TITLE     the list for tasks that have none (default: the file's name)\n"
"  --zone ZONE      the time zone of times without one (default: the user's)\n"
"  --sections HOW   sections become tags (default) or lists\n"
"  --map FIELD=COLUMN\n"
"                   of a table: the column that has a field\n"
"  --date-order ORDER\n"
"                   of a table: the order of day, month and year in dates\n"
"  --dry-run        print what would be done to each record and how many there\n"
"                   are, and change nothing\n"
"  --imports        print the imports of the last 30 days\n"
"  --undo ID        remove what an import has made and nobody has changed\n"
"  --quiet          print errors only\n"
"  -c CONF          settings file       -d DATA    data directory\n"
"  --help           print this text     --version  print the version\n"
"\n"
"Exit status: 0 done, 1 failed or some records refused, 2 wrong usage.\n"
"See docket-import(8).\n";

struct importer {
	struct program	 p;
	const char	*user, *format, *sections, *order, *undo;
	const char	*maps[OPTION_VALUES];
	struct column_choice map[OPTION_VALUES];
	bool		 imports, mapped;
	struct import	 im;
	struct import_file files[IMPORT_FILES_MAX];
	FILE		*opened[IMPORT_FILES_MAX];
	struct report	 report;
};

static int
import_failed(const struct importer *m)
{
	if (m->im.outcome == BUSY || m->im.outcome == LIMIT_REACHED)
		return program_failed("%s: try again later", m->im.why);
	return program_failed("%s: %s; nothing was imported", m->p.words[0],
	    m->im.outcome == UNKNOWN_FORMAT ? arena_printf(m->p.ctx.arena,
	    "not a file that can be imported: %s", m->im.why) : m->im.why);
}

/* The last transaction: all becomes the user's. */
static bool
import_finish(struct importer *m)
{
	if (m->im.options.dry_run)
		return work_preview(&m->im);
	if (!program_write(&m->p))
		return false;
	work_finish(&m->im);
	db_commit(m->p.ctx.db);
	return true;
}

static int
import(struct importer *m)
{
	struct import *im = &m->im;
	struct import_source source;
	int status = 1;

	m->report = (struct report){ .p = &m->p, .im = im,
	    .progress = progress_begin(&m->p, "records", 0) };
	im->result.report = report_record;
	im->result.report_arg = &m->report;
	if (!import_find(im, m->format, &source))
		status = import_failed(m);
	else {
		if (!import_read(im, &source))
			status = import_failed(m);
		else if (import_finish(m))
			status = 0;
		progress_end(&m->report.progress);
		run_end(im);
	}
	return status != 0 ? status : report_end(&m->report) == 0 ? 0 : 1;
}

static int
import_run(struct importer *m)
{
	struct ctx *c = &m->p.ctx;
	struct user u;

	if (!program_open(&m->p))
		return 1;
	if (!user_by_email(c, m->user, &u))
		return program_failed("no user has that address");
	c->user = u.id;
	c->zone = u.time_zone;
	if (m->imports)
		return past_list(&m->p);
	if (m->undo != NULL)
		return past_undo(&m->p, m->undo);
	db_cache_size(c->db, PROGRAM_CACHE);
	m->im.ctx = *c;
	m->im.options.wait = PROGRAM_BUSY;
	m->im.options.trusted = true;
	m->im.given = m->files;
	m->im.given_count = (size_t)m->p.count;
	return import(m);
}

static bool
read_maps(struct importer *m)
{
	const char *equals;
	size_t i;

	for (i = 0; m->maps[i] != NULL; i++) {
		if ((equals = strchr(m->maps[i], '=')) == NULL)
			return false;
		m->map[i] = (struct column_choice){ arena_dup(m->p.ctx.arena,
		    m->maps[i], (size_t)(equals - m->maps[i])), equals + 1 };
	}
	m->im.options.map = m->map;
	m->im.options.map_count = i;
	return true;
}

/* NULL, or what is wrong with the options. */
static const char *
misuse(struct importer *m)
{
	static const char *const orders[] = { [ORDER_YMD] = "ymd",
		[ORDER_DMY] = "dmy", [ORDER_MDY] = "mdy" };
	int order = m->order == NULL ? ORDER_UNKNOWN : ORDER_YMD;

	while (m->order != NULL && order <= ORDER_MDY &&
	    strcmp(orders[order], m->order) != 0)
		order++;
	m->im.options.date_order = (enum date_order)order;
	m->im.options.section_lists = m->sections != NULL &&
	    strcmp(m->sections, "lists") == 0;
	if (order > ORDER_MDY)
		return "--date-order must be ymd, dmy or mdy";
	if (m->sections != NULL && !m->im.options.section_lists &&
	    strcmp(m->sections, "tags") != 0)
		return "--sections must be tags or lists";
	if (m->im.options.zone != NULL && !zone_valid(m->im.options.zone))
		return "--zone must be a time zone such as Europe/Berlin";
	if (!read_maps(m))
		return "--map must be FIELD=COLUMN";
	if (m->imports && m->undo != NULL)
		return "--imports and --undo exclude each other";
	if ((m->imports || m->undo != NULL) != (m->p.count == 0))
		return m->p.count > 0 ? "too many arguments; see --help" :
		    "missing argument: need --user EMAIL and FILE; see --help";
	if (m->p.count > IMPORT_FILES_MAX)
		return "too many files";
	return m->user == NULL ? "missing argument: need --user EMAIL and "
	    "FILE; see --help" : NULL;
}

static void
close_files(struct importer *m)
{
	int i;

	for (i = 0; i < m->p.count; i++)
		if (m->opened[i] != NULL)
			fclose(m->opened[i]);
}

static bool
open_files(struct importer *m)
{
	int i;

	for (i = 0; i < m->p.count; i++) {
		m->opened[i] = input_open(m->p.words[i]);
		if (m->opened[i] == NULL) {
			program_failed("%s: %s", m->p.words[i],
			    strerror(errno));
			return false;
		}
		m->files[i] = file_of(fileno(m->opened[i]), m->p.words[i]);
	}
	return true;
}

static int
import_main(struct importer *m)
{
	const char *wrong = misuse(m);
	int status = 1;

	if (wrong != NULL)
		return program_misused("%s", wrong);
	if (open_files(m) && program_become_owner(&m->p) &&
	    program_confine(&m->p, (struct sandbox){ .read = media_files }))
		status = import_run(m);
	close_files(m);
	return status;
}

int
main(int argc, char **argv)
{
	static struct importer m;
	const struct program_option options[] = {
		{ "user", 'u', &m.user, NULL },
		{ "format", 0, &m.format, NULL },
		{ "list", 0, &m.im.options.list, NULL },
		{ "zone", 0, &m.im.options.zone, NULL },
		{ "sections", 0, &m.sections, NULL },
		{ "map", 0, m.maps, &m.mapped },
		{ "date-order", 0, &m.order, NULL },
		{ "dry-run", 'n', NULL, &m.im.options.dry_run },
		{ "imports", 0, NULL, &m.imports },
		{ "undo", 0, &m.undo, NULL },
		{ NULL, 0, NULL, NULL }
	};
	int status;

	m.p = (struct program){ .name = "docket-import", .usage = usage,
	    .options = options };
	status = program_begin(&m.p, argc, argv);
	return status != PROGRAM_GOES_ON ? status :
	    program_end(&m.p, import_main(&m));
}
