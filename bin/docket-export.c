/*
 * docket-export: users' data as the interface's JSON, or a zip archive with the
 * attachments.  One snapshot per user, row by row, so that memory does not grow
 * with the data.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/json/write.h"
#include "base/log.h"
#include "bin/export/sink.h"
#include "cli/confine.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "core/file/content.h"
#include "core/batch/export.h"
#include "core/user/user.h"
#include "db/db.h"
#include "export/export.h"
#include "export/texts.h"
#include "query/export.h"
#include "query/user.h"
#include "query/user_list.h"

#define DRAIN_AT	(64 * 1024)

static const char usage[] =
"usage: docket-export [-c CONF] [-d DATA] (--user EMAIL | --all)\n"
"                     [--format NAME] [--output PATH] [--attachments] [--quiet]\n"
"\n"
"Exports one user's data, or all users', as the JSON that the service answers\n"
"at /api/v1/me/export, or their tasks in a form of other programs.\n"
"docket-import imports all but Markdown.\n"
"\n"
"  --user EMAIL   export this user\n"
"  --all          export all users: one file per user if PATH is a directory,\n"
"                 otherwise one line per user\n"
"  --format NAME  docket (default), ics, csv, todo-txt or markdown\n"
"  --output PATH  write to this file or existing directory (default: standard\n"
"                 output, also -)\n"
"  --attachments  write a zip archive of the JSON and the attachments; with\n"
"                 --all PATH must be a directory\n"
"  --quiet        print errors only\n"
"  -c CONF        settings file       -d DATA    data directory\n"
"  --help         print this text     --version  print the version\n"
"\n"
"Exit status: 0 done, 1 failed, 2 wrong usage.  See docket-export(8).\n";

struct who {
	const char	*id;
	const char	*email;
	const char	*zone;
};

struct exporter {
	struct program	 p;
	const char	*user;
	const char	*output;
	const char	*format;
	const struct export_format *form;	/* NULL: our own */
	bool		 all;
	bool		 attachments;
	bool		 folder;
	int64_t		 done;
	int64_t		 missing;	/* files that are not there */
	struct progress	 progress;
};

/* A file name from an address: unsafe bytes become %XX. */
static const char *
file_name(struct arena *a, const char *dir, const char *email,
    const char *extension)
{
	struct buf b = { NULL, 0, 0 };
	const char *name;

	for (; *email != '\0'; email++)
		if (strchr("@._+-", *email) != NULL ||
		    (*email >= '0' && *email <= '9') ||
		    ((*email | 32) >= 'a' && (*email | 32) <= 'z'))
			buf_add(&b, email, 1);
		else
			buf_printf(&b, "%%%02X", (unsigned char)*email);
	name = arena_printf(a, "%s/%.*s.%s", dir, (int)b.len, b.data,
	    extension);
	buf_free(&b);
	return name;
}

/* The name of an attachment in the archive: its ids, and its file name for
 * people.  On Windows a backslash separates folders; uploads have none in their
 * names, but an older version imported some. */
static const char *
entry_name(struct arena *a, const char *task, const char *id,
    const char *filename)
{
	char *name = arena_printf(a, EXPORT_FILES "/%s/%s/%s", task, id,
	    filename);
	char *p;

	for (p = name + strlen(name) - strlen(filename); *p != '\0'; p++)
		if (*p == '\\')
			*p = '_';
	return name;
}

static void
export_add_file(struct exporter *e, struct sink *s, struct arena *a,
    const struct export_attachments_row *f)
{
	struct ctx c = e->p.ctx;
	struct content_reader *r;
	char block[65536];
	ssize_t n = -1;

	c.arena = a;
	/* Once an entry has begun, it must be complete. */
	if ((r = content_open(&c, f->sha256, f->size)) == NULL ||
	    !content_whole(&c, f->sha256, f->size) || !content_start(r, 0, f->size)) {
		log_error("attachment %s: %s: %s", f->id,
		    content_name(&c, f->sha256), content_error());
		content_close(r);
		e->missing++;
		return;
	}
	sink_entry(s, entry_name(a, f->task_id, f->id, f->filename), f->size,
	    f->created_at);
	while ((n = content_read(r, block, sizeof(block))) > 0)
		sink_write(s, block, (size_t)n);
	if (n == -1)
		fatal(FATAL_INTERNAL, "%s: %s", content_name(&c, f->sha256),
		    content_error());
	content_close(r);
}

static void
add_files(struct exporter *e, struct sink *s)
{
	struct rows *r = rows_many(q_export_attachments(e->p.ctx.db,
	    e->p.ctx.user));
	struct arena *a = arena_new();
	struct export_attachments_row f;

	while (next_export_attachments(r, a, &f)) {
		export_add_file(e, s, a, &f);
		arena_reset(a);
		progress_show(&e->progress, ++e->done);
	}
	arena_free(a);
}

