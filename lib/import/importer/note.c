#include "import/importer/note.h"

#include "core/batch/imports.h"
#include "core/batch/export_kinds.h"
#include "core/feed.h"
#include "core/record.h"
#include "import/importer/item.h"
#include "import/importer/import.h"
#include "import/importer/target.h"
#include "query/group.h"

static void
note_add(struct import *im, const struct run_item *i, const char *id,
    enum verdict v, const struct cause *causes, size_t n)
{
	const struct record_kind *kind = export_kinds[i->record.kind].kind;
	struct result_record r = { .row = i->row, .kind = kind->name, .id = id,
	    .title = record_title(kind->fields, &i->record.of), .verdict = v };

	if (i->record.kind == EXPORT_TASK) {
		r.due_date = i->record.of.task.due_date;
		r.list = im->lists[i->target->number].title;
	}
	result_add(&im->result, &r, causes, n);
}

void
note_left_out(struct import *im, const struct run_item *i)
{
	const struct cause c = { LIST_LEFT_OUT, NULL };

	note_add(im, i, NULL, VERDICT_SKIPPED, &c, 1);
}

void
note_verdict(struct import *im, const struct run_item *i, enum import_verdict v,
    const char *why)
{
	const char *id = record_id(export_kinds[i->record.kind].kind->fields,
	    &i->record.of);
	const struct cause c = { v == IMPORT_THERE ? EXISTS_HERE :
	    NOT_ALLOWED, why };

	if (v == IMPORT_MADE)
		note_add(im, i, id, i->cause_count > 0 ? VERDICT_CHANGED :
		    VERDICT_MADE, i->causes, i->cause_count);
	else
		note_add(im, i, id, v == IMPORT_THERE ? VERDICT_EXISTING :
		    VERDICT_REFUSED, &c, 1);
}

void
note_made(struct import *im, struct ctx *c, const struct exported *r)
{
	struct group g;

	if (im->options.dry_run)
		return;
	switch (r->kind) {
	case EXPORT_GROUP:
		if (only_group(q_group_get(c->db, c->user, r->of.group.id),
		    c->arena, &g))
			imported_made(c, im->id, FEED_GROUP, g.id,
			    g.updated_at);
		break;
	case EXPORT_TASK:
		imported_made_task(c, im->id, r->of.task.id);
		break;
	case EXPORT_STEP:
		imported_made_part(c, im->id, FEED_STEP, r->of.step.id,
		    r->of.step.task_id);
		break;
	case EXPORT_ATTACHMENT:
		imported_made_part(c, im->id, FEED_ATTACHMENT,
		    r->of.attachment.id, r->of.attachment.task_id);
		break;
	case EXPORT_MY_DAY:
		imported_made_part(c, im->id, FEED_MY_DAY, NULL,
		    r->of.my_day.task_id);
		break;
	default:
		break;
	}
}
