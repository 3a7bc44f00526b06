#include "import/importer/file.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/zip/reader.h"

struct import_file
file_of(int fd, const char *name)
{
	struct stat st;

	return (struct import_file){ .name = name, .fd = fd, .regular = true,
	    .size = fstat(fd, &st) == 0 ? st.st_size : 0 };
}

bool
file_is_archive(const struct import_file *f)
{
	char head[4];

	return pread(f->fd, head, sizeof(head), 0) == sizeof(head) &&
	    memcmp(head, ZIP_HEAD, sizeof(head)) == 0;
}

static bool
is_too_large(const struct zip_reader *z, int64_t packed)
{
	int64_t all = 0;
	size_t i;

	for (i = 0; i < zip_count(z) && all <= ARCHIVE_BYTES; i++)
		all += zip_entry(z, i)->size < ARCHIVE_BYTES ?
		    zip_entry(z, i)->size : ARCHIVE_BYTES;
	return all > ARCHIVE_BYTES || all / ARCHIVE_RATIO > packed;
}

/* Nothing is unpacked to a path, but whoever writes such a one means harm. */
static bool
leaves_archive(const char *path)
{
	const char *p = path;
	size_t n;

	for (; *p != '\0'; p += n + (p[n] != '\0')) {
		n = strcspn(p, "/\\");
		if (n == 2 && memcmp(p, "..", 2) == 0)
			return true;
	}
	return path[0] == '/';
}

const char *
file_archive_refused(const struct import_file *all, size_t count,
    int64_t packed)
{
	const struct zip_reader *z = count > 0 ? all[0].zip : NULL;
	size_t i;

	if (count > ARCHIVE_FILES)
		return "the archive has too many files";
	if (count > 0 && is_too_large(z, packed))
		return "the archive is too large when unpacked";
	for (i = 0; i < count; i++)
		if (zip_entry(z, i)->type == ZIP_SPECIAL)
			return "the archive has a link or a device";
		else if (leaves_archive(zip_entry(z, i)->name))
			return "the archive has a path that leads out of it";
	return NULL;
}

bool
file_list(struct arena *a, const struct import_file *archive, int64_t max,
    struct import_file **all, size_t *count, const char **why)
{
	struct zip_reader *z = zip_open(a, archive->fd, max, why);
	const struct zip_entry *e;
	size_t i;

	*count = 0;
	if (z == NULL)
		return false;
	*count = zip_count(z);
	*all = arena_alloc(a, (*count + 1) * sizeof(**all));
	for (i = 0; i < *count; i++) {
		e = zip_entry(z, i);
		(*all)[i] = (struct import_file){ .name = e->name,
		    .size = e->size, .zip = z, .modified = e->modified,
		    .fd = archive->fd, .entry = i,
		    .regular = e->type == ZIP_FILE };
	}
	return true;
}

bool
file_start(struct import_file *f)
{
	f->at = 0;
	f->why = NULL;
	return f->zip == NULL || zip_start(f->zip, f->entry, &f->why);
}

ssize_t
file_read(void *file, void *to, size_t size)
{
	struct import_file *f = file;
	ssize_t n;

	if (f->zip != NULL) {
		n = zip_read(f->zip, to, size);
		if (n < 0)
			f->why = "a file in the archive is damaged";
		return n;
	}
	do
		n = pread(f->fd, to, size, f->at);
	while (n == -1 && errno == EINTR);
	if (n < 0)
		f->why = "the file cannot be read";
	else
		f->at += n;
	return n;
}

void
file_find_charset(struct import_file *f)
{
	f->charset = file_start(f) ? charset_guess(file_read, f) :
	    CHARSET_BINARY;
}

bool
file_start_text(struct import_file *f, struct arena *a)
{
	f->decoder = decoder_new(a, f->charset, file_read, f);
	return file_start(f);
}

ssize_t
file_read_text(void *file, void *to, size_t size)
{
	struct import_file *f = file;

	return decoder_read(f->decoder, to, size);
}

static const char *
last_component(const char *path)
{
	const char *p = strrchr(path, '/');

	return p == NULL ? path : p + 1;
}

const char *
file_title(struct arena *a, const struct import_file *f)
{
	const char *name = last_component(f->name), *dot = strrchr(name, '.');

	return dot == NULL || dot == name ? name :
	    arena_dup(a, name, (size_t)(dot - name));
}

bool
file_has_extension(const struct import_file *f, const char *extension)
{
	const char *dot = strrchr(last_component(f->name), '.');

	return dot != NULL && strcasecmp(dot + 1, extension) == 0;
}
