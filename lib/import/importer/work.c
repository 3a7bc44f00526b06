#include "import/importer/work.h"

#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/json/write.h"
#include "core/batch/import_staging.h"
#include "core/batch/imports.h"
#include "db/db.h"
#include "import/importer/fail.h"
#include "import/importer/handover.h"
#include "import/importer/import.h"
#include "import/importer/item.h"
#include "import/importer/load.h"
#include "import/importer/make.h"
#include "import/importer/names.h"
#include "import/importer/note.h"
#include "import/importer/tags.h"
#include "import/importer/target.h"

#define HELD		5000	/* microseconds of the write lock, after which a
				 * record is the transaction's last */
#define PAUSE		100000	/* and at most until the next, if others wait */
#define QUEUE		64	/* items for one transaction */
#define LAST		200	/* items that the last transaction can make */
#define DISCARDED	100	/* records of a transaction */

static bool
work_lock(struct import *im)
{
	if (im->writing)
		return true;
	im->began = clock_ticks();
	if (!db_begin_write(im->ctx.db, im->options.wait))
		return run_fail(im, BUSY, "another program holds the write lock");
	im->writing = true;
	im->waited = clock_ticks() - im->began;
	im->began += im->waited;
	return true;
}

/* Gives others time to write: as much as it took itself if it had to wait for
 * them, otherwise a quarter of that. */
static void
work_unlock(struct import *im, bool keep)
{
	int64_t held, pause;

	if (!im->writing)
		return;
	if (keep)
		db_commit(im->ctx.db);
	else
		db_end(im->ctx.db);
	im->writing = false;
	held = clock_ticks() - im->began;
	pause = im->waited > held ? held : held / 4;
	usleep((useconds_t)(pause < PAUSE ? pause : PAUSE));
}

static bool
has_held(const struct import *im)
{
	return clock_ticks() - im->began >= HELD;
}

/* The context of the work on one item. */
static struct ctx
work_ctx(struct import *im, struct arena *a)
{
	struct ctx c = im->ctx;

	c.arena = a;
	return c;
}

static void
keep_for_later(struct import *im, struct ctx *c, const struct run_item *i)
{
	struct run_item *kept = item_copy(im->ctx.arena, i);

	tags_find(im, c, i);
	*im->later_end = kept;
	im->later_end = &kept->next;
	im->later_count++;
	im->later_files += kept->file_count;
}

/* Makes what is queued, as far as it can be made now. */
static void
make_queued(struct import *im, struct ctx *c, struct run_item *i)
{
	if (i->file_count > 0) {
		work_unlock(im, true);
		if (!load_files(im, c->arena, i))
			return;
	}
	if (work_lock(im) && !(i->ours ? make_record_ahead(im, c, i) :
	    make_ahead(im, c, i)))
		keep_for_later(im, c, i);
	load_drop(i);
	arena_reset(c->arena);
	if (im->writing && has_held(im))
		work_unlock(im, true);
}

/* Works off the queue; false with the outcome. */
static bool
work_flush(struct import *im)
{
	struct arena *a = arena_new();
	struct ctx c = work_ctx(im, a);
	struct run_item *i;

	for (i = im->queue; i != NULL && im->outcome == DONE; i = i->next)
		make_queued(im, &c, i);
	work_unlock(im, true);
	arena_free(a);
	arena_reset(im->queue_arena);
	im->queue = NULL;
	im->queue_end = &im->queue;
	im->queued = 0;
	return im->outcome == DONE;
}

void
work_queue(struct import *im, struct run_item *i)
{
	*im->queue_end = i;
	im->queue_end = &i->next;
	if (++im->queued == QUEUE)
		work_flush(im);
}

/* Discards what was not handed over, or what a killed import has left. */
static bool
work_discard(struct import *im)
{
	struct arena *a = arena_new();
	struct ctx c = work_ctx(im, a);
	bool more = true;

	while (more && work_lock(im)) {
		more = imported_discard(&c, DISCARDED);
		work_unlock(im, true);
		arena_reset(a);
	}
	arena_free(a);
	return !more;
}

static struct imported
described(struct import *im)
{
	return (struct imported){ .id = im->id, .format = im->format,
	    .filename = im->given_count == 0 ? "" : im->given[0].name,
	    .created_at = im->ctx.now, .counts = "{}", .lists = "[]",
	    .reasons = "[]" };
}

bool
work_begin(struct import *im)
{
	struct imported i;

	if (!stage_claim(&im->ctx))
		return run_fail(im, BUSY, "another import is running");
	im->claimed = true;
	if (!work_discard(im) || !work_lock(im))
		return false;
	if (im->options.dry_run) {
		work_unlock(im, false);
		return true;
	}
	i = described(im);
	if (imported_full(&im->ctx))
		run_fail(im, LIMIT_REACHED, "you have imported too often: undo "
		    "an import, or wait");
	else
		imported_begin(&im->ctx, &i);
	work_unlock(im, im->outcome == DONE);
	return im->outcome == DONE;
}

static const char *
json_of(struct import *im, void (*write)(const struct result *, struct jw *))
{
	struct buf b = { NULL, 0, 0 };
	struct jw jw = { .out = &b };
	const char *text;

	write(&im->result, &jw);
	text = arena_dup(im->ctx.arena, b.data, b.len);
	buf_free(&b);
	return text;
}

