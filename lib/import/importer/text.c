#include "import/importer/text.h"

#include <string.h>

#include "base/arena.h"
#include "core/batch/export_kinds.h"
#include "core/batch/import.h"
#include "core/batch/import_staging.h"
#include "core/task/item.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "ical/item.h"
#include "ical/read.h"
#include "ical/task.h"
#include "import/importer/draft.h"
#include "import/importer/item.h"
#include "import/importer/tags.h"
#include "query/tag_set.h"

void
text_tags(struct arena *a, const char *zone, struct run_item *i)
{
	const struct client_text *of = &i->record.of.text;
	struct draft d;
	struct ical_item item;
	struct todo_read in;
	size_t n;

	if (of->step_id != NULL || ical_item_read(a, of->text,
	    strlen(of->text), &item) != ICAL_GOOD || item.todo.len == 0)
		return;
	todo_read(a, &item, &item.todo, zone, &in);
	draft_begin(&d, a, zone, i->row);
	for (n = 0; n < in.todo.tag_count; n++)
		draft_tag(&d, in.todo.tags[n]);
	i->tags = d.tags;
	i->tag_count = d.tag_count;
	i->causes = d.causes;
	i->cause_count = d.cause_count;
}

static const char *
text_item_id(const struct client_text *of)
{
	return of->step_id != NULL ? of->step_id : of->task_id;
}

/* What it is the text of, perhaps in a list that is not there yet. */
static bool
text_find_item(struct ctx *c, const struct client_text *of, struct item *i)
{
	struct ctx s = stage_ctx(c);
	struct task t;

	if (task_reach(&s, of->task_id, &t) != DONE) {
		s = *c;
		if (task_reach(&s, of->task_id, &t) != DONE)
			return false;
	}
	return item_get(&s, t.list_id, text_item_id(of), i);
}

bool
text_read(struct ctx *c, struct run_item *i)
{
	const struct client_text *text = &i->record.of.text;
	struct item of;

	if (!text_find_item(c, text, &of))
		return true;
	if (of.text_len > 0)
		return false;
	i->record.text = text_stored(c, &of, text->text);
	return true;
}

void
text_put_own(struct ctx *c, const struct run_item *i)
{
	size_t len;
	const void *own;

	if (i->tag_count == 0)
		return;
	own = text_own(c->arena, i->record.text, i->tags, i->tag_count, &len);
	tag_set_own(c, i->record.of.text.task_id, own, len);
}

void
text_put_tags(struct import *im, struct ctx *c, struct run_item *i)
{
	const char *task = i->record.of.text.task_id;

	if (i->tag_count == 0 ||
	    rows_any(q_tag_set_get(c->db, task, c->user)))
		return;
	tags_put(im, c, i, task);
	text_put_own(c, i);
}
