#include "import/import.h"

#include <fnmatch.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/json/write.h"
#include "import/format/csv.h"
#include "import/format/docket.h"
#include "import/format/format.h"
#include "import/format/google_tasks.h"
#include "import/format/ics.h"
#include "import/format/markdown.h"
#include "import/format/microsoft_todo.h"
#include "import/format/outlook.h"
#include "import/format/taskwarrior.h"
#include "import/format/ticktick.h"
#include "import/format/todo_txt.h"
#include "import/format/todoist.h"
#include "import/format/todoist_json.h"
#include "import/format/trello.h"
#include "import/format/vikunja.h"
#include "import/importer/run.h"
#include "import/importer/work.h"

/* In the order in which they are tried. */
static const struct import_format *const formats[] = {
	&format_docket,
	&format_todoist_json,
	&format_microsoft_todo,
	&format_google_tasks,
	&format_trello,
	&format_vikunja,
	&format_taskwarrior,
	&format_ics,
	&format_todoist,
	&format_ticktick,
	&format_outlook,
	&format_markdown,
	&format_todo_txt,
	&format_csv,
};

static const struct import_format *
format_named(const char *name)
{
	size_t i;

	for (i = 0; i < COUNT(formats); i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

static bool
has_format(const struct import_format *f, const struct head *h)
{
	return h->file->charset != CHARSET_BINARY &&
	    ((f->keys != NULL && head_has(h, f->keys)) ||
	    (f->recognise != NULL && f->recognise(h)));
}

/* Does a file in an archive have a format? */
static bool
is_member(struct arena *a, const struct import_format *f,
    struct import_file *file)
{
	struct head h;
	bool is;

	if (!file->regular || f->member == NULL ||
	    fnmatch(f->member, file->name, 0) != 0)
		return false;
	head_read(a, file, &h);
	is = has_format(f, &h);
	arena_reset(a);
	return is;
}

static void
add_file(struct import *im, struct import_source *s, struct import_file *f)
{
	s->files = arena_more(im->ctx.arena, s->files, s->count,
	    sizeof(*s->files));
	s->files[s->count++] = *f;
}

/* Lists an archive twice: for what is recognised, and for its files. */
static bool
list_archive(struct import *im, const struct import_file *archive,
    struct import_file **all, const char **why)
{
	int64_t max = im->options.trusted ? INT64_MAX : ARCHIVE_FILES;
	struct arena *a = im->ctx.arena;

	return file_list(a, archive, max, all, &im->content_count, why) &&
	    file_list(a, archive, max, &im->contents, &im->content_count, why);
}

static void
find_members(struct import *im, struct arena *a, struct import_file *all,
    const struct import_format *f, struct import_source *s)
{
	size_t i;

	for (i = 0; i < im->content_count; i++)
		if (is_member(a, f, &all[i])) {
			s->format = f;
			add_file(im, s, &all[i]);
		}
}

/* The files in an archive that have the format of the first of them.  Somebody
 * who is trusted can have what docket-export wrote, of any size; other archives
 * come from others. */
static bool
find_in_archive(struct import *im, struct arena *a, struct import_file *archive,
    const struct import_format *only, struct import_source *s)
{
	struct import_file *all;
	const char *why;
	size_t n;

	if (!list_archive(im, archive, &all, &why))
		return run_malformed(im, 0, why);
	for (n = 0; n < COUNT(formats) && s->count == 0; n++) {
		if ((!im->options.trusted || formats[n] != &format_docket) &&
		    (why = file_archive_refused(all, im->content_count,
		    archive->size)) != NULL)
			return run_malformed(im, 0, why);
		if (only == NULL || only == formats[n])
			find_members(im, a, all, formats[n], s);
	}
	return s->count > 0 || run_fail(im, UNKNOWN_FORMAT,
	    "nothing in the archive is known");
}

static bool
find_plain(struct import *im, struct arena *a, struct import_file *f,
    const struct import_format *only, struct import_source *s)
{
	const struct import_format *found = only;
	struct head h;
	size_t n;

	head_read(a, f, &h);
	for (n = 0; n < COUNT(formats) && found == NULL; n++)
		if (has_format(formats[n], &h))
			found = formats[n];
	if (found == NULL)
		return run_fail(im, UNKNOWN_FORMAT, "its format is not known");
	if (s->format != NULL && s->format != found)
		return run_fail(im, UNKNOWN_FORMAT,
		    "the files have different formats");
	s->format = found;
	add_file(im, s, f);
	return true;
}

bool
import_find(struct import *im, const char *format, struct import_source *s)
{
	const struct import_format *only = NULL;
	struct arena *a;
	bool ok = true;
	size_t i;

	*s = (struct import_source){ NULL, NULL, 0 };
	if (format != NULL && (only = format_named(format)) == NULL)
		return run_fail(im, UNKNOWN_FORMAT, "no format has that name");
	a = arena_new();
	for (i = 0; i < im->given_count && ok; i++) {
		ok = file_is_archive(&im->given[i]) ?
		    im->given_count > 1 ? run_fail(im, UNKNOWN_FORMAT,
		    "an archive must be imported alone") :
		    find_in_archive(im, a, &im->given[i], only, s) :
		    find_plain(im, a, &im->given[i], only, s);
		arena_reset(a);
	}
	arena_free(a);
	if (ok) {
		im->format = s->format->name;
		im->tried = s->format->tried;
	}
	return ok;
}

bool
import_read(struct import *im, const struct import_source *s)
{
	size_t i;

	if (!run_begin(im))
		return false;
	for (i = 0; i < s->count; i++) {
		if (!s->format->read(im, &s->files[i]) ||
		    im->outcome != DONE)
			return false;
	}
	return work_portions(im);
}

static void
show(struct jw *jw, const char *name, const struct result *r,
    void (*write)(const struct result *, struct jw *))
{
	jw_name(jw, name);
	write(r, jw);
}

void
import_show(const struct import *im, struct jw *jw)
{
	const struct result *r = &im->result;

	jw_put_text(jw, "id", im->options.dry_run ? NULL : im->id);
	jw_put_plain(jw, "format", im->format);
	jw_put_text(jw, "filename", im->given[0].name);
	jw_put_stamp(jw, "createdAt", im->ctx.now);
	jw_put_bool(jw, "tried", im->tried);
	show(jw, "counts", r, result_counts);
	show(jw, "lists", r, result_lists);
	show(jw, "reasons", r, result_reasons);
	show(jw, "records", r, result_records);
	jw_name(jw, "columns");
	jw_json(jw, r->columns);
}
