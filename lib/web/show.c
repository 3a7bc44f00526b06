#include "web/show.h"

#include "base/json/write.h"

struct showing {
	struct jw		*jw;
	const struct ctx	*ctx;
	const char		*kind;		/* the member "kind", or NULL */
};

static struct jw *
begin(const struct showing *to)
{
	jw_object(to->jw);
	if (to->kind != NULL)
		jw_put_text(to->jw, "kind", to->kind);
	return to->jw;
}

static void
end(struct jw *jw, int64_t updated, int64_t deleted)
{
	jw_put_stamp(jw, "updatedAt", updated);
	if (deleted != 0)
		jw_put_stamp(jw, "deletedAt", deleted);
	jw_object_end(jw);
}

static void
show_list(const struct showing *to, const void *record)
{
	const struct list *l = record;
	struct jw *jw = begin(to);

	jw_put_plain(jw, "id", l->id);
	jw_put_text(jw, "title", l->title);
	jw_put_plain(jw, "ownerId", l->owner_id);
	jw_put_text(jw, "ownerName", l->owner_name);
	jw_put_plain(jw, "groupId", l->group_id);
	jw_put_plain(jw, "rank", l->rank);
	jw_put_plain(jw, "role", l->role);
	jw_put_stamp(jw, "createdAt", l->created_at);
	end(jw, l->updated_at, l->deleted_at);
}

static void
show_group(const struct showing *to, const void *record)
{
	const struct group *g = record;
	struct jw *jw = begin(to);

	jw_put_plain(jw, "id", g->id);
	jw_put_text(jw, "title", g->title);
	jw_put_plain(jw, "rank", g->rank);
	jw_put_stamp(jw, "createdAt", g->created_at);
	end(jw, g->updated_at, g->deleted_at);
}

static void
show_task(const struct showing *to, const void *record)
{
	const struct task *t = record;
	struct jw *jw = begin(to);

	jw_put_plain(jw, "id", t->id);
	jw_put_plain(jw, "listId", t->list_id);
	jw_put_text(jw, "title", t->title);
	jw_put_bool(jw, "done", t->done);
	jw_put_bool(jw, "starred", t->starred);
	jw_put_plain(jw, "dueDate", t->due_date);
	jw_put_text(jw, "notes", t->notes);
	jw_put_stamp_or_null(jw, "notesUpdatedAt", t->notes_at);
	jw_put_plain(jw, "rank", t->rank);
	jw_put_plain(jw, "assigneeId", t->assignee_id);
	jw_put_bool(jw, "assignedToMe", t->assignee_id != NULL &&
	    same_id(t->assignee_id, to->ctx->user));
	jw_put_stamp_or_null(jw, "reminderAt", t->reminder_at);
	jw_put_plain(jw, "recurrence", t->recurrence);
	jw_put_stamp_or_null(jw, "completedAt", t->completed_at);
	jw_put_plain(jw, "completedBy", t->completed_by);
	jw_put_plain(jw, "createdBy", t->created_by);
	jw_put_stamp(jw, "createdAt", t->created_at);
	end(jw, t->stamp, t->deleted_at);
}

static void
show_step(const struct showing *to, const void *record)
{
	const struct step *s = record;
	struct jw *jw = begin(to);

	jw_put_plain(jw, "id", s->id);
	jw_put_plain(jw, "taskId", s->task_id);
	jw_put_text(jw, "title", s->title);
	jw_put_bool(jw, "done", s->done);
	jw_put_plain(jw, "rank", s->rank);
	jw_put_stamp(jw, "createdAt", s->created_at);
	end(jw, s->stamp, s->deleted_at);
}

static void
show_tag(const struct showing *to, const void *record)
{
	const struct tag *t = record;
	struct jw *jw = begin(to);

	jw_put_plain(jw, "id", t->id);
	jw_put_text(jw, "name", t->name);
	jw_put_stamp(jw, "createdAt", t->created_at);
	end(jw, t->stamp, t->deleted_at);
}

static void
show_tag_set(const struct showing *to, const void *record)
{
	const struct tag_set *s = record;
	struct jw *jw = begin(to);
	size_t i;

	jw_put_plain(jw, "taskId", s->task_id);
	jw_name(jw, "tagIds");
	jw_array(jw);
	for (i = 0; i < s->count; i++)
		jw_text(jw, s->tag_ids[i]);
	jw_array_end(jw);
	if (to->kind != NULL)
		jw_put_stamp(jw, "updatedAt", s->updated_at);
	jw_object_end(jw);
}

static void
show_attachment(const struct showing *to, const void *record)
{
	const struct attachment *f = record;
	struct jw *jw = begin(to);

	jw_put_plain(jw, "id", f->id);
	jw_put_plain(jw, "taskId", f->task_id);
	jw_put_plain(jw, "uploaderId", f->uploader_id);
	jw_put_text(jw, "filename", f->filename);
	jw_put_text(jw, "contentType", f->content_type);
	jw_put_int(jw, "sizeBytes", f->size);
	jw_put_stamp(jw, "createdAt", f->created_at);
	end(jw, f->stamp, f->deleted_at);
}

