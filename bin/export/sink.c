#include "bin/export/sink.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"

struct sink {
	const char	*path;		/* NULL: standard output */
	const char	*tmp;		/* NULL: written in place */
	int		 fd;
	struct archive	*zip;		/* NULL: not an archive */
	struct archive_entry *entry;
};

static _Noreturn void
sink_failed(struct sink *s)
{
	int error = s->zip != NULL ? archive_errno(s->zip) : errno;

	if (s->tmp != NULL)
		unlink(s->tmp);
	errno = error;
	file_failed(s->path != NULL ? s->path : "standard output");
}

static void
sink_check(struct sink *s, int result)
{
	if (result != ARCHIVE_OK)
		sink_failed(s);
}

/* A file must not replace a device, pipe or link; /dev/stdout is a link. */
static bool
is_special(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

static void
sink_open_file(struct arena *a, struct sink *s)
{
	const char *path = s->path;
	int how = O_WRONLY | O_TRUNC | O_CLOEXEC;

	if (!is_special(path)) {
		path = s->tmp = arena_printf(a, "%s.new", path);
		how |= O_CREAT;
	}
	if ((s->fd = open(path, how, 0600)) == -1)
		file_failed(path);
}

struct sink *
sink_open(struct arena *a, const char *path, bool zip)
{
	struct sink *s = arena_alloc(a, sizeof(*s));

	s->path = path;
	s->fd = STDOUT_FILENO;
	if (path != NULL)
		sink_open_file(a, s);
	if (!zip)
		return s;
	if ((s->zip = archive_write_new()) == NULL ||
	    (s->entry = archive_entry_new()) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	sink_check(s, archive_write_set_format_zip(s->zip));
	setlocale(LC_CTYPE, "C.UTF-8");	/* otherwise names are lost */
	sink_check(s, archive_write_set_options(s->zip, "hdrcharset=UTF-8"));
	sink_check(s, archive_write_open_fd(s->zip, s->fd));
	return s;
}

bool
sink_waits(const struct sink *s)
{
	struct stat st;

	return isatty(s->fd) || (fstat(s->fd, &st) == 0 &&
	    (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)));
}

void
sink_entry(struct sink *s, const char *name, int64_t size, int64_t when)
{
	if (s->zip == NULL)
		return;
	archive_entry_clear(s->entry);
	archive_entry_set_pathname_utf8(s->entry, name);
	archive_entry_set_filetype(s->entry, AE_IFREG);
	archive_entry_set_perm(s->entry, 0600);
	archive_entry_set_mtime(s->entry, when / 1000000, 0);
	if (size >= 0)
		archive_entry_set_size(s->entry, size);
	sink_check(s, archive_write_header(s->zip, s->entry));
}

void
sink_write(struct sink *s, const void *data, size_t len)
{
	const char *p = data;
	ssize_t n;

	for (; len > 0; p += n, len -= (size_t)n) {
		n = s->zip != NULL ? archive_write_data(s->zip, p, len) :
		    write(s->fd, p, len);
		if (n > 0)
			continue;
		if (n == -1 && s->zip == NULL && errno == EINTR)
			n = 0;
		else
			sink_failed(s);
	}
}

void
sink_drain(void *sink, struct buf *b)
{
	sink_write(sink, b->data, b->len);
	b->len = 0;
}

void
sink_close(struct sink *s)
{
	if (s->zip != NULL) {
		sink_check(s, archive_write_close(s->zip));
		archive_write_free(s->zip);
		archive_entry_free(s->entry);
		s->zip = NULL;
	}
	if (s->tmp == NULL)
		return;
	if (fsync(s->fd) == -1 || close(s->fd) == -1 ||
	    rename(s->tmp, s->path) == -1)
		sink_failed(s);
}
