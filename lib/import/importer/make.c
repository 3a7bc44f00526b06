#include "import/importer/make.h"

#include "base/arena.h"
#include "core/access.h"
#include "core/batch/import_staging.h"
#include "core/batch/imports.h"
#include "core/batch/export_kinds.h"
#include "core/feed.h"
#include "core/file/attachment.h"
#include "core/record.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "db/rows.h"
#include "import/importer/item.h"
#include "import/importer/note.h"
#include "import/importer/import.h"
#include "import/importer/tags.h"
#include "import/importer/target.h"
#include "import/importer/text.h"
#include "query/import.h"
#include "query/step.h"

static enum import_verdict
import_now(struct ctx *c, const struct exported *r, bool ahead,
    const char **why)
{
	enum import_verdict v = ahead ? import_ahead(c, r, why) : IMPORT_LATER;

	return v == IMPORT_LATER ? import_record(c, r, why) : v;
}

/* What is stored of it: a file's content, or a client's text.  False: there is
 * such a text already. */
static bool
make_stored(struct ctx *c, struct run_item *i)
{
	struct exported *r = &i->record;

	if (i->file_count > 0)
		r->content = i->files[0].content;
	return r->kind != EXPORT_TEXT || text_read(c, i);
}

/* The text that its client reads from now on, unless something else of the list
 * has its UID. */
static void
make_text(struct ctx *c, const struct run_item *task, bool ahead)
{
	const char *id = task->record.of.task.id, *why;
	struct run_item text = { .tags = task->tags,
	    .tag_count = task->tag_count, .record = { .kind = EXPORT_TEXT,
	    .of.text = { .task_id = id, .text = task->text } } };

	if (task->text == NULL)
		return;
	text_read(c, &text);
	if (import_now(c, &text.record, ahead, &why) == IMPORT_MADE)
		text_put_own(c, &text);
}

/* A part of a task: by itself if the task was there before. */
static void
make_part(struct import *im, struct ctx *c, const struct run_item *part,
    const char *task, bool ahead, bool alone)
{
	enum import_verdict v;
	const char *why;

	v = import_now(c, &part->record, ahead, &why);
	note_verdict(im, part, v, why);
	if (v == IMPORT_MADE && alone && !im->options.dry_run)
		imported_made_part(c, im->id, part->record.kind == EXPORT_STEP ?
		    FEED_STEP : FEED_ATTACHMENT,
		    record_id(export_kinds[part->record.kind].kind->fields,
		    &part->record.of), task);
}

static const char *
step_id(struct ctx *c, const struct run_item *task, size_t n)
{
	const struct draft_step *s = &task->steps[n];

	return id_from_name(c->arena, task->record.of.task.id,
	    s->id != NULL ? arena_printf(c->arena, "step %s", s->id) :
	    arena_printf(c->arena, "step %zu %s", n, s->step.title));
}

static struct run_item
item_of_step(struct ctx *c, const struct run_item *task, size_t n)
{
	const struct draft_step *from = &task->steps[n];
	struct run_item s = { .row = from->row != 0 ? from->row : task->row,
	    .record = { .kind = EXPORT_STEP, .of.step = from->step } };

	s.record.of.step.task_id = task->record.of.task.id;
	s.record.of.step.id = step_id(c, task, n);
	return s;
}

static struct run_item
item_of_file(struct ctx *c, const struct run_item *task, size_t n)
{
	const struct item_file *from = &task->files[n];
	const char *id = task->record.of.task.id;
	struct run_item f = { .row = task->row, .record = {
	    .kind = EXPORT_ATTACHMENT, .content = from->content } };

	f.record.of.attachment = (struct attachment){ .task_id = id,
	    .filename = from->name, .created_at = from->created_at,
	    .id = id_from_name(c->arena, id, arena_printf(c->arena,
	    "file %s", from->id)) };
	return f;
}

/* Each in an arena that is emptied: there can be very many. */
static void
make_parts(struct import *im, const struct ctx *all, const struct run_item *i,
    bool ahead, bool alone)
{
	const char *task = i->record.of.task.id;
	struct ctx c = *all;
	struct run_item part;
	size_t n;

	c.arena = arena_new();
	for (n = 0; n < i->step_count; n++) {
		part = item_of_step(&c, i, n);
		make_part(im, &c, &part, task, ahead, alone);
		arena_reset(c.arena);
	}
	for (n = 0; n < i->file_count; n++) {
		part = item_of_file(&c, i, n);
		make_part(im, &c, &part, task, ahead, alone);
		arena_reset(c.arena);
	}
	arena_free(c.arena);
}

static void
make_task(struct import *im, struct ctx *c, struct run_item *i, bool ahead)
{
	enum import_verdict v = IMPORT_THERE;
	const char *why = import_reason(EXISTED);

	if (!i->exists)
		v = import_now(c, &i->record, ahead, &why);
	note_verdict(im, i, v, why);
	if (v == IMPORT_REFUSED)
		return;
	im->lists[i->target->number].tasks++;
	if (v == IMPORT_MADE) {
		im->lists[i->target->number].made++;
		tags_put(im, c, i, i->record.of.task.id);
		make_text(c, i, ahead);
	}
	make_parts(im, c, i, ahead, v == IMPORT_THERE);
	if (v == IMPORT_MADE && !im->options.dry_run)
		imported_made_task(c, im->id, i->record.of.task.id);
}

