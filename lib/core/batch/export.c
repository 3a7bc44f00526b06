#include "core/batch/export.h"

#include <sodium.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/json/write.h"
#include "core/batch/export_kinds.h"
#include "core/ctx.h"
#include "core/file/names.h"
#include "core/record.h"
#include "core/user/user.h"
#include "query/export.h"
#include "query/group.h"
#include "query/my_day.h"
#include "query/step.h"
#include "query/task.h"

static const struct {
	struct rows	*(*rows)(struct db *, const char *user);
	const struct columns *columns;	/* NULL: lists */
} sources[] = {
	[EXPORT_GROUP] = { q_export_groups, &columns_group },
	[EXPORT_LIST] = { q_export_lists, NULL },
	[EXPORT_TASK] = { q_export_tasks, &columns_exported_task },
	[EXPORT_STEP] = { q_export_steps, &columns_step },
	[EXPORT_MY_DAY] = { q_export_my_day, &columns_my_day },
};

/* What a row has of a list is not yet what its users see. */
static void
write_list(struct ctx *c, struct jw *jw, struct rows *r)
{
	struct list l;

	list_of_row(c, r, &l);
	record_export(jw, list_fields, &l);
}

static void
write_kind(struct ctx *c, struct jw *jw, enum export_kind kind)
{
	struct rows *r = rows_many(sources[kind].rows(c->db, c->user));
	const struct columns *columns = sources[kind].columns;
	struct ctx row = *c;
	struct row_shape shape;

	row.arena = arena_new();	/* so that memory is flat */
	if (columns != NULL)
		record_shape_export(&shape, export_kinds[kind].kind->fields,
		    columns);
	jw_name(jw, export_kinds[kind].name);
	jw_array(jw);
	while (rows_next(r)) {
		jw_object(jw);
		if (columns != NULL)
			record_show_row(jw, &shape, r, NULL);
		else
			write_list(&row, jw, r);
		jw_object_end(jw);
		arena_reset(row.arena);
	}
	jw_array_end(jw);
	arena_free(row.arena);
}

static void
write_memberships(struct ctx *c, struct jw *jw)
{
	struct rows *r = q_export_memberships(c->db, c->user);
	struct export_memberships_row m;

	jw_name(jw, "memberships");
	jw_array(jw);
	while (next_export_memberships(r, c->arena, &m)) {
		jw_object(jw);
		jw_put_plain(jw, "listId", m.list_id);
		jw_object_end(jw);
	}
	jw_array_end(jw);
}

static void
write_attachments(struct ctx *c, struct jw *jw)
{
	struct rows *r = rows_many(q_export_attachments(c->db, c->user));
	char sha256[2 * CONTENT_HASH + 1];
	struct export_attachments_row f;
	struct ctx row = *c;

	row.arena = arena_new();
	jw_name(jw, export_kinds[EXPORT_ATTACHMENT].name);
	jw_array(jw);
	while (next_export_attachments(r, row.arena, &f)) {
		sodium_bin2hex(sha256, sizeof(sha256), f.sha256, CONTENT_HASH);
		jw_object(jw);
		jw_put_plain(jw, "id", f.id);
		jw_put_plain(jw, "taskId", f.task_id);
		jw_put_text(jw, "filename", f.filename);
		jw_put_int(jw, "sizeBytes", f.size);
		jw_put_plain(jw, "sha256", sha256);
		jw_object_end(jw);
		arena_reset(row.arena);
	}
	jw_array_end(jw);
	arena_free(row.arena);
}

void
export_write(struct ctx *c, struct jw *jw, bool archive,
    void (*texts)(struct ctx *, struct jw *))
{
	struct user u;
	size_t i;

	user_get(c, c->user, &u);
	jw_object(jw);
	jw_put_stamp(jw, "exportedAt", c->now);
	jw_put_text(jw, "schemaVersion", EXPORT_SCHEMA);
	jw_name(jw, "profile");
	jw_object(jw);
	record_export(jw, user_fields, &u);
	jw_object_end(jw);
	for (i = 0; i < COUNT(sources); i++)
		write_kind(c, jw, (enum export_kind)i);
	texts(c, jw);
	write_memberships(c, jw);
	if (archive)
		write_attachments(c, jw);
	jw_object_end(jw);
}
