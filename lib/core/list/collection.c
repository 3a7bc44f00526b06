#include "core/list/collection.h"

#include "base/id.h"
#include "query/collection.h"

enum outcome
collection_find(struct ctx *c, const char *name, struct collection *l)
{
	unsigned char bytes[ID_BYTES];
	const char *id;

	if (id_parse(name, bytes) && only_collection(q_collection_get(c->db,
	    c->user, name), c->arena, l))
		return DONE;
	id = rows_one_id(q_collection_by_name(c->db, c->user, name), c->arena);
	return id != NULL && only_collection(q_collection_get(c->db, c->user,
	    id), c->arena, l) ? DONE : LIST_NOT_FOUND;
}

/* Lists that were lost do not keep it. */
void
collection_name(struct ctx *c, const char *list, const char *name)
{
	q_collection_unname(c->db, c->user, name);
	q_collection_rename(c->db, c->user, list, name);
}
