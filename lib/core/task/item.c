#include "core/task/item.h"

#include <string.h>

#include "base/arena.h"
#include "base/id.h"
#include "query/item.h"
#include "query/resource.h"

const char *
item_name(struct arena *a, const struct item *i)
{
	return i->name != NULL ? i->name :
	    arena_printf(a, "%s" ITEM_SUFFIX, i->id);
}

const char *
item_uid(const struct item *i)
{
	return i->uid != NULL ? i->uid : i->id;
}

const char *
item_parent_uid(const struct item *i)
{
	return i->parent_uid != NULL ? i->parent_uid : i->parent_id;
}

const char *
item_id_in_name(struct arena *a, const char *name)
{
	size_t len = strlen(name);
	unsigned char bytes[ID_BYTES];
	const char *id;

	if (len != ID_SIZE - 1 + strlen(ITEM_SUFFIX) ||
	    strcmp(name + ID_SIZE - 1, ITEM_SUFFIX) != 0)
		return NULL;
	id = arena_dup(a, name, ID_SIZE - 1);
	return id_parse(id, bytes) ? id : NULL;
}

bool
item_get(struct ctx *c, const char *list, const char *id, struct item *i)
{
	*i = (struct item){ .id = NULL };
	return only_item(q_item_get(c->db, c->user, list, id), c->arena, i) ||
	    only_step_item(q_step_item_get(c->db, c->user, list, id),
	    c->arena, i);
}

bool
item_by_name(struct ctx *c, const char *list, const char *name, bool steps,
    struct item *i)
{
	const char *id = rows_one_id(q_resource_id_by_name(c->db, list, name),
	    c->arena);
	bool found = id != NULL && item_get(c, list, id, i);

	/* What was deleted can have the name that another has by its id. */
	if (!found && (id = item_id_in_name(c->arena, name)) != NULL)
		found = item_get(c, list, id, i) && i->name == NULL;
	if (found && (steps || i->parent_id == NULL))
		return true;
	i->id = NULL;
	return false;
}

bool
item_by_uid(struct ctx *c, const char *list, const char *uid, struct item *i)
{
	const char *id = rows_one_id(q_resource_id_by_uid(c->db, list, uid),
	    c->arena);
	unsigned char bytes[ID_BYTES];
	bool own = id == NULL;

	if (own && !id_parse(id = uid, bytes))
		return false;
	return item_get(c, list, id, i) && (!own || i->uid == NULL);
}
