#include "core/batch/export.h"

#include "base/arena.h"
#include "base/base.h"
#include "base/json/write.h"
#include "core/ctx.h"
#include "core/user/user.h"
#include "query.h"

/*
 * The parts as tables: each column of the part's statement has a name and says
 * how it is written.
 */
struct column {
	const char	*name;
	enum { ID, TEXT, BOOL, STAMP, STAMP_OR_NULL } as;
};

#define COLUMNS(c)	c, COUNT(c)

static const struct column group_columns[] = {
	{ "id", ID }, { "title", TEXT }, { "rank", TEXT },
	{ "createdAt", STAMP }, { "updatedAt", STAMP }
};

static const struct column list_columns[] = {
	{ "id", ID }, { "title", TEXT }, { "ownerId", ID }, { "groupId", ID },
	{ "rank", TEXT }, { "createdAt", STAMP }, { "updatedAt", STAMP }
};

static const struct column task_columns[] = {
	{ "id", ID }, { "listId", ID }, { "title", TEXT }, { "done", BOOL },
	{ "starred", BOOL }, { "dueDate", TEXT }, { "notes", TEXT },
	{ "notesUpdatedAt", STAMP_OR_NULL }, { "assigneeId", ID },
	{ "reminderAt", STAMP_OR_NULL }, { "recurrence", TEXT },
	{ "completedAt", STAMP_OR_NULL }, { "rank", TEXT },
	{ "createdAt", STAMP }, { "updatedAt", STAMP }
};

static const struct column step_columns[] = {
	{ "id", ID }, { "taskId", ID }, { "title", TEXT }, { "done", BOOL },
	{ "rank", TEXT }, { "createdAt", STAMP }, { "updatedAt", STAMP }
};

static const struct column day_columns[] = {
	{ "taskId", ID }, { "addedOn", TEXT }, { "updatedAt", STAMP }
};

static const struct column membership_columns[] = {
	{ "listId", ID }
};

static const struct part {
	const char		*name;
	struct rows		*(*rows)(struct db *, const char *user);
	const struct column	*columns;
	size_t			 count;
} parts[] = {
	{ "groups", q_export_groups, COLUMNS(group_columns) },
	{ "lists", q_export_lists, COLUMNS(list_columns) },
	{ "tasks", q_export_tasks, COLUMNS(task_columns) },
	{ "steps", q_export_steps, COLUMNS(step_columns) },
	{ "myDay", q_export_my_day, COLUMNS(day_columns) },
	{ "memberships", q_export_memberships, COLUMNS(membership_columns) },
};

static void
write_column(struct jw *jw, struct rows *r, struct arena *a, int i,
    const struct column *col)
{
	switch (col->as) {
	case ID:
		jw_put_text(jw, col->name, rows_id(r, a, i));
		break;
	case TEXT:
		jw_put_text(jw, col->name, rows_text(r, a, i));
		break;
	case BOOL:
		jw_put_bool(jw, col->name, rows_int(r, i) != 0);
		break;
	case STAMP:
		jw_put_stamp(jw, col->name, rows_int(r, i));
		break;
	case STAMP_OR_NULL:
		jw_put_stamp_or_null(jw, col->name, rows_int(r, i));
		break;
	}
}

static void
write_part(struct ctx *c, struct jw *jw, const struct part *p)
{
	struct arena *a = arena_new();	/* a row's, so that memory is flat */
	struct rows *r = p->rows(c->db, c->user);
	size_t i;

	jw_name(jw, p->name);
	jw_array(jw);
	while (rows_next(r)) {
		jw_object(jw);
		for (i = 0; i < p->count; i++)
			write_column(jw, r, a, (int)i, &p->columns[i]);
		jw_object_end(jw);
		arena_reset(a);
	}
	jw_array_end(jw);
	arena_free(a);
}

void
export_write(struct ctx *c, struct jw *jw)
{
	struct user u;
	size_t i;

	user_get(c, c->user, &u);
	jw_object(jw);
	jw_put_stamp(jw, "exportedAt", c->now);
	jw_put_text(jw, "schemaVersion", EXPORT_SCHEMA);
	jw_name(jw, "profile");
	jw_object(jw);
	jw_put_text(jw, "id", u.id);
	jw_put_text(jw, "email", u.email);
	jw_put_text(jw, "displayName", u.display_name);
	jw_put_bool(jw, "emailVerified", u.verified);
	jw_object_end(jw);
	for (i = 0; i < COUNT(parts); i++)
		write_part(c, jw, &parts[i]);
	jw_object_end(jw);
}
