#include "core/file/attachment.h"

#include <string.h>

#include "base/settings/settings.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/file/content.h"
#include "core/limits.h"
#include "core/record.h"
#include "core/task/derived.h"
#include "core/task/task.h"
#include "core/user/user.h"
#include "query/attachment.h"
#include "query/cleanup.h"

static const struct field attachment_fields[] = {
	{ "id", F_UUID, 0, AT(attachment, id) },
	{ "taskId", F_UUID, 0, AT(attachment, task_id) },
	{ "listId", F_UUID, 0, AT(attachment, list_id) },
	{ "uploaderId", F_UUID, 0, AT(attachment, uploader_id) },
	{ "filename", F_TEXT, 0, 1, 0, AT(attachment, filename) },
	{ "contentType", F_TEXT, 0, 1, 0, AT(attachment, content_type) },
	{ "sizeBytes", F_INT, 0, AT(attachment, size) },
	{ "createdAt", F_STAMP, 0, AT(attachment, created_at) },
	{ "updatedAt", F_STAMP, 0, AT(attachment, stamp) },
	{ "deletedAt", F_STAMP, F_GONE | F_NULL,
	    AT(attachment, deleted_at) },
	{ .name = NULL }
};

const struct record_kind kind_attachment = { .name = "attachment",
	.fields = attachment_fields,
	.row_stamp = offsetof(struct attachment, stamp),
	.version = offsetof(struct attachment, stamp),
	.deleted_at = offsetof(struct attachment, deleted_at) };

enum outcome
attachment_get(struct ctx *c, const char *id, struct attachment *f)
{
	return only_reached_attachment(q_attachment_get(c->db, c->user, id),
	    c->arena, f) ? DONE : ATTACHMENT_NOT_FOUND;
}

bool
attachment_any(struct ctx *c, const char *id, struct attachment *f)
{
	return only_reached_attachment(q_attachment_any(c->db, c->user, id),
	    c->arena, f);
}

enum outcome
attachment_may_add(struct ctx *c, const char *task)
{
	struct task t;
	enum outcome o = task_reach(c, task, &t);

	return o == DONE && t.viewed ? LIST_IS_READ_ONLY : o;
}

static bool
over_quota(struct ctx *c, const char *uploader, const unsigned char *sha256,
    int64_t size)
{
	if (rows_any(q_attachment_has(c->db, uploader, sha256, 32)))
		return false;
	if (size < CONTENT_LEAST)
		size = CONTENT_LEAST;
	return rows_one(q_attachment_used(c->db, uploader, CONTENT_LEAST), 0) +
	    size > user_quota(c, uploader);
}

bool
attachment_fits(struct ctx *c, const struct content *content)
{
	return !over_quota(c, c->user, content_hash(content),
	    content_size(content));
}

enum outcome
attachment_add(struct ctx *c, const char *task, const char *id,
    const char *filename, const char *type, struct content *content,
    struct attachment *f)
{
	const struct derived *was;
	enum outcome o;
	struct task t;
	int64_t stamp;

	if ((o = task_reach(c, task, &t)) != DONE)
		return o;
	if (only_attachment(q_attachment_by_id(c->db, id), c->arena, f)) {
		f->list_id = t.list_id;
		return f->deleted_at == 0 && same_id(f->task_id, task) &&
		    same_id(f->uploader_id, c->user) &&
		    memcmp(f->sha256, content_hash(content), 32) == 0 ?
		    EXISTED : ATTACHMENT_ID_IN_USE;
	}
	if (rows_one(q_attachment_count(c->db, task), 0) >= CAP_ATTACHMENTS ||
	    rows_any(q_attachment_ever(c->db, task, CAP_PARTS_EVER)) ||
	    text_full(c, t.list_id))
		return LIMIT_REACHED;
	if (over_quota(c, c->user, content_hash(content),
	    content_size(content)))
		return QUOTA_EXCEEDED;
	content_keep(c, content);
	was = derived_of(c, task);
	stamp = feed_put(c, t.list_id, 0, FEED_ATTACHMENT, id);
	q_attachment_add(c->db, t.id, id, c->user, filename, type,
	    content_size(content), content_hash(content), 32, stamp, stamp);
	derived_changed(c, task, was);
	attachment_get(c, id, f);
	return CREATED;
}

/* The uploader and the list's owner delete and restore what a statement
 * found. */
static enum outcome
may_delete(struct ctx *c, struct rows *r, struct attachment *f)
{
	enum outcome o;

	if (!only_reached_attachment(r, c->arena, f))
		return ATTACHMENT_NOT_FOUND;
	o = access_allows(c, strcmp(f->role, ROLE_VIEWER) == 0);
	return o != DONE || strcmp(f->role, ROLE_OWNER) == 0 ||
	    same_id(f->uploader_id, c->user) ? o : ATTACHMENT_NOT_FOUND;
}

enum outcome
attachment_delete(struct ctx *c, const char *id, struct attachment *f)
{
	enum outcome o = may_delete(c, q_attachment_get(c->db, c->user, id), f);

	if (o != DONE)
		return o;
	f->stamp = feed_put_gone(c, f->list_id, f->stamp, FEED_ATTACHMENT,
	    f->id);
	f->deleted_at = f->stamp;
	q_attachment_stamp(c->db, f->id, f->stamp, f->stamp);
	return DONE;
}

const char *
attachment_trim(struct ctx *c, const char *uploader)
{
	struct attachment_kept_oldest_row f;

	if (rows_one(q_attachment_kept(c->db, uploader, CONTENT_LEAST), 0) <=
	    user_quota(c, uploader) ||
	    !only_attachment_kept_oldest(q_attachment_kept_oldest(c->db,
	    uploader), c->arena, &f))
		return NULL;
	q_attachment_erase(c->db, f.list_id, f.id);
	feed_set_gone(c, f.list_id, f.stamp, FEED_UNLISTED);
	return content_name(c, f.sha256);
}

enum outcome
attachment_restore(struct ctx *c, const char *id, struct attachment *f)
{
	enum outcome o = may_delete(c, q_attachment_deleted(c->db, c->user, id,
	    c->now - RESTORABLE), f);

	if (o != DONE)
		return o;
	if (rows_one(q_attachment_count(c->db, f->task_id), 0) >=
	    CAP_ATTACHMENTS)
		return LIMIT_REACHED;
	if (over_quota(c, f->uploader_id, f->sha256, f->size))
		return QUOTA_EXCEEDED;
	f->stamp = feed_put(c, f->list_id, f->stamp, FEED_ATTACHMENT, f->id);
	f->deleted_at = 0;
	q_attachment_stamp(c->db, f->id, f->stamp, 0);
	return DONE;
}
