#include "core/batch/imports.h"

#include "core/batch/import_staging.h"
#include "core/limits.h"
#include "core/record.h"
#include "query/imports.h"

static const struct field imported_fields[] = {
	{ "id", F_UUID, 0, AT(imported, id) },
	{ "format", F_TEXT, 0, 1, 0, AT(imported, format) },
	{ "filename", F_TEXT, 0, 1, 0, AT(imported, filename) },
	{ "createdAt", F_STAMP, 0, AT(imported, created_at) },
	{ "counts", F_JSON, 0, AT(imported, counts) },
	{ "lists", F_JSON, 0, AT(imported, lists) },
	{ "reasons", F_JSON, 0, AT(imported, reasons) },
	{ "columns", F_JSON, F_NULL, AT(imported, columns) },
	{ .name = NULL }
};

const struct record_kind kind_imported = { .name = "import",
	.fields = imported_fields,
	.row_stamp = offsetof(struct imported, created_at) };

void
imported_begin(struct ctx *c, const struct imported *i)
{
	struct ctx s = stage_ctx(c);

	q_imported_add(c->db, s.user, i);
}

void
imported_end(struct ctx *c, const struct imported *i)
{
	struct ctx s = stage_ctx(c);

	if (q_imported_set(c->db, s.user, c->user, i) == 0)
		q_imported_set(c->db, c->user, c->user, i);
}

bool
imported_full(struct ctx *c)
{
	return rows_any(q_imported_full(c->db, c->user, CAP_IMPORTS));
}

void
imported_made(struct ctx *c, const char *import, enum feed_kind kind,
    const char *id, int64_t stamp)
{
	q_made_put(c->db, import, kind, id, stamp);
}

void
imported_made_task(struct ctx *c, const char *import, const char *task)
{
	imported_made(c, import, FEED_TASK, task,
	    rows_one(q_made_task_stamp(c->db, task, c->user), 0));
}

void
imported_made_part(struct ctx *c, const char *import, enum feed_kind kind,
    const char *id, const char *task)
{
	if (rows_any(q_made_has(c->db, import, FEED_TASK, task)))
		imported_made_task(c, import, task);
	else if (kind != FEED_MY_DAY)
		imported_made(c, import, kind, id,
		    rows_one(q_made_part_stamp(c->db, id), 0));
}

void
imported_made_list(struct ctx *c, const char *import, const char *list)
{
	imported_made(c, import, FEED_LIST, list,
	    rows_one(q_made_list_stamp(c->db, list), 0));
}

enum outcome
imported_get(struct ctx *c, const char *id, struct imported *i)
{
	return only_imported(q_imported_get(c->db, c->user, id,
	    c->now - IMPORT_KEPT), c->arena, i) ? DONE : IMPORT_NOT_FOUND;
}

struct rows *
imported_all(struct ctx *c)
{
	return q_imported_page(c->db, c->user, c->now - IMPORT_KEPT);
}

bool
imported_left(struct ctx *c)
{
	struct ctx s = stage_ctx(c);

	return stage_left(c) || rows_any(q_imported_any(c->db, s.user));
}

bool
imported_discard(struct ctx *c, int max)
{
	struct ctx s = stage_ctx(c);
	const char *id;

	if (stage_discard(c, max))
		return true;
	id = rows_one_id(q_imported_any(c->db, s.user), c->arena);
	if (id == NULL)
		return false;
	if (q_made_clear(c->db, id, max) < max)
		q_imported_remove(c->db, s.user, id);
	return true;
}
