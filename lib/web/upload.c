#include "web/upload.h"

#include <sodium.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/filename.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/file/content.h"
#include "core/file/media_type.h"
#include "web/body.h"
#include "web/multipart.h"
#include "web/reply.h"
#include "web/request.h"

#define TEXT_MAX	4096		/* bytes of the parts that are text */
#define EXTRA_MAX	(64 * 1024)	/* of a body beyond its file */

struct reading {
	struct req		*rq;
	struct upload		*u;
	const char		*sent_id;
	const char		*sent_name;	/* of the field filename */
	const char		*part_name;	/* of the file's part */
	struct buf		 text;		/* of a part that is text */
	int64_t			 length;	/* of the whole body; -1:
						 * unknown */
	int64_t			 most;		/* bytes to read at most */
	int64_t			 got;
	const char		*wrong;		/* what is wrong with a part, or
						 * NULL */
};

static long
read_body(void *arg, char *p, size_t n)
{
	struct reading *rd = arg;
	long got;

	if (rd->most - rd->got < (int64_t)n)
		n = (size_t)(rd->most - rd->got);
	if (n == 0)
		return 0;
	got = rd->rq->io->read(rd->rq->io->arg, p, n);
	if (got > 0)
		rd->got += got;
	return got;
}

static void
drop_content(struct req *rq)
{
	content_drop(rq->prepared.upload->content);
}

static void
begin_part(struct reading *rd, const struct part *p)
{
	rd->text.len = 0;
	if (strcmp(p->name, "file") != 0)
		return;
	if (rd->u->content != NULL) {
		rd->wrong = "Only one file is allowed.";
		return;
	}
	rd->part_name = p->filename;
	rd->u->content = content_new(&rd->rq->ctx);
}

static bool
upload_add(struct reading *rd, const struct part *p, const char *data,
    size_t len)
{
	struct content *c = rd->u->content;

	if (strcmp(p->name, "file") != 0) {
		if (rd->text.len < TEXT_MAX)
			buf_add(&rd->text, data, len);
		return true;
	}
	if (content_size(c) + (int64_t)len >
	    rd->rq->ctx.settings->upload_max_bytes) {
		refuse_because(rd->rq, FILE_TOO_LARGE,
		    "The limit is %lld bytes.",
		    (long long)rd->rq->ctx.settings->upload_max_bytes);
		return false;
	}
	content_add(c, data, len);
	return true;
}

/* Ends a part.  Unknown ones are ignored.  Text over TEXT_MAX is cut off,
 * perhaps within a character. */
static void
end_part(struct reading *rd, const struct part *p)
{
	size_t len = rd->text.len < TEXT_MAX ? rd->text.len : TEXT_MAX;
	size_t valid = len == 0 ? 0 : text_valid_length(rd->text.data, len);
	const char **field = strcmp(p->name, "id") == 0 ? &rd->sent_id :
	    strcmp(p->name, "filename") == 0 ? &rd->sent_name : NULL;

	if (field == NULL)
		return;
	if (*field != NULL)
		rd->wrong = "A part is repeated.";
	if (len - valid > (len < rd->text.len ? 3 : 0))
		rd->wrong = "A part is not UTF-8 or contains U+0000.";
	*field = arena_dup(rd->rq->ctx.arena, rd->text.data, valid);
}

/* Refuses a message that is malformed or could not be read to its end. */
static void
refuse_message(struct reading *rd, const char *why)
{
	if (rd->length == -1 && rd->got == 0)
		refuse(rd->rq, LENGTH_REQUIRED);
	else if (rd->length == -1 && rd->got == rd->most)
		refuse(rd->rq, FILE_TOO_LARGE);
	else
		refuse_because(rd->rq, MALFORMED_BODY, "%s", why);
}

/* Reads what follows the last part, to detect a truncated body. */
static bool
read_rest(struct reading *rd)
{
	char block[4096];

	while (read_body(rd, block, sizeof(block)) > 0)
		;
	if (rd->length == -1 || rd->got == rd->length)
		return true;
	refuse_because(rd->rq, MALFORMED_REQUEST, "The body was cut off.");
	return false;
}

