/*
 * Imports of JSON and of zip archives: each record follows the rules or is
 * refused with a reason; importing twice changes nothing; imported data can be
 * exported, imported again and used.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <uuid/uuid.h>

#include "base/date.h"
#include "base/log.h"
#include "base/text.h"
#include "bin/import/import.h"
#include "core/batch/export.h"
#include "core/task/create.h"
#include "core/task/recur.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "db/db.h"
#include "t/fuzz/lib/fuzz.h"
#include "t/fuzz/lib/world.h"

#define MORE	3		/* tasks made at each end afterwards */

static struct world *world;
static int made_ever[IMPORT_KIND__MAX];

struct taker {
	struct ctx	*c;
	int		 made, there, refused;
};

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

	for (i = 0; i < IMPORT_KIND__MAX; i++)
		if (made_ever[i] == 0)
			return false;
	return true;
}

static void
check_id(const char *id)
{
	char lower[UUID_STR_LEN];
	uuid_t u;

	if (id == NULL)
		return;
	MUST(uuid_parse(id, u) == 0);
	uuid_unparse_lower(u, lower);
	MUST(strcmp(id, lower) == 0);
}

static void
check_text(const char *s, size_t max, bool required)
{
	MUST(s != NULL || !required);
	if (s == NULL)
		return;
	MUST(text_valid(s, strlen(s)) && text_length(s) <= max);
	MUST(!required || s[0] != '\0');
}

static void
check_record(const struct import_record *r)
{
	enum recurrence rule;
	int32_t day;

	check_id(r->id);
	check_id(r->parent);
	check_id(r->assignee_id);
	MUST(r->id != NULL || r->kind == IMPORT_MY_DAY);
	MUST(r->parent != NULL || r->kind == IMPORT_GROUP ||
	    r->kind == IMPORT_LIST);
	check_text(r->title, r->kind == IMPORT_GROUP ||
	    r->kind == IMPORT_LIST ? 200 : 500, r->kind != IMPORT_MY_DAY &&
	    r->kind != IMPORT_ATTACHMENT);
	check_text(r->notes, 10000, false);
	check_text(r->rank, 1000, false);
	MUST(r->due_date == NULL || date_parse(r->due_date, &day));
	MUST(r->recurrence == NULL || recur_parse(r->recurrence, &rule));
}

static void
note_refusal(void *arg, enum import_kind kind, const char *id, const char *why)
{
	struct taker *t = arg;

	MUST(kind < IMPORT_KIND__MAX && id != NULL && why != NULL);
	MUST(why[0] != '\0');
	t->refused++;
}

static void
take(void *arg, const struct import_record *r)
{
	struct taker *t = arg;
	struct ctx c = *t->c;
	const char *why = NULL;

	check_record(r);
	c.arena = arena_new();
	switch (import_record(&c, r, &why)) {
	case IMPORT_MADE:
		t->made++;
		made_ever[r->kind]++;
		break;
	case IMPORT_THERE:
		t->there++;
		break;
	default:
		MUST(why != NULL && why[0] != '\0');
		t->refused++;
		break;
	}
	arena_free(c.arena);
}

/* All of it, within a transaction; false where the file is no good. */
static bool
import(struct ctx *c, const void *p, size_t n, struct taker *counts)
{
	const struct import_format *f = import_docket_zip.knows(p, n) ?
	    &import_docket_zip : &import_docket_json;
	const struct import_taker t = { take, note_refusal, counts };
	int fd = memfd_create("import", MFD_CLOEXEC);
	const char *why = NULL;
	void *prepared = NULL;
	FILE *file;
	bool ok;

	*counts = (struct taker){ c, 0, 0, 0 };
	MUST(fd != -1 && write(fd, p, n) == (ssize_t)n);
	MUST((file = fdopen(fd, "r")) != NULL);
	rewind(file);
	ok = (f->prepare == NULL ||
	    f->prepare(c, file, false, &prepared, &why)) &&
	    f->read(c, file, prepared, &t, &why);
	MUST(ok || (why != NULL && why[0] != '\0'));
	if (f->release != NULL)
		f->release(prepared);
	fclose(file);
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
		    .id = id, .top = i < MORE, .fields = { .set = TASK_TITLE,
		    .title = "more" } }, &t, &step);
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
	struct taker counts;

	export_write(c, &jw);
	MUST(import(c, out.data, out.len, &counts));
	MUST(counts.made == 0 && counts.refused == 0 && counts.there > 0);
	buf_free(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_new();
	struct ctx c = world_ctx(world, a, ADA);
	struct taker first, again;

	MUST(db_begin_write(c.db, 1));
	if (import(&c, data, len, &first)) {
		MUST(import(&c, data, len, &again));
		MUST(again.made == 0 && again.refused >= first.refused);
		check_export(&c);
		go_on(&c);
	}
	db_end(c.db);
	arena_free(a);
	world_restore(world);
	return 0;
}
