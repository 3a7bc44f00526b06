#include "core/list/property.h"

#include <string.h>

#include "query/property.h"

size_t
property_all(struct ctx *c, const char *list, struct property **all)
{
	return all_property(list == NULL ? q_property_of_user(c->db, c->user) :
	    q_property_list(c->db, c->user, list), c->arena, all);
}

enum outcome
property_set(struct ctx *c, const char *list, const char *name,
    const char *value)
{
	struct property_space_row s = { .count = 0 };

	q_property_remove(c->db, c->user, list, name);
	if (value == NULL)
		return DONE;
	only_property_space(q_property_space(c->db, c->user, list), c->arena,
	    &s);
	if (strlen(name) + strlen(value) > PROPERTY_MAX ||
	    s.count >= CAP_PROPERTIES || s.bytes > PROPERTIES_MAX)
		return LIMIT_REACHED;
	q_property_put(c->db, c->user, list, name, value);
	return DONE;
}
