#include "core/file/orphans.h"

#include "core/file/stores.h"

size_t
content_orphans(struct ctx *c, const char ***names)
{
	return store_of(c)->orphans(c, true, names);
}

size_t
content_remains(struct ctx *c, const char ***names)
{
	return store_of(c)->orphans(c, false, names);
}

bool
content_sweep(struct ctx *c, const char *name)
{
	return store_of(c)->sweep(c, name);
}
