/*
 * docket-export: users' data as the interface's JSON, or a zip archive with the
 * attachments.  One snapshot per user, row by row, so that memory does not grow
 * with the data.  It has ended before the attachments are read, and before
 * anything waits for a reader: meanwhile SQLite's log would grow.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/id.h"
#include "base/json/write.h"
#include "base/log.h"
#include "bin/export/sink.h"
#include "cli/confine.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "core/batch/export.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "core/spool.h"
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
	struct ctx	 contents;	/* with an arena of its own */
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

/* What an entry of the archive is made of. */
struct entry {
	char		 id[ID_SIZE];
	unsigned char	 sha256[CONTENT_HASH];
	int64_t		 size;
	int64_t		 created_at;
	size_t		 name;		/* bytes, which follow */
};

static void
export_add_file(struct exporter *e, struct sink *s, const struct entry *f,
    const char *name)
{
	struct ctx *c = &e->contents;
	struct content_reader *r;
	char block[65536];
	ssize_t n = -1;

	/* Once an entry has begun, it must be complete. */
	if ((r = content_open(c, f->sha256, f->size)) == NULL ||
	    !content_whole(c, f->sha256, f->size) ||
	    !content_start(r, 0, f->size)) {
		log_error("attachment %s: %s: %s", f->id,
		    content_name(c, f->sha256), content_error());
		content_close(r);
		e->missing++;
		return;
	}
	sink_entry(s, name, f->size, f->created_at);
	while ((n = content_read(r, block, sizeof(block))) > 0)
		sink_write(s, block, (size_t)n);
	if (n == -1)
		fatal(FATAL_INTERNAL, "%s: %s", content_name(c, f->sha256),
		    content_error());
	content_close(r);
}

/* The entries of the snapshot's attachments. */
static struct spool *
list_files(struct exporter *e)
{
	struct spool *all = spool_new(e->p.settings.data);
	struct rows *r = rows_many(q_export_attachments(e->p.ctx.db,
	    e->p.ctx.user));
	struct arena *a = arena_new();
	struct export_attachments_row f;
	struct entry entry;
	const char *name;

	while (next_export_attachments(r, a, &f)) {
		name = entry_name(a, f.task_id, f.id, f.filename);
		entry = (struct entry){ .size = f.size,
		    .created_at = f.created_at, .name = strlen(name) };
		memcpy(entry.id, f.id, sizeof(entry.id));
		memcpy(entry.sha256, f.sha256, sizeof(entry.sha256));
		spool_add(all, &entry, sizeof(entry));
		spool_add(all, name, entry.name);
		arena_reset(a);
	}
	arena_free(a);
	return all;
}

static void
spool_take(const struct spool *s, int64_t *at, void *to, size_t size)
{
	char *p = to;
	ssize_t n;

	for (; size > 0; p += n, size -= (size_t)n, *at += n)
		if ((n = spool_read(s, *at, p, size)) <= 0)
			fatal(FATAL_INTERNAL, "the export cannot go on");
}

static void
add_files(struct exporter *e, struct sink *s, const struct spool *all)
{
	struct entry f;
	char *name;
	int64_t at = 0;

	e->contents = e->p.ctx;
	e->contents.arena = arena_new();
	while (at < spool_length(all)) {
		spool_take(all, &at, &f, sizeof(f));
		name = arena_alloc(e->contents.arena, f.name + 1);
		spool_take(all, &at, name, f.name);
		name[f.name] = '\0';
		export_add_file(e, s, &f, name);
		arena_reset(e->contents.arena);
		progress_show(&e->progress, ++e->done);
	}
	arena_free(e->contents.arena);
}

static void
spool_drain(void *spool, struct buf *b)
{
	spool_add(spool, b->data, b->len);
	b->len = 0;
}

/* The user's lists; to `later`, if that is not NULL. */
static void
export_write_user(struct exporter *e, struct sink *s, struct spool *later)
{
	struct buf b = { NULL, 0, 0 };
	struct jw jw = { .out = &b, .drain = later != NULL ? spool_drain :
	    sink_drain, .drain_at = DRAIN_AT };

	jw.drain_arg = later != NULL ? (void *)later : s;
	if (later == NULL)
		sink_entry(s, EXPORT_FILE, -1, e->p.ctx.now);
	if (e->form != NULL)
		export_lists(&e->p.ctx, e->form, &jw);
	else {
		export_write(&e->p.ctx, &jw, e->attachments, export_texts);
		buf_str(&b, "\n");
	}
	jw.drain(jw.drain_arg, &b);
	buf_free(&b);
}

static void
export_send(struct exporter *e, struct sink *s, const struct spool *all)
{
	char block[65536];
	int64_t at = 0, left;
	size_t n;

	sink_entry(s, EXPORT_FILE, -1, e->p.ctx.now);
	while ((left = spool_length(all) - at) > 0) {
		n = left < (int64_t)sizeof(block) ? (size_t)left :
		    sizeof(block);
		spool_take(all, &at, block, n);
		sink_write(s, block, n);
	}
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
	struct spool *later = NULL, *files = NULL;

	e->p.ctx.user = who->id;
	e->p.ctx.zone = who->zone;
	if (e->folder)
		s = sink_open(a, file_name(a, e->output, who->email,
		    export_end(e)), e->attachments);
	if (sink_waits(s))
		later = spool_new(e->p.settings.data);
	db_begin_read(e->p.ctx.db);
	export_write_user(e, s, later);
	if (e->attachments)
		files = list_files(e);
	db_end(e->p.ctx.db);
	if (later != NULL)
		export_send(e, s, later);
	if (files != NULL)
		add_files(e, s, files);
	if (e->folder)
		sink_close(s);
	spool_free(later);
	spool_free(files);
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