/* Reads all parts; false if refused. */
static bool
read_parts(struct reading *rd, struct multipart *m)
{
	const char *data;
	size_t len;

	while (rd->wrong == NULL) {
		switch (multipart_next(m, &data, &len)) {
		case MULTIPART_PART:
			begin_part(rd, multipart_part(m));
			break;
		case MULTIPART_DATA:
			if (!upload_add(rd, multipart_part(m), data, len))
				return false;
			break;
		case MULTIPART_PART_END:
			end_part(rd, multipart_part(m));
			break;
		case MULTIPART_END:
			return read_rest(rd);
		case MULTIPART_MALFORMED:
		case MULTIPART_FAILED:
			refuse_message(rd, multipart_why(m));
			return false;
		}
	}
	refuse_because(rd->rq, MALFORMED_BODY, "%s", rd->wrong);
	return false;
}

/* False if refused, with each wrong field. */
static bool
check_fields(struct reading *rd)
{
	struct req *rq = rd->rq;
	uuid_t id;
	char *s;

	if (rd->sent_id == NULL)
		field_error(rq, "/id", "required", "Is required.");
	else if (uuid_parse(rd->sent_id, id) == -1)
		field_error(rq, "/id", "invalid-format",
		    "Must be a UUID.");
	if (rd->u->content == NULL)
		field_error(rq, "/file", "required", "Is required.");
	if (rq->reply.error_count > 0) {
		refuse(rq, VALIDATION_FAILED);
		return false;
	}
	s = arena_alloc(rq->ctx.arena, UUID_STR_LEN);
	uuid_unparse_lower(id, s);
	rd->u->id = s;
	rd->u->filename = filename_safe(rq->ctx.arena, rd->sent_name != NULL ?
	    rd->sent_name : rd->part_name);
	return true;
}

static bool
check_type(struct req *rq, struct upload *u)
{
	const char *head;
	size_t len;

	head = content_head(u->content, &len);
	u->type = media_type(&rq->ctx, head, len, u->filename);
	if (settings_type_allowed(rq->ctx.settings, u->type))
		return true;
	refuse_because(rq, TYPE_NOT_ALLOWED, "Its type is %s.", u->type);
	return false;
}

bool
upload_read(struct req *rq)
{
	struct reading rd = { .rq = rq };
	const char *boundary;
	char hex[65];
	bool ok;

	rd.length = body_length(rq);
	if (rd.length == -2) {
		refuse_because(rq, MALFORMED_REQUEST,
		    "Content-Length is not a number.");
		return false;
	}
	rd.most = rq->ctx.settings->upload_max_bytes + EXTRA_MAX;
	if (rd.length > rd.most) {
		refuse(rq, FILE_TOO_LARGE);
		return false;
	}
	if (rd.length != -1)
		rd.most = rd.length;
	boundary = multipart_boundary(rq->ctx.arena,
	    rq->in.env[ENV_CONTENT_TYPE]);
	if (boundary == NULL) {
		refuse_because(rq, UNSUPPORTED_MEDIA_TYPE,
		    "The body must be multipart/form-data.");
		return false;
	}
	rq->prepared.upload = rd.u = arena_alloc(rq->ctx.arena, sizeof(*rd.u));
	rq->release = drop_content;
	ok = read_parts(&rd, multipart_new(rq->ctx.arena, boundary, read_body,
	    &rd)) && check_fields(&rd) && check_type(rq, rd.u);
	buf_free(&rd.text);
	if (!ok)
		return false;
	content_finish(rd.u->content);
	sodium_bin2hex(hex, sizeof(hex), content_hash(rd.u->content), 32);
	rq->body.fingerprint = arena_printf(rq->ctx.arena, "%s %s %s", rd.u->id,
	    rd.u->filename, hex);
	return true;
}
