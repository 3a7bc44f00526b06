#include "bin/admin/settings_file.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "bin/admin/admin.h"

#define FILE_MAX	(1 << 20)

/* The key's line, or with `before` "#" the one that is commented out. */
static const char *
line_of(const char *text, const char *before, const char *key)
{
	size_t b = strlen(before), n = strlen(key);
	const char *s = text, *p;

	while (*s != '\0') {
		p = s + b + n;
		if (strncmp(s, before, b) == 0 &&
		    strncmp(s + b, key, n) == 0) {
			p += strspn(p, " \t");
			if (*p == '=' || *p == ':')
				return s;
		}
		s += strcspn(s, "\n");
		s += *s == '\n';
	}
	return NULL;
}

/* The text with that setting in it. */
static const char *
settings_file_put(struct arena *a, const char *text,
    const struct new_setting *s)
{
	const char *at = line_of(text, "", s->key), *rest;

	if (at == NULL && (at = line_of(text, "#", s->key)) == NULL)
		at = text + strlen(text);
	rest = at + strcspn(at, "\n");
	rest += *rest == '\n';
	return arena_printf(a, "%.*s%s%s = %s\n%s", (int)(at - text), text,
	    at > text && at[-1] != '\n' ? "\n" : "", s->key, s->value, rest);
}

/* The file's text; "" if there is none.  NULL with errno: unreadable, or not a
 * file, such as /dev/null, which a file must not replace. */
static const char *
text_of(struct arena *a, const char *path)
{
	char *text = arena_alloc(a, FILE_MAX);
	FILE *in = fopen(path, "re");
	struct stat st;
	size_t n;

	if (in == NULL)
		return errno == ENOENT ? "" : NULL;
	if (fstat(fileno(in), &st) == -1 || !S_ISREG(st.st_mode)) {
		fclose(in);
		errno = EINVAL;
		return NULL;
	}
	n = fread(text, 1, FILE_MAX - 1, in);
	text[n] = '\0';
	fclose(in);
	return text;
}

/* Keeps owner and mode of an existing file; otherwise the service can read
 * it. */
static bool
set_owner(int fd, const char *path, const char *data)
{
	struct stat st;

	if (stat(path, &st) == 0)
		return fchown(fd, st.st_uid, st.st_gid) == 0 &&
		    fchmod(fd, st.st_mode & 0777) == 0;
	if (stat(data, &st) == -1)
		return fchmod(fd, 0600) == 0;
	return fchown(fd, (uid_t)-1, st.st_gid) == 0 && fchmod(fd, 0640) == 0;
}

/* Writes the new file and makes it durable; false with errno. */
static bool
write_beside(const char *fresh, const char *path, const char *data,
    const char *text)
{
	FILE *out;
	bool done;

	unlink(fresh);
	if ((out = fopen(fresh, "wxe")) == NULL)
		return false;
	done = set_owner(fileno(out), path, data) && fputs(text, out) != EOF &&
	    fflush(out) == 0 && fsync(fileno(out)) == 0;
	return fclose(out) == 0 && done;
}

/* Reads the settings as the programs will; false after an error message. */
static bool
read_again(struct admin *a, const char *path)
{
	const struct settings *s = &a->p.settings;
	const char *why, *data = strcmp(s->origin[SETTING_DATA], "-d") == 0 ?
	    s->data : NULL;

	if (settings_load(a->p.ctx.arena, &a->p.settings,
	    (const struct settings_flag[]){ { "-c", "conf", path },
	    { "-d", "data", data }, { NULL, NULL, NULL } }, environ, &why))
		return true;
	program_failed("%s", why);
	return false;
}

/* The path of the settings file, which may not exist yet. */
static const char *
settings_file_place(struct admin *a)
{
	const char *file = a->p.settings.file;
	struct arena *arena = a->p.ctx.arena;
	char *whole;

	if (file == NULL) {
		file = SETTINGS_FILE;
		mkdir(dirname(arena_str(arena, file)), 0755);
	} else if ((whole = realpath(file, NULL)) != NULL) {
		file = arena_str(arena, whole);
		free(whole);
	}
	return file;
}

const char *
settings_file_fault(struct admin *a, enum setting which, const char *value)
{
	/* It could end the line or begin a comment. */
	return strpbrk(value, " \t\r\n\v\f") != NULL ?
	    "must not contain blanks" :
	    settings_fault(a->p.ctx.arena, which, value);
}

bool
settings_file_write(struct admin *a, const struct new_setting *all, size_t n)
{
	struct arena *arena = a->p.ctx.arena;
	const char *path = settings_file_place(a), *fresh, *text =
	    text_of(arena, path);
	size_t i;

	fresh = arena_printf(arena, "%s.new", path);
	for (i = 0; text != NULL && i < n; i++)
		if (all[i].value != NULL)
			text = settings_file_put(arena, text, &all[i]);
	if (text == NULL || !write_beside(fresh, path, a->p.settings.data,
	    text)) {
		program_failed(errno == EINVAL ? "%s: not a file; name one "
		    "with -c" : "%s: %s; run it as root", path,
		    strerror(errno));
		return false;
	}
	if (!read_again(a, fresh)) {
		unlink(fresh);
		return false;
	}
	if (rename(fresh, path) == -1) {
		program_failed("%s: %s", path, strerror(errno));
		unlink(fresh);
		return false;
	}
	return read_again(a, path);
}
