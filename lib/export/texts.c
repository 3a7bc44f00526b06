#include "export/texts.h"

#include "base/arena.h"
#include "base/base.h"
#include "base/json/write.h"
#include "core/batch/export_kinds.h"
#include "core/record.h"
#include "core/task/item.h"
#include "ical/task.h"
#include "query/export.h"
#include "query/item.h"

static void
put_client_text(struct ctx *c, struct jw *jw, const struct item *i)
{
	struct client_text t = { .task_id = i->id, .name = item_name(c->arena,
	    i), .uid = item_uid(i) };
	struct buf text = { 0 };

	if (i->parent_id != NULL) {
		t.task_id = i->parent_id;
		t.step_id = i->id;
	}
	task_text(c, i, &text);
	t.text = arena_dup(c->arena, text.data, text.len);
	buf_free(&text);
	jw_object(jw);
	record_export(jw, client_text_fields, &t);
	jw_object_end(jw);
}

static void
put_client_texts(struct ctx *c, struct jw *jw, struct rows *r,
    bool (*next)(struct rows *, struct arena *, struct item *))
{
	struct item i = { .id = NULL };
	struct ctx one = *c;

	one.arena = arena_new();	/* so that memory is flat */
	rows_many(r);
	while (next(r, one.arena, &i)) {
		put_client_text(&one, jw, &i);
		arena_reset(one.arena);
		i = (struct item){ .id = NULL };
	}
	arena_free(one.arena);
}

void
export_texts(struct ctx *c, struct jw *jw)
{
	jw_name(jw, export_kinds[EXPORT_TEXT].name);
	jw_array(jw);
	put_client_texts(c, jw, q_export_texts(c->db, c->user), next_item);
	put_client_texts(c, jw, q_export_step_texts(c->db, c->user),
	    next_step_item);
	jw_array_end(jw);
}
