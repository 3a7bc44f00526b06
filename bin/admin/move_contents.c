#include "bin/admin/move_contents.h"

#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "core/batch/backup.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "db/db.h"

/* Is it the same store, so that nothing moves? */
static bool
same_store(const struct settings *a, const struct settings *b)
{
	enum files store = settings_files(a);

	return store == settings_files(b) && store == FILES_DIRECTORY &&
	    strcmp(a->data, b->data) == 0;
}

void
move_contents(struct program *p, const char *place, struct db *to,
    struct copied_contents *m)
{
	struct progress g = progress_begin(p, "attachments", 0);
	unsigned char sha256[CONTENT_HASH] = { 0 };
	struct settings settings = p->settings;
	struct ctx from = p->ctx, there = p->ctx;
	int64_t size;

	settings.database = db_is_remote(place) ? place : "";
	if (!db_is_remote(place))
		settings.data = place;
	if (same_store(&p->settings, &settings))
		return;
	from.arena = there.arena = arena_new();
	there.settings = &settings;
	there.db = to;
	while (content_next(&from, sha256, &size)) {
		if (content_whole(&there, sha256, size) ||
		    content_fetch(&there, &from, sha256, size))
			m->copied++;
		else {
			m->lost++;
			log_error("%s is missing or damaged",
			    content_name(&from, sha256));
		}
		arena_reset(from.arena);
		progress_show(&g, m->copied);
	}
	progress_end(&g);
	arena_free(from.arena);
}
