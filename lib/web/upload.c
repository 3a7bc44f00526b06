#include "web/upload.h"

#include <sodium.h>
#include <uuid/uuid.h>

#include "base/filename.h"
#include "base/settings/settings.h"
#include "core/file/content.h"
#include "core/file/media_type.h"
#include "web/form.h"
#include "web/part_header.h"
#include "web/reply.h"
#include "web/request.h"

enum { SENT_ID, SENT_NAME };

static void
drop_content(struct req *rq)
{
	content_drop(rq->before.upload->content);
}

static bool
upload_begin(struct req *rq, void *arg, const struct form_part *p)
{
	struct upload *u = arg;

	u->filename = p->filename;
	u->content = content_new(&rq->ctx);
	return true;
}

static bool
upload_add(struct req *rq, void *arg, const char *data, size_t len)
{
	struct upload *u = arg;

	(void)rq;
	content_add(u->content, data, len);
	return true;
}

/* False if refused, with each wrong field. */
static bool
check_fields(struct req *rq, struct upload *u, const struct form_text *sent)
{
	uuid_t id;
	char *s;

	if (sent[SENT_ID].value == NULL)
		field_error(rq, "/id", "required", "Is required.");
	else if (uuid_parse(sent[SENT_ID].value, id) == -1)
		field_error(rq, "/id", "invalid-format",
		    "Must be a UUID.");
	if (u->content == NULL)
		field_error(rq, "/file", "required", "Is required.");
	if (rq->reply.error_count > 0) {
		refuse(rq, VALIDATION_FAILED);
		return false;
	}
	s = arena_alloc(rq->ctx.arena, UUID_STR_LEN);
	uuid_unparse_lower(id, s);
	u->id = s;
	u->filename = filename_safe(rq->ctx.arena, sent[SENT_NAME].value !=
	    NULL ? sent[SENT_NAME].value : u->filename);
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
	struct form_text sent[] = { { "id", FORM_TEXT_MAX, NULL },
		{ "filename", FORM_TEXT_MAX, NULL }, { NULL, 0, NULL } };
	struct upload *u = arena_alloc(rq->ctx.arena, sizeof(*u));
	struct form form = { .texts = sent, .files = 1, .begin = upload_begin,
	    .add = upload_add, .arg = u,
	    .most = rq->ctx.settings->upload_max_bytes };
	char hex[65];

	rq->before.upload = u;
	rq->release = drop_content;
	if (!form_read(rq, &form) || !check_fields(rq, u, sent) ||
	    !check_type(rq, u))
		return false;
	content_finish(u->content);
	sodium_bin2hex(hex, sizeof(hex), content_hash(u->content), 32);
	rq->body.fingerprint = arena_printf(rq->ctx.arena, "%s %s %s", u->id,
	    u->filename, hex);
	return true;
}
