/*
 * Docket's export in a zip archive: the JSON, and the attachments as files.
 * The files are written to disk first under temporary names, so that the write
 * transaction only has to rename them.
 */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <sodium.h>
#include <stdlib.h>
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

/* An attachment of the archive, written to disk unless it is a dry run; or
 * another entry, whose id is its name then. */
struct staged {
	struct exported record;
	const char	*why;		/* it is refused; NULL: it is not */
	int64_t		 size;
	bool		 cut;		/* it is larger */
	unsigned char	 sha256[CONTENT_HASH];
};

/* Sorted by the ids. */
struct entries {
	struct staged	*all;
	size_t		 n;
};

struct zip {
	struct json_source source;
	FILE		*file;
	struct archive	*archive;
	const struct entries *entries;
};

/* Why an archive cannot be read; fatal() if its contents are not the reason. */
static const char *
blame(struct archive *zip, const char *why)
{
	if (archive_errno(zip) == ENOMEM)
		fatal(FATAL_INTERNAL, "out of memory");
	return why;
}

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
	*why = blame(z->archive, "the archive cannot be read");
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
	*why = blame(z->archive, "the archive has no " EXPORT_FILE);
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
archive_read_name(struct arena *a, const char *path, struct exported *r)
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

/* Reads an entry, up to upload-max-bytes: more will be refused. */
static bool
stage(struct ctx *c, struct archive *zip, bool dry_run, struct staged *s)
{
	struct content *f = dry_run ? NULL : content_new(c);
	crypto_hash_sha256_state hash;
	char block[BLOCK];
	ssize_t n = 1;

	crypto_hash_sha256_init(&hash);
	while (s->size <= c->settings->upload_max_bytes &&
	    (n = archive_read_data(zip, block, sizeof(block))) > 0) {
		crypto_hash_sha256_update(&hash, (unsigned char *)block,
		    (size_t)n);
		s->size += n;
		if (f != NULL)
			content_add(f, block, (size_t)n);
	}
	s->cut = n > 0;
	crypto_hash_sha256_final(&hash, s->sha256);
	if (n < 0)
		content_drop(f);
	else if (f != NULL)
		content_finish(f);
	s->record.content = n < 0 ? NULL : f;
	return n >= 0;
}

/* Folders on the way to an attachment, and the JSON. */
static bool
is_frame(const char *name, bool folder, bool regular)
{
	return name != NULL && (folder ? strncmp(name, EXPORT_FILES "/",
	    strlen(EXPORT_FILES "/")) == 0 && strlen(name) <=
	    strlen(EXPORT_FILES "/") + 2 * 37 :
	    regular && strcmp(name, EXPORT_FILE) == 0);
}

/* One entry.  False if it is neither an attachment nor refused. */
static bool
take_entry(struct arena *a, struct archive_entry *e, struct staged *s)
{
	const char *name = archive_entry_pathname_utf8(e);
	bool regular = archive_entry_filetype(e) == AE_IFREG;

	*s = (struct staged){ .why = NULL };
	if (is_frame(name, archive_entry_filetype(e) == AE_IFDIR, regular))
		return false;
	if (!archive_read_name(a, name, &s->record))
		s->why = "its name is not " EXPORT_FILES
		    "/TASK-ID/ATTACHMENT-ID/FILENAME";
	else if (!regular)
		s->why = "it is not a regular file";
	if (s->why != NULL)
		s->record = (struct exported){ .part = PART_ATTACHMENT,
		    .of.attachment.id = name == NULL ? "?" :
		    text_printable(a, name) };
	s->record.of.attachment.created_at = archive_entry_mtime(e) *
	    INT64_C(1000000);
	return true;
}

static int
staged_by_id(const void *a, const void *b)
{
	const struct staged *s = a, *t = b;

	return strcmp(s->record.of.attachment.id, t->record.of.attachment.id);
}

static bool
archive_prepare(struct ctx *c, FILE *file, bool dry_run, void **prepared,
    const char **why)
{
	struct zip z = { .file = file };
	struct entries *all = arena_alloc(c->arena, sizeof(*all));
	struct archive_entry *e;
	struct staged s;
	bool ok = open_zip(&z, why);

	*all = (struct entries){ NULL, 0 };
	*prepared = all;
	while (ok && archive_read_next_header(z.archive, &e) == ARCHIVE_OK) {
		if (!take_entry(c->arena, e, &s))
			continue;
		if (s.why == NULL && !stage(c, z.archive, dry_run, &s)) {
			*why = blame(z.archive, "a file in the archive is "
			    "damaged");
			ok = false;
		}
		all->all = arena_more(c->arena, all->all, all->n, sizeof(s));
		all->all[all->n++] = s;
	}
	archive_read_free(z.archive);
	if (all->n > 1)
		qsort(all->all, all->n, sizeof(s), staged_by_id);
	return ok;
}

static const char *
archive_compare(struct json_source *source, const char *id, int64_t size,
    const char *sha256)
{
	const struct entries *all = ((struct zip *)source)->entries;
	const struct staged key = { .record.of.attachment.id = id };
	char hex[2 * CONTENT_HASH + 1];
	struct staged *s = all->n == 0 ? NULL :
	    bsearch(&key, all->all, all->n, sizeof(*s), staged_by_id);

	if (s == NULL)
		return "it is missing from the archive";
	while (s > all->all && staged_by_id(s - 1, &key) == 0)
		s--;
	for (; s < all->all + all->n && staged_by_id(s, &key) == 0; s++) {
		sodium_bin2hex(hex, sizeof(hex), s->sha256, CONTENT_HASH);
		if (!s->cut && (s->size != size || strcmp(hex, sha256) != 0))
			s->why = "it differs from the file that was exported";
	}
	return NULL;
}

static bool
read_zip(struct ctx *c, FILE *file, void *prepared,
    const struct import_taker *t, const char **why)
{
	const struct entries *all = prepared;
	struct zip z = { { rewind_zip, read_entry, archive_compare }, file,
	    NULL, all };
	struct staged *s;
	bool ok;

	t->expect(t->arg, (int64_t)all->n);
	ok = docket_records(c, &z.source, t, why);
	archive_read_free(z.archive);
	for (s = all->all; ok && s < all->all + all->n; s++)
		if (s->why != NULL)
			t->refuse(t->arg, PART_ATTACHMENT,
			    s->record.of.attachment.id, s->why);
		else
			t->take(t->arg, &s->record);
	return ok;
}

static void
archive_release(void *prepared)
{
	const struct entries *all = prepared;
	size_t i;

	for (i = 0; i < all->n; i++)
		content_drop(all->all[i].record.content);
}

static bool
knows_zip(const char *head, size_t len)
{
	return len >= 4 && memcmp(head, "PK\3\4", 4) == 0;
}

const struct import_format import_docket_zip = {
	.knows = knows_zip, .prepare = archive_prepare, .read = read_zip,
	.release = archive_release
};
