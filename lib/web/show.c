#include "web/show.h"

#include "base/json/write.h"
#include "core/file/attachment.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/task/my_day.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/user/setting.h"
#include "core/user/user.h"

static void
begin(struct jw *jw, const char *kind)
{
	jw_object(jw);
	if (kind != NULL)
		jw_put_text(jw, "kind", kind);
}

static void
end(struct jw *jw, int64_t updated, int64_t deleted)
{
	jw_put_stamp(jw, "updatedAt", updated);
	if (deleted != 0)
		jw_put_stamp(jw, "deletedAt", deleted);
	jw_object_end(jw);
}

void
show_list(struct jw *jw, const struct list *l, const char *kind)
{
	begin(jw, kind);
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

void
show_group(struct jw *jw, const struct group *g, const char *kind)
{
	begin(jw, kind);
	jw_put_plain(jw, "id", g->id);
	jw_put_text(jw, "title", g->title);
	jw_put_plain(jw, "rank", g->rank);
	jw_put_stamp(jw, "createdAt", g->created_at);
	end(jw, g->updated_at, g->deleted_at);
}

void
show_task(struct jw *jw, const struct ctx *c, const struct task *t,
    const char *kind)
{
	begin(jw, kind);
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
	    same_id(t->assignee_id, c->user));
	jw_put_stamp_or_null(jw, "reminderAt", t->reminder_at);
	jw_put_plain(jw, "recurrence", t->recurrence);
	jw_put_stamp_or_null(jw, "completedAt", t->completed_at);
	jw_put_plain(jw, "completedBy", t->completed_by);
	jw_put_plain(jw, "createdBy", t->created_by);
	jw_put_stamp(jw, "createdAt", t->created_at);
	end(jw, t->stamp, t->deleted_at);
}

void
show_step(struct jw *jw, const struct step *s, const char *kind)
{
	begin(jw, kind);
	jw_put_plain(jw, "id", s->id);
	jw_put_plain(jw, "taskId", s->task_id);
	jw_put_text(jw, "title", s->title);
	jw_put_bool(jw, "done", s->done);
	jw_put_plain(jw, "rank", s->rank);
	jw_put_stamp(jw, "createdAt", s->created_at);
	end(jw, s->stamp, s->deleted_at);
}

void
show_tag(struct jw *jw, const struct tag *t, const char *kind)
{
	begin(jw, kind);
	jw_put_plain(jw, "id", t->id);
	jw_put_text(jw, "name", t->name);
	jw_put_stamp(jw, "createdAt", t->created_at);
	end(jw, t->stamp, t->deleted_at);
}

void
show_tag_set(struct jw *jw, const struct tag_set *s, const char *kind)
{
	size_t i;

	begin(jw, kind);
	jw_put_plain(jw, "taskId", s->task_id);
	jw_name(jw, "tagIds");
	jw_array(jw);
	for (i = 0; i < s->count; i++)
		jw_text(jw, s->tag_ids[i]);
	jw_array_end(jw);
	if (kind != NULL)
		jw_put_stamp(jw, "updatedAt", s->updated_at);
	jw_object_end(jw);
}

void
show_attachment(struct jw *jw, const struct attachment *f, const char *kind)
{
	begin(jw, kind);
	jw_put_plain(jw, "id", f->id);
	jw_put_plain(jw, "taskId", f->task_id);
	jw_put_plain(jw, "uploaderId", f->uploader_id);
	jw_put_text(jw, "filename", f->filename);
	jw_put_text(jw, "contentType", f->content_type);
	jw_put_int(jw, "sizeBytes", f->size);
	jw_put_stamp(jw, "createdAt", f->created_at);
	end(jw, f->stamp, f->deleted_at);
}

void
show_my_day(struct jw *jw, const struct my_day *d, const char *kind)
{
	begin(jw, kind);
	jw_put_plain(jw, "taskId", d->task_id);
	jw_put_plain(jw, "listId", d->list_id);
	jw_put_plain(jw, "addedOn", d->added_on);
	end(jw, d->updated_at, d->deleted_at);
}

void
show_member(struct jw *jw, const struct member *m, const char *kind)
{
	begin(jw, kind);
	jw_put_plain(jw, "userId", m->user_id);
	jw_put_text(jw, "displayName", m->display_name);
	jw_put_stamp(jw, "joinedAt", m->joined_at);
	if (kind == NULL) {
		jw_object_end(jw);
		return;
	}
	jw_put_plain(jw, "listId", m->list_id);
	end(jw, m->updated_at, m->deleted_at);
}

void
show_setting(struct jw *jw, const struct client_setting *s, const char *kind)
{
	begin(jw, kind);
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

void
show_me(struct jw *jw, const struct user *u, const char *kind)
{
	begin(jw, kind);
	put_user(jw, u);
	jw_name(jw, "notifications");
	jw_object(jw);
	jw_put_bool(jw, "reminders", u->reminders);
	jw_put_bool(jw, "assignments", u->assignments);
	jw_object_end(jw);
	end(jw, u->stamp, 0);
}
