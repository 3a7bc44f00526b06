/*
 * Docket's export in a zip archive: the JSON, and the attachments as files.
 * The files are written to disk first under temporary names, so that the write
 * transaction only has to rename them.
 */
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>
#include <uuid/uuid.h>

#include "base/arena.h"
#include "base/filename.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "bin/import/import.h"
#include "core/file/content.h"
#include "core/batch/export.h"
#include "core/limits.h"

#define BLOCK		65536

/* An attachment of the archive, written to disk. */
struct staged {
	struct exported record;
	struct staged	*next;
};

struct zip {
	struct json_source source;
	FILE		*file;
	struct archive	*archive;
};

static bool
open_zip(struct zip *z, const char **why)
{
	if (z->archive != NULL)
		archive_read_free(z->archive);
	if ((z->archive = archive_read_new()) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	setlocale(LC_CTYPE, "C.UTF-8");	/* otherwise names are lost */
	archive_read_support_format_zip_seekable(z->archive);
	if (lseek(fileno(z->file), 0, SEEK_SET) == 0 && archive_read_open_fd(
	    z->archive, fileno(z->file), BLOCK) == ARCHIVE_OK)
		return true;
	*why = "the archive cannot be read";
	return false;
}

static bool
rewind_zip(struct json_source *s, const char **why)
{
	struct zip *z = (struct zip *)s;
	struct archive_entry *e;
	const char *name;

	if (!open_zip(z, why))
		return false;
	while (archive_read_next_header(z->archive, &e) == ARCHIVE_OK)
		if ((name = archive_entry_pathname_utf8(e)) != NULL &&
		    strcmp(name, EXPORT_FILE) == 0)
			return true;
	*why = "the archive has no " EXPORT_FILE;
	return false;
}

static ssize_t
read_entry(void *source, void *to, size_t size)
{
	struct zip *z = source;

	return archive_read_data(z->archive, to, size);
}

/* attachments/TASK/ID/FILENAME, which is made safe as in an upload; false for any
 * other name. */
static bool
read_name(struct arena *a, const char *path, struct exported *r)
{
	static const char folder[] = EXPORT_FILES "/";
	const char *p;
	char *task, *id;
	uuid_t u;

	if (path == NULL || strncmp(path, folder, sizeof(folder) - 1) != 0)
		return false;
	p = path + sizeof(folder) - 1;
	if (strlen(p) < 2 * 37 + 1 || p[36] != '/' || p[73] != '/')
		return false;
	task = arena_dup(a, p, 36);
	id = arena_dup(a, p + 37, 36);
	if (uuid_parse(task, u) == -1)
		return false;
	uuid_unparse_lower(u, task);
	if (uuid_parse(id, u) == -1)
		return false;
	uuid_unparse_lower(u, id);
	p += 74;
	*r = (struct exported){ .part = PART_ATTACHMENT,
	    .of.attachment = { .id = id, .task_id = task,
	    .filename = filename_safe(a, p) } };
	return strlen(p) <= FILENAME_BYTES && strchr(p, '/') == NULL &&
	    !text_has_control(p) && text_valid(p, strlen(p));
}

static bool
stage(struct ctx *c, struct archive *zip, struct exported *r)
{
	struct content *f = content_new(c);
	char block[BLOCK];
	ssize_t n;

	while ((n = archive_read_data(zip, block, sizeof(block))) > 0) {
		content_add(f, block, (size_t)n);
		if (content_size(f) > c->settings->upload_max_bytes)
			break;	/* will be refused */
	}
	if (n < 0) {
		content_drop(f);
		return false;
	}
	content_finish(f);
	r->content = f;
	return true;
}

static bool
prepare(struct ctx *c, FILE *file, bool dry_run, void **prepared,
    const char **why)
{
	struct zip z = { .file = file };
	struct staged **first = (struct staged **)prepared;
	struct archive_entry *e;
	struct exported r;
	struct staged *s;
	bool ok = open_zip(&z, why);

	while (ok && archive_read_next_header(z.archive, &e) == ARCHIVE_OK) {
		if (!read_name(c->arena, archive_entry_pathname_utf8(e), &r))
			continue;
		r.of.attachment.created_at = archive_entry_mtime(e) * INT64_C(1000000);
		if (!dry_run && !stage(c, z.archive, &r)) {
			*why = "a file in the archive is damaged";
			ok = false;
		}
		s = arena_alloc(c->arena, sizeof(*s));
		*s = (struct staged){ r, *first };
		*first = s;
	}
	archive_read_free(z.archive);
	return ok;
}

static bool
read_zip(struct ctx *c, FILE *file, void *prepared,
    const struct import_taker *t, const char **why)
{
	struct staged *s = prepared;
	struct zip z = { { rewind_zip, read_entry }, file, NULL };
	bool ok;

	for (; s != NULL; s = s->next)
		t->expect(t->arg, 1);
	ok = docket_records(c, &z.source, t, why);
	archive_read_free(z.archive);
	for (s = prepared; ok && s != NULL; s = s->next)
		t->take(t->arg, &s->record);
	return ok;
}

static void
release(void *prepared)
{
	struct staged *s = prepared;

	for (; s != NULL; s = s->next)
		content_drop(s->record.content);
}

static bool
knows_zip(const char *head, size_t len)
{
	return len >= 4 && memcmp(head, "PK\3\4", 4) == 0;
}

const struct import_format import_docket_zip = {
	.knows = knows_zip, .prepare = prepare, .read = read_zip,
	.release = release
};
