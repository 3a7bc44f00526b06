/*
 * Attachments: putting files on tasks, and reading them.
 */
#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/filename.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "core/feed.h"
#include "core/file/attachment.h"
#include "core/file/content.h"
#include "core/file/media_type.h"
#include "core/file/orphans.h"
#include "core/limits.h"
#include "core/user/token.h"
#include "query/attachment.h"
#include "web/page.h"
#include "web/range.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"
#include "web/upload.h"

static struct rows *
attachment_rows(struct req *rq, const struct cursor *at, int64_t count)
{
	int64_t created = at->key[0] == '\0' ? 0 : atoll(at->key);

	return q_attachment_page(rq->ctx.db, rq->ctx.user, created, at->id,
	    count);
}

static void
attachment_item(struct req *rq, struct jw *jw, struct rows *r,
    struct cursor *at)
{
	struct attachment f;

	row_reached_attachment(r, rq->ctx.arena, &f);
	show_record(jw, &rq->ctx, &kind_attachment, &f, false);
	*at = (struct cursor){ arena_printf(rq->ctx.arena, "%lld",
	    (long long)f.created_at), f.id };
}

/* GET /me/attachments: those on all tasks the caller reaches. */
static void
get_attachments(struct req *rq)
{
	answer_collection(rq, &(struct collection){
	    .feed.kinds = 1 << FEED_ATTACHMENT, .rows = attachment_rows,
	    .show = attachment_item, .most = PAGE_WHOLE });
}

/* Refuses callers who may not add a file before a byte is stored; then stores
 * the file. */
static bool
before_upload(struct req *rq)
{
	enum outcome o = attachment_may_add(&rq->ctx, rq->arg[0]);

	if (o != DONE) {
		refuse(rq, o);
		return false;
	}
	return upload_read(rq);
}

/* POST /tasks/{taskId}/attachments: 201 Attachment; 200 if it exists; 404
 * task-not-found; 409 attachment-id-in-use; 413 file-too-large, quota-exceeded;
 * 415 type-not-allowed; 422 validation-failed, limit-reached. */
static void
create_attachment(struct req *rq)
{
	const struct upload *u = rq->before.upload;
	struct attachment f;
	enum outcome o;

	o = attachment_add(&rq->ctx, rq->arg[0], u->id, u->filename, u->type,
	    u->content, &f);
	answer_record(rq, o, &kind_attachment, &f);
	if (o == CREATED)
		reply_location(rq, "/attachments/%s", f.id);
}

/* GET /attachments/{attachmentId}: 200; 404 attachment-not-found. */
static void
get_attachment(struct req *rq)
{
	struct attachment f;

	answer_record(rq, attachment_get(&rq->ctx, rq->arg[0], &f),
	    &kind_attachment, &f);
}

/* GET /attachments/{attachmentId}/content: 200 or 206, the bytes; 404
 * attachment-not-found; 416. */
static void
get_content(struct req *rq)
{
	struct attachment f;
	char hex[65];

	if (attachment_get(&rq->ctx, rq->arg[0], &f) != DONE) {
		refuse(rq, ATTACHMENT_NOT_FOUND);
		return;
	}
	rq->reply.file = content_open(&rq->ctx, f.sha256, f.size);
	if (rq->reply.file == NULL && errno != ENOENT)
		file_failed(content_name(&rq->ctx, f.sha256));
	if (rq->reply.file == NULL) {
		log_error("the file of attachment %s is missing", f.id);
		refuse(rq, INTERNAL);
		return;
	}
	sodium_bin2hex(hex, sizeof(hex), f.sha256, 32);
	hex[32] = '\0';
	rq->reply.etag = arena_printf(rq->ctx.arena, "\"%s\"", hex);
	if (!range_choose(rq, f.size))
		return;
	rq->reply.type = f.content_type;
	reply_header(rq, "Content-Disposition", "%s",
	    filename_disposition(rq->ctx.arena, f.filename));
	reply_header(rq, "Accept-Ranges", "bytes");
	reply_header(rq, "Content-Security-Policy",
	    "default-src 'none'; sandbox");
}

/* Deleted attachments that exceed the uploader's quota are erased, the oldest
 * first, each in its own transaction. */
struct trimming {
	const char	*uploader;
	char		 name[PATH_MAX];	/* of the content erased last */
};

static bool
trim_oldest(struct req *rq, struct trimming *t)
{
	const char *name = attachment_trim(&rq->ctx, t->uploader);

	if (name != NULL)
		snprintf(t->name, sizeof(t->name), "%s", name);
	return name != NULL;
}

/* The last transaction erased a row: now its content can be removed. */
static bool
trim_trash(struct req *rq)
{
	struct trimming *t = rq->left;

	content_sweep(&rq->ctx, t->name);
	return trim_oldest(rq, t);
}

/* DELETE /attachments/{attachmentId}: 204; 404 attachment-not-found. */
static void
delete_attachment(struct req *rq)
{
	struct attachment f;
	enum outcome o = attachment_delete(&rq->ctx, rq->arg[0], &f);
	struct trimming *t;

	if (o == DONE) {
		t = arena_alloc(rq->ctx.arena, sizeof(*t));
		*t = (struct trimming){ .uploader = f.uploader_id };
		rq->left = t;
		if (trim_oldest(rq, t))
			rq->rest = trim_trash;
	}
	answer_deleted(rq, o);
}

/* POST /attachments/{attachmentId}/restore: 200 Attachment; 404
 * attachment-not-found; 413 quota-exceeded; 422 limit-reached. */
static void
restore_attachment(struct req *rq)
{
	struct attachment f;

	answer_record(rq, attachment_restore(&rq->ctx, rq->arg[0], &f),
	    &kind_attachment, &f);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/attachments", .handle = get_attachments,
	    .flags = R_PAGED, .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "POST", .path = "/tasks/{taskId}/attachments",
	    .handle = create_attachment, .flags = R_WRITE | R_UPLOAD | R_LONG,
	    .before = before_upload,
	    .scope = SCOPE_TASK, .token = TOKEN_WRITE },
	{ .method = "GET", .path = "/attachments/{attachmentId}",
	    .handle = get_attachment, .token = TOKEN_READ },
	{ .method = "DELETE", .path = "/attachments/{attachmentId}",
	    .handle = delete_attachment, .flags = R_WRITE,
	    .scope = SCOPE_ATTACHMENT, .token = TOKEN_WRITE },
	{ .method = "GET", .path = "/attachments/{attachmentId}/content",
	    .handle = get_content, .flags = R_ANY_TYPE | R_ALONE | R_LONG |
	    R_FILE,
	    .token = TOKEN_READ },
	{ .method = "POST", .path = "/attachments/{attachmentId}/restore",
	    .handle = restore_attachment, .flags = R_WRITE,
	    .scope = SCOPE_ATTACHMENT, .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group attachments_group = { .name = "attachments",
	.routes = routes, .reads = media_files };
