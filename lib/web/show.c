#include "web/show.h"

#include "base/json/write.h"
#include "core/record.h"

static void
show_tag_set(struct jw *jw, const struct ctx *c, const void *record, bool feed)
{
	const struct tag_set *s = record;
	size_t i;

	(void)c;
	jw_put_plain(jw, "taskId", s->task_id);
	jw_name(jw, "tagIds");
	jw_array(jw);
	for (i = 0; i < s->count; i++)
		jw_text(jw, s->tag_ids[i]);
	jw_array_end(jw);
	if (feed)
		jw_put_stamp(jw, "updatedAt", s->updated_at);
}

void
show_notifications(struct jw *jw, const struct user *u)
{
	jw_object(jw);
	record_show(jw, notification_fields, u, false, NULL);
	jw_object_end(jw);
}

static void
show_me(struct jw *jw, const struct ctx *c, const void *record, bool feed)
{
	record_show(jw, user_fields, record, feed, c->user);
	if (!feed)
		return;
	jw_name(jw, "notifications");
	show_notifications(jw, record);
}

const struct record_kind kind_list = { .name = "list", .fields = list_fields,
	.row_stamp = offsetof(struct list, updated_at),
	.version = offsetof(struct list, updated_at),
	.deleted_at = offsetof(struct list, deleted_at) };

const struct record_kind kind_group = { .name = "group",
	.fields = group_fields,
	.row_stamp = offsetof(struct group, updated_at),
	.version = offsetof(struct group, updated_at),
	.deleted_at = offsetof(struct group, deleted_at) };

const struct record_kind kind_task = { .name = "task", .fields = task_fields,
	.row_stamp = offsetof(struct task, stamp),
	.version = offsetof(struct task, stamp),
	.deleted_at = offsetof(struct task, deleted_at) };

const struct record_kind kind_step = { .name = "step", .fields = step_fields,
	.row_stamp = offsetof(struct step, stamp),
	.version = offsetof(struct step, stamp),
	.deleted_at = offsetof(struct step, deleted_at) };

const struct record_kind kind_tag = { .name = "tag", .fields = tag_fields,
	.row_stamp = offsetof(struct tag, stamp),
	.version = offsetof(struct tag, stamp),
	.deleted_at = offsetof(struct tag, deleted_at) };

const struct record_kind kind_tag_set = { .name = "taskTags",
	.show = show_tag_set,
	.row_stamp = offsetof(struct tag_set, stamp) };

const struct record_kind kind_attachment = { .name = "attachment",
	.fields = attachment_fields,
	.row_stamp = offsetof(struct attachment, stamp),
	.version = offsetof(struct attachment, stamp),
	.deleted_at = offsetof(struct attachment, deleted_at) };

const struct record_kind kind_my_day = { .name = "myDay",
	.fields = my_day_fields,
	.row_stamp = offsetof(struct my_day, stamp),
	.version = offsetof(struct my_day, updated_at),
	.deleted_at = offsetof(struct my_day, deleted_at) };

const struct record_kind kind_member = { .name = "member",
	.fields = member_fields,
	.row_stamp = offsetof(struct member, updated_at),
	.deleted_at = offsetof(struct member, deleted_at) };

const struct record_kind kind_me = { .name = "me", .fields = user_fields,
	.show = show_me,
	.row_stamp = offsetof(struct user, stamp) };

const struct record_kind kind_setting = { .name = "setting",
	.fields = client_setting_fields,
	.row_stamp = offsetof(struct client_setting, stamp),
	.version = offsetof(struct client_setting, stamp),
	.deleted_at = offsetof(struct client_setting, deleted_at) };

void
show_record(struct jw *jw, const struct ctx *c, const struct record_kind *k,
    const void *record, bool feed)
{
	jw_object(jw);
	if (feed)
		jw_put_text(jw, "kind", k->name);
	if (k->show != NULL)
		k->show(jw, c, record, feed);
	else
		record_show(jw, k->fields, record, feed, c->user);
	jw_object_end(jw);
}

void
show_row(struct jw *jw, const struct ctx *c, struct row_shape *shape,
    struct rows *r)
{
	jw_object(jw);
	record_show_row(jw, shape, r, c->user);
	jw_object_end(jw);
}

int64_t
record_stamp(const void *record, size_t offset)
{
	return offset == 0 ? 0 :
	    *(const int64_t *)((const char *)record + offset);
}
