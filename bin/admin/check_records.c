/*
 * docket-admin check: records against each other, and against the files.
 */
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/id.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "cli/progress.h"
#include "core/batch/backup.h"
#include "core/batch/reindex.h"
#include "core/feed.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "core/file/orphans.h"
#include "db/db.h"
#include "query/admin.h"

#define PAGE	200

static const char *const kinds[FEED__MAX] = {
	[FEED_LIST] = "lists", [FEED_GROUP] = "groups", [FEED_TASK] = "tasks",
	[FEED_MOVED] = "moved tasks", [FEED_STEP] = "steps",
	[FEED_TAG] = "tags", [FEED_TAG_SET] = "tag sets",
	[FEED_ATTACHMENT] = "attachments", [FEED_MY_DAY] = "My Day entries",
	[FEED_MEMBER] = "members", [FEED_ME] = "users",
	[FEED_SETTING] = "users' settings",
};

void
check_feed(struct check *k)
{
	static const char remedy[] = "Restore a backup; something other than "
	    "Docket may have written to the database";
	struct rows *r = q_check_feed(k->c->db);
	struct check_feed_row f;

	while (next_check_feed(r, k->c->arena, &f)) {
		if (f.unfed > 0)
			check_found(k, true, remedy, "missing from the feed of "
			    "changes: %lld (%s); clients do not see them",
			    (long long)f.unfed, kinds[f.kind]);
		if (f.stray > 0)
			check_found(k, true, remedy, "in the feed without a "
			    "record: %lld (%s)", (long long)f.stray,
			    kinds[f.kind]);
	}
	if (rows_one(q_check_last_stamp(k->c->db), 0) != 0)
		check_found(k, true, "Restore a backup", "some changes are "
		    "newer than the last stamp issued");
}

/* How many lists have search words that differ from their tasks.  Each list is
 * read in a snapshot, since the service goes on meanwhile. */
static int64_t
count_misindexed(struct check *k)
{
	struct progress g = progress_begin(&k->admin->p, "lists", 0);
	struct ctx c = *k->c;
	struct reindexed_list *l;
	char after[ID_SIZE] = "";
	int64_t wrong = 0, seen = 0;
	size_t n, i;

	c.arena = arena_new();
	do {
		n = reindex_lists(&c, after[0] == '\0' ? NULL : after, PAGE,
		    &l);
		for (i = 0; i < n; i++) {
			db_begin_read(c.db);
			wrong += !reindex_right(&c, &l[i]);
			db_end(c.db);
			memcpy(after, l[i].id, sizeof(after));
			progress_show(&g, ++seen);
		}
		arena_reset(c.arena);
	} while (n == PAGE);
	progress_end(&g);
	arena_free(c.arena);
	return wrong;
}

void
check_index(struct check *k)
{
	static const char remedy[] = "Run docket-admin reindex";
	int64_t words = count_misindexed(k), counts, *strays;

	if (words > 0 || reindex_strays(k->c, 1, &strays) > 0)
		check_found(k, true, remedy, "the words for search differ from "
		    "the tasks, in lists: %lld", (long long)words);
	counts = reindex_counts(k->c, false);
	if (counts > 0)
		check_found(k, true, remedy, "the counts of tasks or text are "
		    "wrong, of lists and users: %lld", (long long)counts);
}

/* NULL, or what is wrong with that content. */
static const char *
look_at_content(struct check *k, struct ctx *c, const unsigned char *hash,
    int64_t size)
{
	struct content_reader *r = content_open(c, hash, size);
	int64_t length;

	if (r == NULL)
		return strerror(errno);
	length = content_length(r);
	content_close(r);
	return length != size ? "its size differs from the recorded size" :
	    k->admin->deep && !content_whole(c, hash, size) ?
	    "its content differs from what was uploaded" : NULL;
}

/* Below the directory of attachments, those that the service's user cannot use;
 * what is in them is not looked at. */
static int
count_closed_folders(struct check *k, const char **first)
{
	const char *top = arena_printf(k->c->arena, "%s/" CONTENT_DIR,
	    k->c->settings->data), *path;
	DIR *dir = opendir(top);
	struct dirent *e;
	int n = 0;

	while (dir != NULL && (e = readdir(dir)) != NULL) {
		path = arena_printf(k->c->arena, "%s/%s", top, e->d_name);
		if (strlen(e->d_name) == 2 && e->d_name[0] != '.' &&
		    access(path, R_OK | W_OK | X_OK) == -1 && n++ == 0)
			*first = path;
	}
	if (dir != NULL)
		closedir(dir);
	return n;
}

static bool
folders_are_open(struct check *k)
{
	const char *first;
	int n = count_closed_folders(k, &first);

	if (n > 0)
		check_found(k, true, "chown -R the directory above to the "
		    "service's user", "folders of attachments that the "
		    "service's user (UID %u) cannot use: %d, such as %s",
		    (unsigned)geteuid(), n, first);
	return n == 0;
}

static void
look_at_contents(struct check *k)
{
	struct progress g = progress_begin(&k->admin->p, "files", 0);
	unsigned char sha256[CONTENT_HASH] = { 0 };
	struct ctx c = *k->c;
	const char *wrong;
	int64_t seen = 0, size;

	c.arena = arena_new();
	while (content_next(&c, sha256, &size)) {
		wrong = look_at_content(k, &c, sha256, size);
		if (wrong != NULL)
			check_found(k, true, "docket-admin fetch-files DIR "
			    "brings it from backups", "%s: %s",
			    content_name(&c, sha256), wrong);
		progress_show(&g, ++seen);
		arena_reset(c.arena);
	}
	progress_end(&g);
	arena_free(c.arena);
}

static void
look_at_orphans(struct check *k)
{
	struct orphans o;

	if (!content_answers(k->c)) {
		check_found(k, true, "The log says why; correct s3-url, or the "
		    "store", "the store of attachments does not answer, or "
		    "refuses: files can be neither added nor removed");
		return;
	}
	content_orphans(k->c, &o);
	if (o.count > 0)
		check_found(k, false, "docket-cleanup removes them", "files "
		    "without an attachment: %zu, such as %s", o.count,
		    o.names[0]);
	if (o.partial)
		check_found(k, false, "The log says why; the key in s3-url "
		    "needs permission to list objects (s3:ListBucket)",
		    "the store does not list its files: docket-cleanup cannot "
		    "remove those that no attachment needs");
}

void
check_files(struct check *k)
{
	if (folders_are_open(k)) {
		look_at_contents(k);
		look_at_orphans(k);
	}
}