static void
show_my_day(const struct showing *to, const void *record)
{
	const struct my_day *d = record;
	struct jw *jw = begin(to);

	jw_put_plain(jw, "taskId", d->task_id);
	jw_put_plain(jw, "listId", d->list_id);
	jw_put_plain(jw, "addedOn", d->added_on);
	end(jw, d->updated_at, d->deleted_at);
}

static void
show_member(const struct showing *to, const void *record)
{
	const struct member *m = record;
	struct jw *jw = begin(to);

	jw_put_plain(jw, "userId", m->user_id);
	jw_put_text(jw, "displayName", m->display_name);
	jw_put_stamp(jw, "joinedAt", m->joined_at);
	if (to->kind == NULL) {
		jw_object_end(jw);
		return;
	}
	jw_put_plain(jw, "listId", m->list_id);
	end(jw, m->updated_at, m->deleted_at);
}

static void
show_setting(const struct showing *to, const void *record)
{
	const struct client_setting *s = record;
	struct jw *jw = begin(to);

	jw_put_text(jw, "key", s->key);
	jw_name(jw, "value");
	jw_json(jw, s->value);
	jw_put_stamp(jw, "createdAt", s->created_at);
	end(jw, s->stamp, s->deleted_at);
}

static void
put_user(struct jw *jw, const struct user *u)
{
	jw_put_plain(jw, "id", u->id);
	jw_put_text(jw, "email", u->email);
	jw_put_text(jw, "displayName", u->display_name);
	jw_put_bool(jw, "emailVerified", u->verified);
	jw_put_bool(jw, "autoDeleteCompleted", u->auto_delete_at != 0);
	jw_put_text(jw, "timeZone", u->time_zone);
}

void
show_user(struct jw *jw, const struct user *u)
{
	jw_object(jw);
	put_user(jw, u);
	jw_object_end(jw);
}

static void
show_me(const struct showing *to, const void *record)
{
	const struct user *u = record;
	struct jw *jw = begin(to);

	put_user(jw, u);
	jw_name(jw, "notifications");
	jw_object(jw);
	jw_put_bool(jw, "reminders", u->reminders);
	jw_put_bool(jw, "assignments", u->assignments);
	jw_object_end(jw);
	end(jw, u->stamp, 0);
}

const struct record_kind kind_list = { .name = "list", .show = show_list,
	.row_stamp = offsetof(struct list, updated_at),
	.version = offsetof(struct list, updated_at),
	.deleted_at = offsetof(struct list, deleted_at) };

const struct record_kind kind_group = { .name = "group", .show = show_group,
	.row_stamp = offsetof(struct group, updated_at),
	.version = offsetof(struct group, updated_at),
	.deleted_at = offsetof(struct group, deleted_at) };

const struct record_kind kind_task = { .name = "task", .show = show_task,
	.row_stamp = offsetof(struct task, stamp),
	.version = offsetof(struct task, stamp),
	.deleted_at = offsetof(struct task, deleted_at) };

const struct record_kind kind_step = { .name = "step", .show = show_step,
	.row_stamp = offsetof(struct step, stamp),
	.version = offsetof(struct step, stamp),
	.deleted_at = offsetof(struct step, deleted_at) };

const struct record_kind kind_tag = { .name = "tag", .show = show_tag,
	.row_stamp = offsetof(struct tag, stamp),
	.version = offsetof(struct tag, stamp),
	.deleted_at = offsetof(struct tag, deleted_at) };

/* Without updatedAt outside the feed. */
const struct record_kind kind_tag_set = { .name = "taskTags",
	.show = show_tag_set,
	.row_stamp = offsetof(struct tag_set, stamp) };

const struct record_kind kind_attachment = { .name = "attachment",
	.show = show_attachment,
	.row_stamp = offsetof(struct attachment, stamp),
	.version = offsetof(struct attachment, stamp),
	.deleted_at = offsetof(struct attachment, deleted_at) };

const struct record_kind kind_my_day = { .name = "myDay",
	.show = show_my_day,
	.row_stamp = offsetof(struct my_day, stamp),
	.version = offsetof(struct my_day, updated_at),
	.deleted_at = offsetof(struct my_day, deleted_at) };

/* Without listId and updatedAt outside the feed. */
const struct record_kind kind_member = { .name = "member",
	.show = show_member,
	.row_stamp = offsetof(struct member, updated_at),
	.deleted_at = offsetof(struct member, deleted_at) };

/* The user with their notification preferences. */
const struct record_kind kind_me = { .name = "me", .show = show_me,
	.row_stamp = offsetof(struct user, stamp) };

const struct record_kind kind_setting = { .name = "setting",
	.show = show_setting,
	.row_stamp = offsetof(struct client_setting, stamp),
	.version = offsetof(struct client_setting, stamp),
	.deleted_at = offsetof(struct client_setting, deleted_at) };

void
show_record(struct jw *jw, const struct ctx *c, const struct record_kind *k,
    const void *record, bool with_kind)
{
	k->show(&(struct showing){ jw, c, with_kind ? k->name : NULL }, record);
}

int64_t
record_stamp(const void *record, size_t offset)
{
	return offset == 0 ? 0 :
	    *(const int64_t *)((const char *)record + offset);
}
