#include "core/file/media_type.h"

#include <ctype.h>
#include <magic.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "core/ctx.h"

#define MEMORY	(16 * 1024 * 1024)

static bool
has_extension(const char *name, const char *ext)
{
	const char *dot = strrchr(name, '.');

	return dot != NULL && strcasecmp(dot, ext) == 0;
}

/* Plain text, refined by the extension. */
static const char *
refine(const char *type, const char *filename)
{
	/* Source code, which libmagic guesses, is plain text; so is an empty
	 * file. */
	if (strncmp(type, "text/x-", 7) == 0 ||
	    strcmp(type, "application/x-empty") == 0 ||
	    strcmp(type, "inode/x-empty") == 0)
		type = "text/plain";
	if (strcmp(type, "text/plain") != 0)
		return type;
	if (has_extension(filename, ".csv"))
		return "text/csv";
	if (has_extension(filename, ".md") ||
	    has_extension(filename, ".markdown"))
		return "text/markdown";
	return type;
}

const char *const media_files[] = { "/etc/magic", "/usr/share/misc/",
	"/usr/share/file/", "/usr/lib/file/", NULL };

const char *
media_type(struct ctx *c, const char *head, size_t len, const char *filename)
{
	const char *type;
	magic_t m;

	/* libmagic, or glibc's regular expressions below it, crashes without
	 * memory: it frees what it could not allocate. */
	memory_require(MEMORY);
	m = magic_open(MAGIC_MIME_TYPE);
	if (m == NULL || magic_load(m, NULL) == -1)
		fatal(FATAL_NOT_READY, "libmagic: %s (is libmagic-mgc "
		    "installed?)",
		    m == NULL ? "no memory" : magic_error(m));
	type = magic_buffer(m, head, len);
	if (type == NULL)
		fatal(FATAL_INTERNAL, "libmagic: %s", magic_error(m));
	/* libmagic does not recognize a single byte. */
	if (len == 1 && (isprint((unsigned char)*head) || isspace(
	    (unsigned char)*head)))
		type = "text/plain";
	type = arena_str(c->arena, refine(type, filename));
	magic_close(m);
	return type;
}
