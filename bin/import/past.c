#include "bin/import/past.h"

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text.h"
#include "cli/program.h"
#include "core/batch/imports.h"
#include "db/db.h"
#include "db/rows.h"
#include "import/undo.h"
#include "query/imports.h"

int
past_list(struct program *p)
{
	struct arena *a = p->ctx.arena;
	char stamp[STAMP_SIZE];
	struct imported i;
	const char *why;
	cJSON *counts;
	int64_t made;
	struct rows *r;

	db_begin_read(p->ctx.db);
	r = imported_all(&p->ctx);
	while (next_imported(r, a, &i)) {
		counts = json_read(a, i.counts, strlen(i.counts), &why);
		made = 0;
		json_int(json_member(counts, "made"), &made);
		json_free(counts);
		program_say(p, "%s\t%s\t%s\t%lld created\t%s", i.id,
		    stamp_format(i.created_at, stamp), i.format,
		    (long long)made, text_printable(a, i.filename));
	}
	db_end(p->ctx.db);
	return 0;
}

/* Prints what stays: "task ID stays: TITLE". */
static void
say_kept(const struct program *p, const cJSON *kept)
{
	const cJSON *k;

	for (k = kept == NULL ? NULL : kept->child; k != NULL; k = k->next)
		program_say(p, "%s %s stays, because it was changed or is in "
		    "use: %s", json_member(k, "kind")->valuestring,
		    json_member(k, "id")->valuestring, text_printable(
		    p->ctx.arena, json_member(k, "title")->valuestring));
}

int
past_undo(struct program *p, const char *id)
{
	struct buf b = { NULL, 0, 0 };
	struct jw jw = { .out = &b };
	struct import_undo u = { .import = id, .kept = &jw };
	const char *why;
	enum outcome o;
	cJSON *kept;

	jw_object(&jw);
	jw_name(&jw, "kept");
	jw_array(&jw);
	o = undo_import(&p->ctx, &u, PROGRAM_BUSY);
	jw_array_end(&jw);
	jw_object_end(&jw);
	kept = json_read(p->ctx.arena, b.data, b.len, &why);
	say_kept(p, json_member(kept, "kept"));
	json_free(kept);
	buf_free(&b);
	if (o == IMPORT_NOT_FOUND)
		return program_failed("this user has no import with that id");
	program_say(p, "%lld removed, %lld kept", (long long)u.removed,
	    (long long)u.kept_count);
	return o == DONE ? 0 : program_failed("the write lock is not "
	    "available: undo it again for the rest");
}
