#include "import/importer/tags.h"

#include "base/arena.h"
#include "base/text.h"
#include "core/batch/import.h"
#include "core/batch/import_staging.h"
#include "core/batch/imports.h"
#include "core/feed.h"
#include "core/task/tag.h"
#include "import/importer/item.h"
#include "import/importer/names.h"
#include "import/importer/import.h"
#include "query/tag.h"

/* A tag of the source: our id, once it is needed. */
struct run_tag {
	struct run_tag	*next;
	int64_t		 row;		/* of the first task that has it */
	const char	*name;
	const char	*id;		/* NULL: refused, or a dry run */
	bool		 hidden;	/* until the last transaction */
	bool		 refused;
	bool		 used;		/* a task has it */
};

static void
tag_find(struct import *im, struct ctx *c, struct run_tag *t, const char *key)
{
	struct tag known;

	if (only_tag(q_tag_by_name(c->db, c->user, key), c->arena, &known)) {
		t->id = known.id;
		t->name = arena_str(im->ctx.arena, known.name);
	} else if (im->options.dry_run)
		t->hidden = true;
	else if (stage_tag(c, t->name, im->space, im->tags_hidden, &t->id) ==
	    CREATED)
		t->hidden = true;
	else
		t->refused = true;
	t->id = arena_str(im->ctx.arena, t->id);
	im->tags_hidden += t->hidden;
}

static struct run_tag *
tag_at(struct import *im, struct ctx *c, const char *name, int64_t row)
{
	const char *key = text_key(c->arena, name);
	struct run_tag **at = (struct run_tag **)names_at(im->tags, key), *t;

	if (*at != NULL)
		return *at;
	t = *at = arena_alloc(im->ctx.arena, sizeof(*t));
	t->row = row;
	t->name = arena_str(im->ctx.arena, name);
	*im->last_tag = t;
	im->last_tag = &t->next;
	tag_find(im, c, t, key);
	return t;
}

void
tags_put(struct import *im, struct ctx *c, struct run_item *i,
    const char *task)
{
	const char **ids = arena_alloc(c->arena, (i->tag_count + 1) *
	    sizeof(*ids));
	struct run_tag *t;
	size_t n, count = 0;

	for (n = 0; n < i->tag_count; n++) {
		t = tag_at(im, c, i->tags[n], i->row);
		if (t->refused)
			continue;
		t->used = true;
		i->tags[count] = t->name;
		ids[count++] = t->id;
	}
	i->tag_count = count;
	if (count > 0 && !im->options.dry_run)
		import_tags(c, task, ids, count);
}

void
tags_find(struct import *im, struct ctx *c, const struct run_item *i)
{
	size_t n;

	for (n = 0; n < i->tag_count; n++)
		tag_at(im, c, i->tags[n], i->row);
}

static void
tag_show(struct import *im, struct ctx *c, const struct run_tag *t)
{
	struct result_record r = { .row = t->row, .kind = "tag", .id = t->id,
	    .title = t->name, .verdict = VERDICT_EXISTING };
	struct cause why = { EXISTS_HERE, import_reason(EXISTED) };
	int64_t stamp;

	if (t->refused) {
		r.verdict = VERDICT_REFUSED;
		why = (struct cause){ NOT_ALLOWED,
		    import_reason(LIMIT_REACHED) };
	} else if (t->hidden && (im->options.dry_run ||
	    stage_tag_show(c, t->id, t->name, &stamp) == CREATED)) {
		r.verdict = VERDICT_MADE;
		if (!im->options.dry_run)
			imported_made(c, im->id, FEED_TAG, t->id, stamp);
	}
	result_add(&im->result, &r, &why, r.verdict == VERDICT_MADE ? 0 : 1);
}

void
tags_show(struct import *im, struct ctx *c)
{
	const struct run_tag *t;

	for (t = im->first_tag; t != NULL; t = t->next)
		if (t->used || t->refused)
			tag_show(im, c, t);
}

void
tags_drop(struct import *im, struct ctx *c)
{
	const struct run_tag *t;

	for (t = im->first_tag; t != NULL; t = t->next)
		if (t->hidden && t->id != NULL)
			stage_tag_drop(c, t->id);
}
