#include "import/importer/handover.h"

#include "base/arena.h"
#include "core/batch/import.h"
#include "core/batch/imports.h"
#include "db/rows.h"
#include "import/importer/item.h"
#include "import/importer/names.h"
#include "import/importer/note.h"
#include "import/importer/import.h"
#include "import/importer/target.h"
#include "query/import.h"

static struct rows *
group_used(struct ctx *c, const char *id)
{
	return q_used_group(c->db, c->user, id);
}

/* The id of a list's group, which is made with its first list. */
static const char *
group_of(struct import *im, struct ctx *c, const struct target *t)
{
	const char **at = (const char **)names_at(im->groups, t->group);
	struct run_item i = { .row = t->row, .record.kind = EXPORT_GROUP };
	struct group *g = &i.record.of.group;
	enum import_verdict v = IMPORT_THERE;
	const char *why = import_reason(EXISTED);
	bool exists;

	if (*at != NULL)
		return *at;
	*g = (struct group){ .title = t->group_title };
	g->id = *at = arena_str(im->ctx.arena, target_name(im, c, "group",
	    t->group, group_used, &exists));
	if (!exists)
		v = import_record(c, &i.record, &why);
	if (v == IMPORT_MADE)
		note_made(im, c, &i.record);
	note_verdict(im, &i, v, why);
	return g->id;
}

static void
handover_list(struct import *im, struct ctx *c, struct target *t)
{
	struct run_item i = { .row = t->row, .record.kind = EXPORT_LIST };
	struct list *l = &i.record.of.list;
	enum import_verdict v = IMPORT_THERE;
	const char *why = import_reason(EXISTED);

	*l = (struct list){ .id = target_id(im, t), .title = t->title };
	if (t->state == TARGET_STAGED) {
		/* A group that was refused does not exist: then none. */
		l->group_id = t->group == NULL ? NULL : group_of(im, c, t);
		v = import_record(c, &i.record, &why);
		t->made = v == IMPORT_MADE;
	}
	note_verdict(im, &i, v, why);
}

void
handover_lists(struct import *im, struct ctx *c)
{
	struct target *t;

	im->groups = names_new(im->ctx.arena);
	for (t = im->first_target; t != NULL; t = t->next) {
		t->made = false;
		if (t->state == TARGET_STAGED || t->state == TARGET_LIVE)
			handover_list(im, c, t);
	}
}

void
handover_complete(struct import *im, struct ctx *c)
{
	const struct target *t;

	for (t = im->first_target; t != NULL; t = t->next)
		if (t->made && !im->options.dry_run)
			imported_made_list(c, im->id, target_id(im, t));
}
