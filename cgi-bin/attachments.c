/*
 * Attachments: putting files on tasks, and reading them.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "core/file/attachment.h"
#include "core/file/content.h"
#include "core/feed.h"
#include "core/file/media_type.h"
#include "core/limits.h"
#include "query.h"
#include "web/env.h"
#include "web/page.h"
#include "web/range.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/serve.h"
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

	row_attachment(r, rq->ctx.arena, &f);
	show_record(jw, &rq->ctx, &kind_attachment, &f, false);
	*at = (struct cursor){ arena_printf(rq->ctx.arena, "%lld",
	    (long long)f.created_at), f.id };
}

/* GET /me/attachments: those on all tasks the caller reaches. */
static void
get_attachments(struct req *rq)
{
	answer_collection(rq, &(struct collection){ .kinds = 1 << FEED_ATTACHMENT,
	    .rows = attachment_rows, .show = attachment_item,
	    .most = PAGE_WHOLE });
}

/* May they at all, before a byte is stored; then the file, durable. */
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
	const struct upload *u = rq->prepared;
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

/* RFC 6266: an ASCII name for old clients, the whole one in filename*. */
static void
disposition(struct req *rq, const char *filename)
{
	static const char digits[] = "0123456789ABCDEF";
	struct buf ascii = { 0 }, utf8 = { 0 };
	const unsigned char *p;

	for (p = (const unsigned char *)filename; *p != '\0'; p++) {
		buf_add(&ascii, *p < 0x20 || *p > 0x7e || *p == '"' ||
		    *p == '\\' || *p == '%' ? "_" : (const char *)p, 1);
		if ((*p < 0x80 && isalnum(*p)) || strchr(".-_~", *p) != NULL)
			buf_add(&utf8, p, 1);
		else {
			char escape[3] = { '%', digits[*p >> 4],
				digits[*p & 15] };

			buf_add(&utf8, escape, 3);
		}
	}
	reply_header(rq, "Content-Disposition",
	    "attachment; filename=\"%.*s\"; filename*=UTF-8''%.*s",
	    (int)ascii.len, ascii.data, (int)utf8.len, utf8.data);
	buf_free(&ascii);
	buf_free(&utf8);
}

/* GET /attachments/{attachmentId}/content: 200 or 206, the bytes; 404
 * attachment-not-found; 416. */
static void
get_content(struct req *rq)
{
	struct attachment f;
	const char *path;
	char hex[65];

	if (attachment_get(&rq->ctx, rq->arg[0], &f) != DONE) {
		refuse(rq, ATTACHMENT_NOT_FOUND);
		return;
	}
	path = content_path(&rq->ctx, f.sha256);
	rq->file = open(path, O_RDONLY | O_CLOEXEC);
	if (rq->file == -1 && errno != ENOENT)
		file_failed(path);
	if (rq->file == -1) {
		log_error("the file of attachment %s is missing", f.id);
		refuse(rq, INTERNAL);
		return;
	}
	sodium_bin2hex(hex, sizeof(hex), f.sha256, 32);
	hex[32] = '\0';
	rq->etag = arena_printf(rq->ctx.arena, "\"%s\"", hex);
	if (!range_choose(rq, f.size))
		return;
	rq->type = f.content_type;
	disposition(rq, f.filename);
	reply_header(rq, "Accept-Ranges", "bytes");
	reply_header(rq, "Content-Security-Policy",
	    "default-src 'none'; sandbox");
}

/* DELETE /attachments/{attachmentId}: 204; 404 attachment-not-found. */
static void
delete_attachment(struct req *rq)
{
	answer_deleted(rq, attachment_delete(&rq->ctx, rq->arg[0]));
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
	{ "GET", "/me/attachments", get_attachments, R_PAGED, NULL, NULL },
	{ "POST", "/tasks/{taskId}/attachments", create_attachment,
	    R_WRITE | R_UPLOAD, NULL, before_upload },
	{ "GET", "/attachments/{attachmentId}", get_attachment, 0, NULL,
	    NULL },
	{ "DELETE", "/attachments/{attachmentId}", delete_attachment, R_WRITE,
	    NULL, NULL },
	{ "GET", "/attachments/{attachmentId}/content", get_content,
	    R_ANY_TYPE | R_ALONE | R_LONG, NULL, NULL },
	{ "POST", "/attachments/{attachmentId}/restore", restore_attachment,
	    R_WRITE, NULL, NULL },
	{ NULL, NULL, NULL, 0, NULL, NULL }
};

const struct route_group attachments_group = { "attachments", routes,
	media_files };

int
main(void)
{
	return cgi_main(&attachments_group);
}
