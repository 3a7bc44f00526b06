#include "core/ctx.h"

#include <string.h>
#include <uuid/uuid.h>

#include "base/arena.h"

bool
same_id(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcasecmp(a, b) == 0);
}

const char *
id_new(struct arena *a)
{
	char *s = arena_alloc(a, UUID_STR_LEN);
	uuid_t u;

	uuid_generate_random(u);
	uuid_unparse_lower(u, s);
	return s;
}

const char *
id_from_name(struct arena *a, const char *space, const char *name)
{
	char *s = arena_alloc(a, UUID_STR_LEN);
	uuid_t ns, u;

	if (uuid_parse(space, ns) == -1)
		return id_new(a);
	uuid_generate_sha1(u, ns, name, strlen(name));
	uuid_unparse_lower(u, s);
	return s;
}
