/*
 * docket-admin fetch-files: brings attachments' bytes that are missing or
 * damaged from the files of a directory: of backups, or a data directory.  The
 * service can run.
 */
#include <sys/stat.h>

#include "base/arena.h"
#include "base/log.h"
#include "bin/admin/admin.h"
#include "cli/progress.h"
#include "core/batch/backup.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "db/db.h"

struct fetching {
	struct ctx	 to;
	struct place	 from;
	int64_t		 whole;		/* before */
	int64_t		 fetched;
	int64_t		 lost;		/* that are not there, either */
};

static void
fetch_content(struct fetching *f, const unsigned char *sha256, int64_t size)
{
	if (content_whole(&f->to, sha256, size))
		f->whole++;
	else if (content_fetch(&f->to, &f->from.ctx, sha256, size))
		f->fetched++;
	else {
		f->lost++;
		log_error("%s is missing or damaged, and so is %s",
		    content_name(&f->to, sha256),
		    content_name(&f->from.ctx, sha256));
	}
	arena_reset(f->to.arena);
	arena_reset(f->from.ctx.arena);
}

int
admin_fetch_files(struct admin *a)
{
	unsigned char sha256[CONTENT_HASH] = { 0 };
	struct fetching f = { .whole = 0 };
	struct progress g;
	struct stat st;
	int64_t size;

	if (stat(a->words[0], &st) == -1 || !S_ISDIR(st.st_mode))
		return program_failed("%s is not a directory", a->words[0]);
	if (!program_open(&a->p))
		return 1;
	f.to = a->p.ctx;
	f.to.arena = arena_new();
	place_open(&f.from, &a->p.ctx, a->words[0]);
	g = progress_begin(&a->p, "attachments", 0);
	while (content_next(&f.to, sha256, &size)) {
		fetch_content(&f, sha256, size);
		progress_show(&g, f.whole + f.fetched);
	}
	progress_end(&g);
	place_close(&f.from);
	arena_free(f.to.arena);
	program_say(&a->p, "%lld files were fetched; %lld were there",
	    (long long)f.fetched, (long long)f.whole);
	return f.lost == 0 ? 0 : program_failed("missing or damaged files: "
	    "%lld", (long long)f.lost);
}
