/*
 * Imports of any format: each record follows the rules or is refused with a
 * reason; importing twice makes nothing; imported data can be exported,
 * imported again and used; undone, it is gone.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/json/write.h"
#include "base/log.h"
#include "core/batch/export.h"
#include "core/batch/export_kinds.h"
#include "core/batch/import_undo.h"
#include "core/record.h"
#include "core/task/create.h"
#include "core/task/task.h"
#include "db/db.h"
#include "export/texts.h"
#include "import/import.h"
#include "import/importer/run.h"
#include "import/importer/work.h"
#include "t/fuzz/lib/fuzz.h"
#include "t/fuzz/lib/world.h"

#define MORE	3		/* tasks made at each end afterwards */

static struct world *world;
static int made_ever[EXPORT__MAX];

void
fuzz_begin(void)
{
	world = world_open();
	/* What an archive's reader says of a bad one is of no interest. */
	log_open("fuzz", "/dev/null");
}

bool
fuzz_reached(void)
{
	int i;

	for (i = 0; i < EXPORT__MAX; i++)
		if (made_ever[i] == 0)
			return false;
	return true;
}

static void
tell(void *arg, const struct result_record *r)
{
	int i;

	(void)arg;
	MUST(r->kind != NULL && r->verdict < VERDICT__MAX);
	MUST(r->verdict == VERDICT_MADE || (r->detail != NULL &&
	    r->detail[0] != '\0'));
	for (i = 0; i < EXPORT__MAX; i++)
		if (strcmp(export_kinds[i].kind->name, r->kind) == 0)
			made_ever[i] += r->verdict == VERDICT_MADE;
}

/* All of it; false where the file is no good.  counts: what became of it. */
static bool
import(struct ctx *c, const void *p, size_t n, struct import *im)
{
	int fd = memfd_create("import", MFD_CLOEXEC);
	struct import_source source;
	struct import_file given;
	bool ok;

	MUST(fd != -1 && write(fd, p, n) == (ssize_t)n);
	given = file_of(fd, "import.txt");
	*im = (struct import){ .ctx = *c, .given = &given, .given_count = 1,
	    .result.report = tell, .options.wait = 1 };
	ok = import_find(im, NULL, &source);
	if (ok) {
		ok = import_read(im, &source);
		if (ok) {
			MUST(db_begin_write(c->db, 1));
			work_finish(im);
			db_commit(c->db);
		}
		run_end(im);
	}
	MUST(ok || (im->outcome != DONE && im->why != NULL &&
	    im->why[0] != '\0'));
	close(fd);
	return ok;
}

/* The rank of whatever was brought leaves room on both sides. */
static void
go_on(struct ctx *c)
{
	char id[] = "88888888-8888-4888-8888-888888888800";
	enum outcome o;
	struct task t;
	size_t step;
	int i;

	for (i = 0; i < 2 * MORE; i++) {
		id[35] = (char)('0' + i);
		o = task_create(c, WORLD_LIST, &(struct task_new){
		    .top = i < MORE, .task = { .id = id, .title = "more" } },
		    &t, &step);
		MUST(o == CREATED || o == EXISTED || o == ID_IN_USE ||
		    o == LIMIT_REACHED);
	}
}

/* What is exported is there, to the last record. */
static void
check_export(struct ctx *c)
{
	struct buf out = { 0 };
	struct jw jw = { .out = &out };
	struct import im;

	db_begin_read(c->db);
	export_write(c, &jw, false, export_texts);
	db_end(c->db);
	MUST(import(c, out.data, out.len, &im));
	MUST(im.result.counts[VERDICT_MADE] == 0 &&
	    im.result.counts[VERDICT_REFUSED] == 0 &&
	    im.result.counts[VERDICT_EXISTING] > 0);
	buf_free(&out);
}

static void
undo(struct ctx *c, const char *import)
{
	struct buf kept = { 0 };
	struct jw jw = { .out = &kept };
	struct import_undo u = { .import = import, .kept = &jw };
	bool more = true;

	while (more) {
		MUST(db_begin_write(c->db, 1));
		more = import_undo(c, &u);
		db_commit(c->db);
	}
	buf_free(&kept);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_new();
	struct ctx c = world_ctx(world, a, ADA);
	struct import first, again;

	if (import(&c, data, len, &first)) {
		MUST(import(&c, data, len, &again));
		MUST(again.result.counts[VERDICT_MADE] == 0);
		MUST(again.result.counts[VERDICT_REFUSED] >=
		    first.result.counts[VERDICT_REFUSED]);
		check_export(&c);
		undo(&c, first.id);
		MUST(db_begin_write(c.db, 1));
		go_on(&c);
		db_commit(c.db);
	}
	arena_free(a);
	world_restore(world);
	return 0;
}
