#include "core/batch/backup.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "db/db.h"
#include "query/admin.h"

/* "docket-20261121T012345Z.db" is of 2026-11-21T01:23:45Z. */
static const char *
backup_name_of(struct arena *a, int64_t stamp)
{
	char s[STAMP_SIZE];

	stamp_format(stamp, s);
	return arena_printf(a, "docket-%.4s%.2s%.2sT%.2s%.2s%.2sZ.db", s, s + 5,
	    s + 8, s + 11, s + 14, s + 17);
}

static bool
stamp_of(struct arena *a, const char *name, int64_t *stamp)
{
	const char *d = name + strlen("docket-");

	if (strlen(name) != strlen("docket-00000000T000000Z.db"))
		return false;
	/* Formats it again and compares: parsing accepts a second of 60 and
	 * does not check the separators. */
	return stamp_parse(arena_printf(a, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ", d,
	    d + 4, d + 6, d + 9, d + 11, d + 13), stamp) &&
	    strcmp(backup_name_of(a, *stamp), name) == 0;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int
backup_list(struct arena *a, const char *dir, const char ***names)
{
	const char **all = NULL;
	DIR *d = opendir(dir);
	struct dirent *e;
	int64_t stamp;
	int n = 0;

	if (d == NULL)
		return -1;
	while ((e = readdir(d)) != NULL)
		if (stamp_of(a, e->d_name, &stamp)) {
			all = arena_more(a, all, (size_t)n, sizeof(*all));
			all[n++] = arena_str(a, e->d_name);
		}
	closedir(d);
	if (n > 0)
		qsort(all, (size_t)n, sizeof(*all), by_name);
	*names = all;
	return n;
}

const char *
backup_name(struct arena *a, int64_t now, const char *newest)
{
	int64_t last;

	if (newest != NULL && stamp_of(a, newest, &last) && now < last + SECOND)
		now = last + SECOND;
	return backup_name_of(a, now);
}

void
place_open(struct place *p, const struct ctx *c, const char *dir)
{
	p->settings = *c->settings;
	if (dir != NULL) {
		p->settings.data = dir;
		p->settings.files = FILES_DIRECTORY;
	}
	p->ctx = *c;
	p->ctx.settings = &p->settings;
	p->ctx.arena = arena_new();
	p->ctx.db = NULL;
}

void
place_close(struct place *p)
{
	db_close(p->ctx.db);
	arena_free(p->ctx.arena);
	p->ctx.db = NULL;
	p->ctx.arena = NULL;
}

bool
content_next(struct ctx *c, unsigned char *sha256, int64_t *size)
{
	struct attachment_contents_row next;

	if (!only_attachment_contents(q_attachment_contents(c->db, sha256,
	    CONTENT_HASH, 1), c->arena, &next))
		return false;
	memcpy(sha256, next.sha256, CONTENT_HASH);
	*size = next.size;
	return true;
}
