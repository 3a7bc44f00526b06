#include "import/importer/run.h"

#include <stdint.h>

#include "base/arena.h"
#include "base/filename.h"
#include "core/file/attachment.h"
#include "import/importer/item.h"
#include "import/importer/names.h"
#include "import/importer/note.h"
#include "import/importer/target.h"
#include "import/importer/text.h"
#include "import/importer/work.h"

/* Of all ids that imports give. */
#define NAMESPACE	"0b9c1f5a-6d0e-5c1a-9a53-5f6d0c7f2e11"

static void
choose_lists(struct import *im)
{
	const struct import_options *o = &im->options;
	size_t i;

	im->left_out = names_new(im->ctx.arena);
	if (o->lists == NULL)
		return;
	im->chosen = names_new(im->ctx.arena);
	for (i = 0; i < o->list_count; i++)
		*names_at(im->chosen, o->lists[i]) = im;
}

static void
run_set_up(struct import *im)
{
	struct arena *a = im->ctx.arena;

	im->id = id_new(a);
	if (im->options.zone == NULL)
		im->options.zone = im->ctx.zone;
	im->space = id_from_name(a, NAMESPACE, arena_printf(a, "%s %s",
	    im->ctx.user, im->format));
	im->result.arena = a;
	im->result.dry_run = im->options.dry_run;
	im->targets = names_new(a);
	im->tags = names_new(a);
	im->copies = names_new(a);
	im->rolled = names_new(a);
	choose_lists(im);
	im->last_target = &im->first_target;
	im->last_tag = &im->first_tag;
	im->queue_arena = arena_new();
	im->queue_end = &im->queue;
	im->later_end = &im->later;
}

bool
run_begin(struct import *im)
{
	run_set_up(im);
	return work_begin(im);
}

void
run_list(struct import *im, const struct import_list *l)
{
	target_at(im, l, false);
}

/* The list of what has none. */
static struct target *
default_list(struct import *im)
{
	const char *title = im->options.list != NULL ? im->options.list :
	    file_title(im->ctx.arena, &im->given[0]);

	return target_at(im, &(struct import_list){ .id = arena_printf(
	    im->ctx.arena, "\n%s", title), .title = title }, false);
}

/* The name of a record without id: its contents, and which of the same it
 * is. */
static const char *
copy_name(struct import *im, const struct target *t, const struct task *task)
{
	const char *name = arena_printf(im->queue_arena, "%s\n%s\n%lld",
	    t->source, task->title, (long long)task->created_at);
	uintptr_t *count = (uintptr_t *)names_at(im->copies, name);

	return arena_printf(im->queue_arena, "%s\n%lu", name,
	    (unsigned long)++*count);
}

/* The file of the archive with that path; NULL if there is none. */
static struct import_file *
run_find_content(struct import *im, const char *entry)
{
	size_t i;

	if (im->content_names == NULL) {
		im->content_names = names_new(im->ctx.arena);
		for (i = 0; i < im->content_count; i++)
			*names_at(im->content_names, im->contents[i].name) =
			    &im->contents[i];
	}
	return *names_at(im->content_names, entry);
}

static struct item_file *
run_find_files(struct import *im, struct draft *d, size_t *count)
{
	struct arena *a = im->queue_arena;
	struct item_file *all = arena_alloc(a, (d->file_count + 1) *
	    sizeof(*all)), *to = all;
	const struct draft_file *from;
	size_t i;

	for (i = 0; i < d->file_count; i++) {
		from = &d->files[i];
		*to = (struct item_file){ .id = arena_str(a, from->id),
		    .name = filename_safe(a, from->name),
		    .created_at = from->created_at,
		    .from = run_find_content(im, from->entry) };
		if (to->from != NULL)
			to++;
		else
			draft_lose(d, FILE_LEFT_OUT, from->name);
	}
	*count = (size_t)(to - all);
	return all;
}