/* Says what became of it; from now on the user can undo it. */
static void
work_describe(struct import *im, struct ctx *c)
{
	struct imported i = described(im);

	if (im->options.dry_run)
		return;
	i.counts = json_of(im, result_counts);
	i.lists = json_of(im, result_lists);
	i.reasons = json_of(im, result_reasons);
	i.columns = im->result.columns;
	imported_end(c, &i);
}

/* In a dry run its task was made, and rolled back. */
static bool
is_of_rolled(struct import *im, const struct run_item *i)
{
	const struct exported *r = &i->record;
	const char *task = r->kind == EXPORT_STEP ? r->of.step.task_id :
	    r->kind == EXPORT_MY_DAY ? r->of.my_day.task_id :
	    r->kind == EXPORT_TEXT ? r->of.text.task_id :
	    r->kind == EXPORT_ATTACHMENT ? r->of.attachment.task_id : NULL;

	return im->options.dry_run && task != NULL &&
	    *names_at(im->rolled, task) != NULL;
}

static void
make_in_portion(struct import *im, struct ctx *c, struct run_item *i)
{
	if (i->file_count > 0) {
		work_unlock(im, !im->options.dry_run);
		if (!load_files(im, c->arena, i))
			return;
	}
	if (!work_lock(im))
		return;
	i->done = true;
	if (is_of_rolled(im, i))
		note_verdict(im, i, IMPORT_MADE, NULL);
	else if (make_possible(c, i)) {
		make_late(im, c, i);
		if (im->options.dry_run && i->record.kind == EXPORT_TASK)
			*names_at(im->rolled, i->record.of.task.id) = im;
	} else
		i->done = false;
	load_drop(i);
	arena_reset(c->arena);
	if (has_held(im))
		work_unlock(im, !im->options.dry_run);
}

/* Makes the lists that have no tasks. */
static void
make_empty_lists(struct import *im)
{
	struct arena *a = arena_new();
	struct ctx c = work_ctx(im, a);
	struct target *t;

	for (t = im->first_target; t != NULL && work_lock(im); t = t->next) {
		if (!t->ours)
			target_usable(im, &c, t);
		arena_reset(a);
		if (has_held(im))
			work_unlock(im, true);
	}
	work_unlock(im, true);
	arena_free(a);
}

bool
work_portions(struct import *im)
{
	struct arena *a;
	struct run_item *i;
	struct ctx c;

	if (!work_flush(im))
		return false;
	make_empty_lists(im);
	if (im->outcome != DONE ||
	    (im->later_count <= LAST && im->later_files == 0))
		return im->outcome == DONE;
	a = arena_new();
	c = work_ctx(im, a);
	if (work_lock(im))
		work_describe(im, &c);
	for (i = im->later; i != NULL && im->outcome == DONE; i = i->next)
		make_in_portion(im, &c, i);
	work_unlock(im, !im->options.dry_run);
	arena_free(a);
	return im->outcome == DONE;
}

/* A conflict can have rolled an earlier call back: then begins again. */
static void
save_result(struct import *im)
{
	size_t size = im->list_count * sizeof(*im->lists);

	if (im->saved_lists == NULL) {
		im->saved = im->result;
		im->saved_lists = arena_alloc(im->ctx.arena, size + 1);
		if (size > 0)
			memcpy(im->saved_lists, im->lists, size);
		return;
	}
	im->result = im->saved;
	if (size > 0)
		memcpy(im->lists, im->saved_lists, size);
}

/* Files can no longer be read. */
static void
make_last(struct import *im, struct ctx *c, struct run_item *i)
{
	if (i->ours && i->file_count > 0 && !im->options.dry_run) {
		note_verdict(im, i, IMPORT_REFUSED,
		    import_reason(TASK_NOT_FOUND));
		return;
	}
	i->file_count = 0;
	make_late(im, c, i);
}

void
work_finish(struct import *im)
{
	struct arena *a = arena_new();
	struct ctx c = work_ctx(im, a);
	struct run_item *i;

	save_result(im);
	handover_lists(im, &c);
	for (i = im->later; i != NULL; i = i->next) {
		if (!i->done)
			make_last(im, &c, i);
		arena_reset(a);
	}
	tags_show(im, &c);
	handover_complete(im, &c);
	im->result.lists = im->lists;
	im->result.list_count = im->list_count;
	work_describe(im, &c);
	stage_end(&c);
	arena_free(a);
}

bool
work_preview(struct import *im)
{
	if (!work_lock(im))
		return false;
	work_finish(im);
	work_unlock(im, false);
	return true;
}

void
work_end(struct import *im)
{
	struct arena *a;
	struct ctx c;
	bool left;

	if (!im->claimed)
		return;
	a = arena_new();
	c = work_ctx(im, a);
	db_begin_read(c.db);
	left = imported_left(&c);
	db_end(c.db);
	if (left && work_discard(im) && work_lock(im)) {
		tags_drop(im, &c);
		work_unlock(im, true);
	}
	stage_release(&im->ctx);
	im->claimed = false;
	arena_free(a);
}