static void
export_write_user(struct exporter *e, struct sink *s)
{
	struct buf b = { NULL, 0, 0 };
	struct jw jw = { .out = &b, .drain = sink_drain, .drain_arg = s,
	    .drain_at = DRAIN_AT };

	sink_entry(s, EXPORT_FILE, -1, e->p.ctx.now);
	if (e->form != NULL)
		export_lists(&e->p.ctx, e->form, &jw);
	else {
		export_write(&e->p.ctx, &jw, e->attachments, export_texts);
		buf_str(&b, "\n");
	}
	sink_drain(s, &b);
	buf_free(&b);
	if (e->attachments)
		add_files(e, s);
}

static const char *
export_end(const struct exporter *e)
{
	return e->form != NULL ? export_extension(e->form, false) :
	    e->attachments ? "zip" : "json";
}

/* Exports a user: to a file of their own in the directory, or to the one
 * output. */
static void
export_user(struct exporter *e, struct sink *s, const struct who *who)
{
	struct arena *a = e->p.ctx.arena;

	e->p.ctx.user = who->id;
	e->p.ctx.zone = who->zone;
	db_begin_read(e->p.ctx.db);
	if (e->folder)
		s = sink_open(a, file_name(a, e->output, who->email,
		    export_end(e)), e->attachments);
	export_write_user(e, s);
	if (e->folder)
		sink_close(s);
	db_end(e->p.ctx.db);
	progress_show(&e->progress, ++e->done);
}

static size_t
everybody(struct ctx *c, struct who **out)
{
	struct rows *r = q_user_all(c->db);
	struct who *all = NULL;
	struct user u;
	size_t n;

	for (n = 0; rows_next(r); n++) {
		row_user(r, c->arena, &u);
		all = arena_more(c->arena, all, n, sizeof(*all));
		all[n] = (struct who){ u.id, u.email, u.time_zone };
	}
	*out = all;
	return n;
}

/* How many users and files are exported, for the progress bar. */
static int64_t
export_count(struct exporter *e, const struct who *who, size_t n)
{
	int64_t all = (int64_t)n;
	size_t i;

	for (i = 0; e->attachments && i < n; i++)
		all += rows_one(q_export_attachment_count(e->p.ctx.db,
		    who[i].id), 0);
	return all;
}

/* Allows only the data and the output. */
static bool
export_confine(struct exporter *e)
{
	const char *const to[] = { e->output == NULL ? NULL :
		program_place(&e->p, e->output), NULL };

	return program_confine(&e->p, (struct sandbox){ .write = to });
}

static int
export_run(struct exporter *e)
{
	struct ctx *c = &e->p.ctx;
	struct sink *s = NULL;
	struct who one, *who = &one;
	struct user u;
	size_t n = 1, i;

	if (!program_open(&e->p))
		return 1;
	if (e->all)
		n = everybody(c, &who);
	else if (!user_by_email(c, e->user, &u))
		return program_failed("no user has that address");
	else
		one = (struct who){ u.id, u.email, u.time_zone };
	e->progress = progress_begin(&e->p, "users and files",
	    export_count(e, who, n));
	if (!e->folder)
		s = sink_open(c->arena, e->output, e->attachments);
	for (i = 0; i < n; i++)
		export_user(e, s, &who[i]);
	if (!e->folder)
		sink_close(s);
	progress_end(&e->progress);
	return e->missing == 0 ? 0 : program_failed(
	    "missing files: %lld; see docket-admin check",
	    (long long)e->missing);
}

/* NULL, or what is wrong with the options. */
static const char *
export_misuse(struct exporter *e)
{
	e->form = e->format == NULL ? NULL : export_named(e->format);
	if (e->p.count != 0 || e->all == (e->user != NULL))
		return "need either --user EMAIL or --all; see --help";
	if (e->format != NULL && e->form == NULL &&
	    strcmp(e->format, export_names[0]) != 0)
		return "--format must be docket, ics, csv, todo-txt or "
		    "markdown";
	if (e->form != NULL && e->attachments)
		return "--attachments needs the format docket";
	if (e->all && (e->attachments || e->form != NULL) && !e->folder)
		return "--all with --attachments or --format needs an existing "
		    "directory as --output";
	return e->output == NULL && e->attachments && isatty(STDOUT_FILENO) ?
	    "cannot write an archive to a terminal: name a file with --output" :
	    NULL;
}

int
main(int argc, char **argv)
{
	struct exporter e = { .user = NULL };
	const struct program_option options[] = {
		{ "user", 'u', &e.user, NULL },
		{ "all", 0, NULL, &e.all },
		{ "format", 0, &e.format, NULL },
		{ "output", 'o', &e.output, NULL },
		{ "attachments", 0, NULL, &e.attachments },
		{ NULL, 0, NULL, NULL }
	};
	const char *wrong;
	struct stat st;
	int status;

	e.p = (struct program){ .name = "docket-export", .usage = usage,
	    .options = options };
	status = program_begin(&e.p, argc, argv);
	if (status != PROGRAM_GOES_ON)
		return status;
	if (e.output != NULL && strcmp(e.output, "-") == 0)
		e.output = NULL;
	e.folder = e.output != NULL && stat(e.output, &st) == 0 &&
	    S_ISDIR(st.st_mode);
	wrong = export_misuse(&e);
	status = wrong != NULL ? program_misused("%s", wrong) :
	    export_confine(&e) ? export_run(&e) : 1;
	return program_end(&e.p, status);
}
