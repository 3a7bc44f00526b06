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
#include "base/json/write.h"
#include "base/log.h"
#include "base/text.h"
#include "bin/import/import.h"
#include "core/batch/export.h"
#include "core/field.h"
#include "core/record.h"
#include "core/task/create.h"
#include "core/task/task.h"
#include "db/db.h"
#include "t/fuzz/lib/fuzz.h"
#include "t/fuzz/lib/world.h"

#define MORE	3		/* tasks made at each end afterwards */

static struct world *world;
static int made_ever[PART__MAX];

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

	for (i = 0; i < PART__MAX; i++)
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
check_word(const struct field *f, const char *s)
{
	size_t i;

	for (i = 0; strcmp(s, f->words[i]) != 0; i++)
		MUST(f->words[i + 1] != NULL);
}

static void
check_text(const struct field *f, const char *s)
{
	int32_t day;

	MUST(s != NULL || !(f->flags & F_REQUIRED));
	if (s == NULL)
		return;
	MUST(text_valid(s, strlen(s)) && text_length(s) >= f->min);
	MUST(f->max == 0 || text_length(s) <= f->max);
	if (f->type == F_UUID)
		check_id(s);
	else if (f->type == F_DATE)
		MUST(date_parse(s, &day));
	else if (f->type == F_WORD)
		check_word(f, s);
}

/* Each text that is imported is within its bounds. */
static void
check_record(const struct exported *r)
{
	const struct field *f;

	for (f = parts[r->part].kind->fields; f->name != NULL; f++)
		if ((f->flags & F_IMPORT) && f->holds == HOLDS_TEXT)
			check_text(f, *(const char *const *)
			    ((const char *)&r->of + f->at));
}

static void
note_refusal(void *arg, enum part part, const char *id, const char *why)
{
	struct taker *t = arg;

	MUST(part < PART__MAX && id != NULL && why != NULL);
	MUST(why[0] != '\0');
	t->refused++;
}

static void
expect(void *arg, int64_t records)
{
	(void)arg;
	MUST(records >= 0);
}

static void
take(void *arg, const struct exported *r)
{
	struct taker *t = arg;
	struct ctx c = *t->c;
	const char *why = NULL;

	check_record(r);
	c.arena = arena_new();
	switch (import_record(&c, r, &why)) {
	case IMPORT_MADE:
		t->made++;
		made_ever[r->part]++;
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
	const struct import_taker t = { expect, take, note_refusal, counts };
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
	struct taker counts;

	export_write(c, &jw, false);
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
