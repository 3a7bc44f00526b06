#include "import/format/subtasks.h"

#include <stdlib.h>

#include "base/arena.h"
#include "import/importer/draft.h"
#include "import/importer/names.h"

struct node {
	struct node	*next;		/* in the order of the file */
	struct subtask	 task;
	struct node	**of;		/* its steps */
	size_t		 count;
};

struct subtasks {
	struct arena	*arena;
	struct names	*by_id;
	struct node	*first, **last;
	bool		 joined;	/* steps are on their tasks */
};

static void
lose(struct arena *a, struct subtask *t, const char *what)
{
	t->more = t->more == NULL ? what :
	    arena_printf(a, "%s, %s", t->more, what);
}

void
subtask_rest(struct arena *a, struct subtask *t, const struct draft *d)
{
	size_t i;

	t->notes = d->notes;
	if (d->tag_count > 0)
		lose(a, t, "labels");
	if (d->task.starred)
		lose(a, t, "priority");
	if (d->task.reminder_at != 0)
		lose(a, t, "reminder");
	for (i = 0; i < d->cause_count; i++)
		if (d->causes[i].reason == FIELD_LEFT_OUT)
			lose(a, t, d->causes[i].what);
}

void
subtask_put(struct draft *d, const struct subtask *t)
{
	draft_step(d, t->id, t->title, t->done);
	d->steps[d->step_count - 1].row = t->row;
	if (t->notes != NULL && t->notes[0] != '\0') {
		const char *step = d->steps[d->step_count - 1].step.title;

		draft_note(d, arena_printf(d->arena, "%s: %s", step, t->notes));
		draft_lose(d, IN_THE_NOTES, step);
	}
	if (t->more != NULL)
		draft_lose(d, STEP_REDUCED, t->more);
}

struct subtasks *
subtasks_new(struct arena *a)
{
	struct subtasks *s = arena_alloc(a, sizeof(*s));

	s->arena = a;
	s->by_id = names_new(a);
	s->last = &s->first;
	return s;
}

void
subtasks_add(struct subtasks *s, const struct subtask *from)
{
	struct node *n = arena_alloc(s->arena, sizeof(*n));

	n->task = *from;
	n->task.id = arena_str(s->arena, from->id);
	n->task.parent = arena_str(s->arena, from->parent);
	n->task.title = arena_str(s->arena, from->title);
	n->task.more = arena_str(s->arena, from->more);
	n->task.notes = arena_str(s->arena, from->notes);
	*names_at(s->by_id, n->task.id) = n;
	*s->last = n;
	s->last = &n->next;
}

static struct node *
node_of(struct subtasks *s, const char *id)
{
	return id == NULL ? NULL : *names_at(s->by_id, id);
}

/* The task that a node is a step of; NULL if it is a task itself. */
static struct node *
owner(struct subtasks *s, const struct node *n)
{
	struct node *up = node_of(s, n->task.parent), *next;
	int i;

	if (n->task.dated)
		return NULL;
	for (i = 0; up != NULL && !up->task.dated; i++, up = next) {
		next = node_of(s, up->task.parent);
		if (next == NULL)
			break;
		if (i == NAMES_DEPTH)
			return NULL;
	}
	return up;
}

static int
by_place(const void *a, const void *b)
{
	const struct node *x = *(struct node *const *)a,
	    *y = *(struct node *const *)b;

	if (x->task.position < y->task.position ||
	    x->task.position > y->task.position)
		return x->task.position < y->task.position ? -1 : 1;
	return x->task.row < y->task.row ? -1 : x->task.row > y->task.row;
}

static void
subtasks_join(struct subtasks *s)
{
	struct node *n, *up;

	if (s->joined)
		return;
	s->joined = true;
	for (n = s->first; n != NULL; n = n->next) {
		if ((up = owner(s, n)) == NULL)
			continue;
		up->of = arena_more(s->arena, up->of, up->count,
		    sizeof(*up->of));
		up->of[up->count++] = n;
	}
}

bool
subtasks_is_step(struct subtasks *s, const char *id)
{
	const struct node *n = node_of(s, id);

	return n != NULL && owner(s, n) != NULL;
}

void
subtasks_note_parent(struct subtasks *s, struct draft *d, const char *id)
{
	const struct node *n = node_of(s, id), *up;

	if (n != NULL && (up = node_of(s, n->task.parent)) != NULL)
		draft_note_field(d, PART_OF, up->task.title);
}

void
subtasks_put(struct subtasks *s, struct draft *d, const char *id)
{
	struct node *n;
	size_t i;

	subtasks_join(s);
	n = node_of(s, id);
	if (n == NULL || n->count == 0)
		return;
	qsort(n->of, n->count, sizeof(*n->of), by_place);
	for (i = 0; i < n->count; i++)
		subtask_put(d, &n->of[i]->task);
}
