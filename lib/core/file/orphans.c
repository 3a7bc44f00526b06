#include "core/file/orphans.h"

#include "core/file/stores.h"

void
content_orphans(struct ctx *c, struct orphans *o)
{
	*o = (struct orphans){ .count = 0 };
	store_of(c)->orphans(c, o);
}

bool
content_sweep(struct ctx *c, const char *name)
{
	return store_of(c)->sweep(c, name);
}

bool
content_remove(struct ctx *c, int most)
{
	const struct store *s = store_of(c);

	return s->remove == NULL || s->remove(c, most);
}
