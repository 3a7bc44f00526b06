#include "bin/backup/prune.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "cli/program.h"
#include "core/batch/backup.h"
#include "core/file/content.h"
#include "core/file/directory.h"
#include "core/file/orphans.h"
#include "db/db.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/snapshot.h"

/* Temporary names, which content_fetch() uses while copying. */
#define NEW		"new-"
#define NEW_LENGTH	(strlen(NEW) + 36)

static const char *
prune_path(struct program *p, const char *dir, const char *name)
{
	return arena_printf(p->ctx.arena, "%s/%s", dir, name);
}

void
prune_tidy(struct program *p, const char *dir)
{
	const char *files = prune_path(p, dir, CONTENT_DIR);
	DIR *d = opendir(files);
	struct dirent *e;

	db_discard(prune_path(p, dir, BACKUP_NEW));
	while (d != NULL && (e = readdir(d)) != NULL)
		if (strncmp(e->d_name, NEW, strlen(NEW)) == 0 &&
		    strlen(e->d_name) == NEW_LENGTH)
			unlink(prune_path(p, files, e->d_name));
	if (d != NULL)
		closedir(d);
}

/* Reduces *paths, `count` files (NULL: all files), to those that the backup
 * does not name; returns how many.  -1, after an error message, if the backup
 * cannot be read. */
static int
prune_unnamed(struct place *at, const char *path, const char ***paths,
    int count)
{
	struct orphans o;
	int n = 0, i;

	db_open_file(path, false, &at->ctx.db);
	if (at->ctx.db == NULL) {
		log_error("%s cannot be read: no attachments were removed",
		    path);
		return -1;
	}
	if (*paths == NULL) {
		content_orphans(&at->ctx, &o);
		*paths = o.names;
		count = (int)o.count;
	}
	for (i = 0; i < count; i++)
		if (directory_unnamed(&at->ctx, (*paths)[i]))
			(*paths)[n++] = (*paths)[i];
	db_close(at->ctx.db);
	at->ctx.db = NULL;
	return n;
}

static int
remove_all(const char **paths, int count)
{
	int gone = 0, i;

	for (i = 0; i < count; i++)
		if (unlink(paths[i]) == 0)
			gone++;
		else
			log_error("%s: %s", paths[i], strerror(errno));
	return gone;
}

bool
prune_old(struct program *p, struct place *at, int keep)
{
	const char *dir = at->settings.data, **names, **files = NULL;
	int n = backup_list(p->ctx.arena, dir, &names), i, of = 0;
	const int first = n > keep ? n - keep : 0;
	int old = first;

	for (i = 0; i < n; i++)
		names[i] = prune_path(p, dir, names[i]);
	if (old > 0) {
		old = remove_all(names, old);
		file_sync_dir(dir);
	}
	for (i = n - 1; i >= first && of != -1; i--)
		of = prune_unnamed(at, names[i], &files, of);
	if (of != -1)
		of = remove_all(files, of);
	if (old > 0 || of > 0)
		program_say(p, "Old backups removed: %d; files: %d", old, of);
	return of != -1;
}