static struct rows *
task_used(struct ctx *c, const char *id)
{
	struct ctx s = stage_ctx(c);

	return q_used_task(c->db, c->user, s.user, id);
}

/* Is there nothing to make of a task that exists? */
static bool
is_complete(struct ctx *c, const struct run_item *i)
{
	const char *task = i->record.of.task.id;
	struct run_item f;
	struct attachment was;
	size_t n;

	for (n = 0; n < i->step_count; n++)
		if (!rows_any(q_step_get(c->db, c->user, task,
		    step_id(c, i, n))))
			return false;
	for (n = 0; n < i->file_count; n++) {
		f = item_of_file(c, i, n);
		if (attachment_get(c, f.record.of.attachment.id, &was) != DONE)
			return false;
	}
	return true;
}

static void
make_complete(struct import *im, struct ctx *c, struct run_item *i)
{
	const char *why = import_reason(EXISTED);
	struct run_item part;
	size_t n;

	im->lists[i->target->number].tasks++;
	note_verdict(im, i, IMPORT_THERE, why);
	for (n = 0; n < i->step_count; n++) {
		part = item_of_step(c, i, n);
		note_verdict(im, &part, IMPORT_THERE, why);
	}
	for (n = 0; n < i->file_count; n++) {
		part = item_of_file(c, i, n);
		note_verdict(im, &part, IMPORT_THERE, why);
	}
}

bool
make_ahead(struct import *im, struct ctx *c, struct run_item *i)
{
	struct task *t = &i->record.of.task;

	if (!target_usable(im, c, i->target)) {
		if (i->target->state == TARGET_LEFT_OUT)
			note_left_out(im, i);
		else
			note_verdict(im, i, IMPORT_REFUSED,
			    import_reason(LIST_NOT_FOUND));
		return true;
	}
	t->list_id = target_id(im, i->target);
	t->id = target_name(im, c, "task", i->name, task_used, &i->exists);
	if (i->exists && is_complete(c, i))
		make_complete(im, c, i);
	else if (i->exists || i->target->state == TARGET_LIVE)
		return false;
	else
		make_task(im, c, i, true);
	return true;
}

static void
note_ours(struct import *im, struct ctx *c, struct run_item *i,
    enum import_verdict v, const char *why)
{
	if (v == IMPORT_MADE)
		note_made(im, c, &i->record);
	if (v == IMPORT_MADE && i->record.kind == EXPORT_LIST)
		i->target->made = true;
	if (v != IMPORT_REFUSED && i->record.kind == EXPORT_TASK) {
		im->lists[i->target->number].tasks++;
		im->lists[i->target->number].made += v == IMPORT_MADE;
	}
	if (v == IMPORT_MADE && i->record.kind == EXPORT_TEXT)
		text_put_tags(im, c, i);
	note_verdict(im, i, v, why);
}

/* Has it a file that is not the one of the export? */
static bool
has_wrong_file(struct import *im, const struct run_item *i)
{
	if (i->file_count == 0 || !i->files[0].differs)
		return false;
	note_verdict(im, i, IMPORT_REFUSED,
	    "it differs from the file that was exported");
	return true;
}

bool
make_record_ahead(struct import *im, struct ctx *c, struct run_item *i)
{
	const char *why;
	enum import_verdict v;

	if (has_wrong_file(im, i))
		return true;
	if (!make_stored(c, i)) {
		note_ours(im, c, i, IMPORT_THERE, import_reason(EXISTED));
		return true;
	}
	v = import_ahead(c, &i->record, &why);
	if (v == IMPORT_LATER)
		return false;
	note_ours(im, c, i, v, why);
	return true;
}

static void
make_record_late(struct import *im, struct ctx *c, struct run_item *i)
{
	const char *why;
	enum import_verdict v;

	if (has_wrong_file(im, i))
		return;
	make_stored(c, i);
	v = import_record(c, &i->record, &why);
	note_ours(im, c, i, v, why);
}

void
make_late(struct import *im, struct ctx *c, struct run_item *i)
{
	if (i->ours)
		make_record_late(im, c, i);
	else
		make_task(im, c, i, false);
}

/* Also by a viewer: what they may not change is refused later, with its
 * reason. */
static bool
make_reached(enum outcome o)
{
	return o != TASK_NOT_FOUND;
}

/* A record that must be a part of one that the user reaches. */
bool
make_possible(struct ctx *c, const struct run_item *i)
{
	const struct exported *r = &i->record;
	struct task t;

	switch (r->kind) {
	case EXPORT_LIST:
		return !stage_has(c, r->of.list.id);
	case EXPORT_TASK:
		return i->exists ? make_reached(task_reach(c, r->of.task.id, &t)) :
		    access_has(c, c->user, r->of.task.list_id);
	case EXPORT_STEP:
		return make_reached(task_reach(c, r->of.step.task_id, &t));
	case EXPORT_MY_DAY:
		return make_reached(task_reach(c, r->of.my_day.task_id, &t));
	case EXPORT_TEXT:
		return make_reached(task_reach(c, r->of.text.task_id, &t));
	case EXPORT_ATTACHMENT:
		return make_reached(task_reach(c, r->of.attachment.task_id, &t));
	default:
		return true;
	}
}
