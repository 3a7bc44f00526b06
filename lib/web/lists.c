#include "web/lists.h"

#include <string.h>

#include "base/arena.h"
#include "base/id.h"
#include "base/json/write.h"
#include "db/db.h"
#include "query/access.h"
#include "web/body.h"
#include "web/reply.h"
#include "web/request.h"

void
lists_put(struct jw *jw, const char *name, const void *lists, size_t len)
{
	char id[ID_SIZE];
	size_t i;

	jw_name(jw, name);
	if (lists == NULL) {
		jw_null(jw);
		return;
	}
	jw_array(jw);
	for (i = 0; i < len; i += ID_BYTES) {
		id_format((const unsigned char *)lists + i, id);
		jw_text(jw, id);
	}
	jw_array_end(jw);
}

static bool
has_list(const unsigned char *ids, size_t len, const unsigned char *id)
{
	size_t i;

	for (i = 0; i < len; i += ID_BYTES)
		if (memcmp(ids + i, id, ID_BYTES) == 0)
			return true;
	return false;
}

/* Of the lists, those that the caller reaches, in any order. */
static const unsigned char *
reached_lists(struct req *rq, const void *ids, size_t len, size_t *reached_len)
{
	unsigned char *reached = arena_alloc(rq->ctx.arena, len + 1);
	struct access_reached_row a;
	struct rows *r;

	*reached_len = 0;
	db_limit(rq->ctx.db, ids, len);
	r = q_access_reached(rq->ctx.db, rq->ctx.user);
	while (next_access_reached(r, rq->ctx.arena, &a)) {
		id_parse(a.list_id, reached + *reached_len);
		*reached_len += ID_BYTES;
	}
	db_limit(rq->ctx.db, NULL, 0);
	return reached;
}

const void *
lists_read(struct req *rq, const char *name, size_t *len)
{
	const struct value *v = field(rq, name);
	unsigned char *ids = arena_alloc(rq->ctx.arena,
	    (v->count + 1) * ID_BYTES), id[ID_BYTES];
	const unsigned char *reached;
	size_t i, reached_len;

	*len = 0;
	for (i = 0; i < v->count; i++)
		if (id_parse(v->items[i], id) && !has_list(ids, *len, id)) {
			memcpy(ids + *len, id, ID_BYTES);
			*len += ID_BYTES;
		}
	reached = reached_lists(rq, ids, *len, &reached_len);
	for (i = 0; i < v->count; i++)
		if (!id_parse(v->items[i], id) ||
		    !has_list(reached, reached_len, id))
			field_error(rq, arena_printf(rq->ctx.arena,
			    "/%s/%zu", name, i), "unknown-list",
			    "Must be a list that you can reach.");
	if (rq->reply.error_count == 0)
		return ids;
	refuse(rq, VALIDATION_FAILED);
	return NULL;
}
