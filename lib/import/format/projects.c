#include "import/format/projects.h"

#include <stddef.h>

#include "base/arena.h"
#include "import/importer/names.h"
#include "import/importer/run.h"

struct projects {
	struct arena	*arena;
	struct names	*by_id;
	struct project	*first, **last;
};

struct projects *
projects_new(struct arena *a)
{
	struct projects *p = arena_alloc(a, sizeof(*p));

	p->arena = a;
	p->by_id = names_new(a);
	p->last = &p->first;
	return p;
}

void
projects_add(struct projects *p, const struct project *from)
{
	struct project *one = arena_alloc(p->arena, sizeof(*one));

	*one = *from;
	one->next = NULL;
	one->id = arena_str(p->arena, from->id);
	one->parent = arena_str(p->arena, from->parent);
	one->title = arena_str(p->arena, from->title == NULL ? "" :
	    from->title);
	*names_at(p->by_id, one->id) = one;
	*p->last = one;
	p->last = &one->next;
}

const struct project *
projects_find(struct projects *p, const char *id)
{
	return id == NULL ? NULL : *names_at(p->by_id, id);
}

bool
projects_archived(struct projects *p, const char *id)
{
	const struct project *one = projects_find(p, id);
	int i;

	for (i = 0; one != NULL && i < NAMES_DEPTH; i++) {
		if (one->archived)
			return true;
		one = projects_find(p, one->parent);
	}
	return false;
}

/* The list of a project: its title, and the topmost project. */
static void
make_list(struct projects *p, struct import *im, const struct project *one)
{
	const struct project *up = projects_find(p, one->parent), *next;
	struct import_list l = { .row = one->row, .id = one->id,
	    .title = one->title };
	int i;

	for (i = 0; up != NULL && i < NAMES_DEPTH; i++) {
		next = projects_find(p, up->parent);
		if (next == NULL) {
			l.group = up->id;
			l.group_title = up->title;
		} else
			l.title = arena_printf(p->arena, "%s / %s", up->title,
			    l.title);
		up = next;
	}
	if (l.group == NULL && one->has_children) {
		l.group = one->id;
		l.group_title = one->title;
	}
	run_list(im, &l);
}

void
projects_make_lists(struct projects *p, struct import *im)
{
	struct project *one, *up;

	for (one = p->first; one != NULL; one = one->next) {
		up = one->parent == NULL ? NULL :
		    *names_at(p->by_id, one->parent);
		if (up != NULL && !projects_archived(p, one->id))
			up->has_children = true;
	}
	for (one = p->first; one != NULL; one = one->next)
		if (projects_archived(p, one->id))
			run_skip(im, one->row, "list", one->title,
			    ARCHIVED_THERE, NULL);
		else if (!one->only_group)
			make_list(p, im, one);
}
