#include "import/importer/target.h"

#include "base/arena.h"
#include "core/batch/import.h"
#include "core/batch/import_staging.h"
#include "core/list/list.h"
#include "core/limits.h"
#include "import/importer/names.h"
#include "import/importer/draft.h"
#include "import/importer/import.h"
#include "db/rows.h"
#include "query/import.h"

#define TRIES	1000		/* ids of one record */

const char *
target_name(struct import *im, struct ctx *c, const char *kind,
    const char *name, struct rows *(*used)(struct ctx *, const char *),
    bool *exists)
{
	const char *id = NULL;
	int64_t how = 0;
	int i;

	*exists = false;
	for (i = 0; i < TRIES && how == 0; i++) {
		id = id_from_name(c->arena, im->space, i == 0 ?
		    arena_printf(c->arena, "%s %s", kind, name) :
		    arena_printf(c->arena, "%s %s\n%d", kind, name, i));
		how = rows_one(used(c, id), -1);
	}
	*exists = how == 1;
	return id;
}

static struct rows *
list_used(struct ctx *c, const char *id)
{
	return q_used_list(c->db, c->user, id);
}

/* A title within its bound. */
static const char *
list_title(struct import *im, const char *text)
{
	struct arena *a = im->ctx.arena;
	const char *title = title_of(a, text), *p;
	size_t n = 0;

	if (title == NULL)
		return "(no title)";
	for (p = title; *p != '\0'; p++)
		if (((unsigned char)*p & 0xc0) != 0x80 &&
		    n++ == LIST_TITLE_MAX)
			return arena_dup(a, title, (size_t)(p - title));
	return title;
}

static bool
is_chosen(struct import *im, const char *id)
{
	return im->chosen == NULL || *names_at(im->chosen, id) != NULL;
}

/* What is left out is not among the lists of the result. */
static void
target_leave_out(struct import *im, struct target *t)
{
	t->state = TARGET_LEFT_OUT;
	im->lists[t->number].left_out = true;
}

struct target *
target_at(struct import *im, const struct import_list *l, bool ours)
{
	struct target **at = (struct target **)names_at(im->targets, l->id), *t;
	struct arena *a = im->ctx.arena;

	if (*at != NULL)
		return *at;
	t = *at = arena_alloc(a, sizeof(*t));
	*t = (struct target){ .row = l->row, .source = arena_str(a, l->id),
	    .title = list_title(im, l->title),
	    .group = arena_str(a, l->group), .ours = ours,
	    .number = im->list_count };
	if (l->group != NULL)
		t->group_title = list_title(im, l->group_title);
	*im->last_target = t;
	im->last_target = &t->next;
	im->lists = arena_more(a, im->lists, im->list_count,
	    sizeof(*im->lists));
	im->lists[im->list_count++] = (struct result_list){
	    .id = ours ? t->source : NULL, .title = t->title };
	if (ours && !is_chosen(im, t->source))
		target_leave_out(im, t);
	return t;
}

const char *
target_id(const struct import *im, const struct target *t)
{
	return im->lists[t->number].id;
}

/* Sets its state. */
static void
find_or_stage(struct import *im, struct ctx *c, struct target *t)
{
	bool exists;
	const char *id = target_name(im, c, "list", t->source, list_used,
	    &exists);
	struct list l = { .title = t->title };

	l.id = im->lists[t->number].id = arena_str(im->ctx.arena, id);
	if (exists && list_get(c, id, &l) == DONE)
		im->lists[t->number].title = arena_str(im->ctx.arena, l.title);
	if (!is_chosen(im, id))
		target_leave_out(im, t);
	else
		t->state = exists ? TARGET_LIVE : stage_list(c, &l) ?
		    TARGET_STAGED : TARGET_REFUSED;
}

/* Notes why a list will not be made, if so. */
static void
note_target(struct import *im, const struct target *t)
{
	bool refused = t->state == TARGET_REFUSED;

	if (refused || t->state == TARGET_LEFT_OUT)
		result_add(&im->result, &(struct result_record){
		    .row = t->row, .kind = "list", .title = t->title,
		    .verdict = refused ? VERDICT_REFUSED : VERDICT_SKIPPED },
		    &(struct cause){ refused ? NOT_ALLOWED : LIST_LEFT_OUT,
		    refused ? import_reason(LIMIT_REACHED) : NULL }, 1);
}

bool
target_usable(struct import *im, struct ctx *c, struct target *t)
{
	if (t->state == TARGET_NEW) {
		find_or_stage(im, c, t);
		note_target(im, t);
	}
	return t->state == TARGET_STAGED || t->state == TARGET_LIVE;
}