void
run_task(struct import *im, struct draft *d)
{
	struct item_file *files;
	struct run_item *i;
	size_t count;

	files = run_find_files(im, d, &count);
	draft_end(d);
	i = item_of(im->queue_arena, d);
	i->files = files;
	i->file_count = count;
	i->target = d->list == NULL ? default_list(im) :
	    target_at(im, &(struct import_list){ .row = d->row,
	    .id = d->list, .title = d->list }, false);
	i->name = d->id != NULL ? arena_str(im->queue_arena, d->id) :
	    copy_name(im, i->target, &i->record.of.task);
	work_queue(im, i);
}

/* The task that a record of our export belongs to; NULL if to none. */
static const char *
task_of(const struct exported *r)
{
	switch (r->kind) {
	case EXPORT_STEP:
		return r->of.step.task_id;
	case EXPORT_MY_DAY:
		return r->of.my_day.task_id;
	case EXPORT_TEXT:
		return r->of.text.task_id;
	case EXPORT_ATTACHMENT:
		return r->of.attachment.task_id;
	default:
		return NULL;
	}
}

/* Is it on a list that was not chosen?  Then says so, of lists and tasks. */
static bool
run_is_left_out(struct import *im, const struct run_item *i)
{
	const struct exported *r = &i->record;
	const char *task = task_of(r);

	if (task != NULL)
		return *names_at(im->left_out, task) != NULL;
	if (i->target == NULL || i->target->state != TARGET_LEFT_OUT)
		return false;
	if (r->kind == EXPORT_TASK)
		*names_at(im->left_out, r->of.task.id) = im;
	note_left_out(im, i);
	return true;
}

void
run_record(struct import *im, int64_t row, const struct exported *r)
{
	struct run_item from = { .row = row, .record = *r, .ours = true };
	struct arena *a = arena_new();	/* for what is read of a long text */
	struct run_item *i;

	if (r->kind == EXPORT_TEXT)
		text_tags(a, im->ctx.zone, &from);
	i = item_copy(im->queue_arena, &from);
	arena_free(a);
	if (r->kind == EXPORT_LIST)
		i->target = target_at(im, &(struct import_list){ .row = row,
		    .id = r->of.list.id, .title = r->of.list.title }, true);
	else if (r->kind == EXPORT_TASK)
		i->target = target_at(im, &(struct import_list){ .row = row,
		    .id = r->of.task.list_id, .title = NULL }, true);
	if (!run_is_left_out(im, i))
		work_queue(im, i);
}

void
run_file(struct import *im, int64_t row, const struct attachment *to,
    const char *entry, int64_t size, const unsigned char *sha256)
{
	struct item_file f = { .id = to->id, .name = to->filename,
	    .from = run_find_content(im, entry), .size = size,
	    .sha256 = sha256 };
	const struct run_item i = { .row = row, .ours = true, .files = &f,
	    .file_count = 1, .record = { .kind = EXPORT_ATTACHMENT,
	    .of.attachment = *to } };

	if (f.from == NULL)
		run_refuse(im, row, "attachment", to->id, to->filename,
		    "it is missing from the archive");
	else if (!run_is_left_out(im, &i))
		work_queue(im, item_copy(im->queue_arena, &i));
}

void
run_skip(struct import *im, int64_t row, const char *kind, const char *title,
    enum reason reason, const char *what)
{
	result_add(&im->result, &(struct result_record){ .row = row,
	    .kind = kind, .title = title, .verdict = VERDICT_SKIPPED },
	    &(struct cause){ reason, what }, 1);
}

void
run_refuse(struct import *im, int64_t row, const char *kind, const char *id,
    const char *title, const char *why)
{
	result_add(&im->result, &(struct result_record){ .row = row,
	    .kind = kind, .id = id, .title = title,
	    .verdict = VERDICT_REFUSED }, &(struct cause){ NOT_ALLOWED, why },
	    1);
}

void
run_end(struct import *im)
{
	work_end(im);
	arena_free(im->queue_arena);
	im->queue_arena = NULL;
}
