#include "core/batch/export.h"

#include "base/arena.h"
#include "base/json/json.h"
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

struct part {
	const char	*name;
	struct rows	*(*rows)(struct db *, const char *user);
	struct column	 columns[16];
};

static const struct part parts[] = {
	{ "groups", q_export_groups, { { "id", ID }, { "title", TEXT },
	    { "rank", TEXT }, { "createdAt", STAMP }, { "updatedAt", STAMP },
	    { NULL, ID } } },
	{ "lists", q_export_lists, { { "id", ID }, { "title", TEXT },
	    { "ownerId", ID }, { "groupId", ID }, { "rank", TEXT },
	    { "createdAt", STAMP }, { "updatedAt", STAMP }, { NULL, ID } } },
	{ "tasks", q_export_tasks, { { "id", ID }, { "listId", ID },
	    { "title", TEXT }, { "done", BOOL }, { "starred", BOOL },
	    { "dueDate", TEXT }, { "notes", TEXT },
	    { "notesUpdatedAt", STAMP_OR_NULL }, { "assigneeId", ID },
	    { "reminderAt", STAMP_OR_NULL }, { "recurrence", TEXT },
	    { "rank", TEXT }, { "createdAt", STAMP }, { "updatedAt", STAMP },
	    { NULL, ID } } },
	{ "steps", q_export_steps, { { "id", ID }, { "taskId", ID },
	    { "title", TEXT }, { "done", BOOL }, { "rank", TEXT },
	    { "createdAt", STAMP }, { "updatedAt", STAMP }, { NULL, ID } } },
	{ "myDay", q_export_my_day, { { "taskId", ID }, { "addedOn", TEXT },
	    { "updatedAt", STAMP }, { NULL, ID } } },
	{ "memberships", q_export_memberships, { { "listId", ID },
	    { NULL, ID } } },
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
	int i;

	jw_name(jw, p->name);
	jw_array(jw);
	while (rows_next(r)) {
		jw_object(jw);
		for (i = 0; p->columns[i].name != NULL; i++)
			write_column(jw, r, a, i, &p->columns[i]);
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
