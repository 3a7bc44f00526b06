#include "import/format/places.h"

#include <stdlib.h>

#include "base/arena.h"
#include "import/importer/names.h"

struct place {
	const char	*id;
	double		 position;
	size_t		 number;	/* of the call; then the place */
};

struct places {
	struct arena	*arena;
	struct place	**all;
	size_t		 count;
	struct names	*by_id;		/* NULL until they are sorted */
};

struct places *
places_new(struct arena *a)
{
	struct places *p = arena_alloc(a, sizeof(*p));

	p->arena = a;
	return p;
}

void
places_add(struct places *p, const char *id, double position)
{
	struct place *one = arena_alloc(p->arena, sizeof(*one));

	*one = (struct place){ arena_str(p->arena, id), position, p->count };
	p->all = arena_more(p->arena, p->all, p->count, sizeof(*p->all));
	p->all[p->count++] = one;
}

static int
by_position(const void *a, const void *b)
{
	const struct place *x = *(struct place *const *)a,
	    *y = *(struct place *const *)b;

	if (x->position < y->position || x->position > y->position)
		return x->position < y->position ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

size_t
places_of(struct places *p, const char *id)
{
	const struct place *found;
	size_t i;

	if (p->by_id == NULL) {
		p->by_id = names_new(p->arena);
		if (p->count > 0)
			qsort(p->all, p->count, sizeof(*p->all), by_position);
		for (i = 0; i < p->count; i++) {
			p->all[i]->number = i;
			*names_at(p->by_id, p->all[i]->id) = p->all[i];
		}
	}
	found = *names_at(p->by_id, id);
	return found == NULL ? 0 : found->number;
}
