#include "core/batch/export.h"

#include "base/arena.h"
#include "base/base.h"
#include "base/json/write.h"
#include "core/batch/parts.h"
#include "core/ctx.h"
#include "core/record.h"
#include "core/user/user.h"
#include "query.h"

static void
read_group(struct ctx *c, struct rows *r, struct exported *to)
{
	row_group(r, c->arena, &to->of.group);
}

static void
read_list(struct ctx *c, struct rows *r, struct exported *to)
{
	list_of_row(c, r, &to->of.list);
}

static void
read_task(struct ctx *c, struct rows *r, struct exported *to)
{
	row_exported_task(r, c->arena, &to->of.task);
}

static void
read_step(struct ctx *c, struct rows *r, struct exported *to)
{
	row_step(r, c->arena, &to->of.step);
}

static void
read_my_day(struct ctx *c, struct rows *r, struct exported *to)
{
	row_my_day(r, c->arena, &to->of.my_day);
}

static const struct {
	struct rows	*(*rows)(struct db *, const char *user);
	void		(*read)(struct ctx *, struct rows *,
			    struct exported *);
} sources[] = {
	[PART_GROUP] = { q_export_groups, read_group },
	[PART_LIST] = { q_export_lists, read_list },
	[PART_TASK] = { q_export_tasks, read_task },
	[PART_STEP] = { q_export_steps, read_step },
	[PART_MY_DAY] = { q_export_my_day, read_my_day },
};

static void
write_part(struct ctx *c, struct jw *jw, enum part part)
{
	struct rows *r = sources[part].rows(c->db, c->user);
	struct exported record = { .part = part };
	struct ctx row = *c;

	row.arena = arena_new();	/* so that memory is flat */
	jw_name(jw, parts[part].name);
	jw_array(jw);
	while (rows_next(r)) {
		sources[part].read(&row, r, &record);
		jw_object(jw);
		record_export(jw, parts[part].fields, &record.of);
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
	record_export(jw, user_fields, &u);
	jw_object_end(jw);
	for (i = 0; i < COUNT(sources); i++)
		write_part(c, jw, (enum part)i);
	write_memberships(c, jw);
	jw_object_end(jw);
}
