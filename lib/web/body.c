#include "web/body.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/read.h"
#include "web/fields.h"
#include "web/protocol.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

long long
body_length(const struct req *rq)
{
	const char *s = rq->in.env[ENV_CONTENT_LENGTH];
	size_t n;

	if (s == NULL || s[0] == '\0')
		return -1;
	n = strspn(s, "0123456789");
	if (s[n] != '\0')
		return -2;
	return n > 15 ? LLONG_MAX : atoll(s);
}

bool
body_read(struct req *rq)
{
	long long length = body_length(rq);
	struct buf b = { 0 };
	char block[16 * 1024];
	size_t want;
	long n;

	if (length == -2) {
		refuse_because(rq, MALFORMED_REQUEST,
		    "Content-Length is not a number.");
		return false;
	}
	if (length > (long long)rq->protocol->body_max) {
		refuse(rq, BODY_TOO_LARGE);
		return false;
	}
	while (length == -1 || (long long)b.len < length) {
		want = length == -1 ? sizeof(block) :
		    (size_t)length - b.len;
		n = rq->io->read(rq->io->arg, block,
		    want < sizeof(block) ? want : sizeof(block));
		if (n <= 0)
			break;
		buf_add(&b, block, (size_t)n);
		if (b.len > rq->protocol->body_max) {
			buf_free(&b);
			refuse(rq, BODY_TOO_LARGE);
			return false;
		}
	}
	rq->body.text = arena_dup(rq->ctx.arena, b.data, b.len);
	rq->body.len = b.len;
	buf_free(&b);
	if (length != -1 && (long long)rq->body.len < length) {
		refuse_because(rq, MALFORMED_REQUEST, "The body was cut off.");
		return false;
	}
	return true;
}

/* application/json, whatever its parameters. */
static bool
is_json(const char *type)
{
	size_t n;

	if (type == NULL)
		return false;
	n = strcspn(type, "; \t");
	return n == 16 && strncasecmp(type, "application/json", n) == 0;
}

/* A route without members ignores what has none. */
static void
body_not_json(struct req *rq, enum outcome problem, const char *why)
{
	if (rq->route->fields == NULL)
		return;
	rq->body.problem = problem;
	rq->body.detail = why;
}

void
body_fields(struct req *rq)
{
	static const struct field none[] = { { .name = NULL } };
	const struct field *fields = rq->route->fields;
	const char *why;
	struct cJSON *tree;

	if (rq->body.len == 0 && (rq->route->flags & R_BODY_OPTIONAL))
		return;
	if (rq->body.len > 0 && !is_json(rq->in.env[ENV_CONTENT_TYPE])) {
		body_not_json(rq, UNSUPPORTED_MEDIA_TYPE,
		    "The body must be application/json.");
		return;
	}
	tree = json_read(rq->ctx.arena, rq->body.text, rq->body.len, &why);
	if (tree == NULL) {
		body_not_json(rq, MALFORMED_BODY, why);
		return;
	}
	if (fields == NULL)
		fields = none;
	if (rq->route->flags & R_STRICT)
		fields_refuse_unknown(rq, fields, tree);
	if (rq->body.problem == DONE)
		fields_read(rq, fields, &(struct part_of){ tree,
		    json_raw_whole(rq->body.text), "" },
		    &rq->body.values);
	json_free(tree);
}

const struct value *
value_of(const struct values *v, const char *name)
{
	static const struct value absent;
	size_t i;

	for (i = 0; i < v->count; i++)
		if (strcmp(v->list[i].field->name, name) == 0)
			return &v->list[i];
	return &absent;
}

const struct value *
field(struct req *rq, const char *name)
{
	return value_of(&rq->body.values, name);
}

bool
field_given(struct req *rq, const char *name)
{
	return field(rq, name)->given;
}

bool
field_has_value(struct req *rq, const char *name)
{
	const struct value *v = field(rq, name);

	return v->given && !v->null;
}

const char *
field_text(struct req *rq, const char *name)
{
	return field(rq, name)->text;
}

bool
field_bool(struct req *rq, const char *name)
{
	return field(rq, name)->truth;
}

bool
field_top(struct req *rq, bool otherwise)
{
	const char *position = field_text(rq, "position");

	return position == NULL ? otherwise : position == positions[0];
}

unsigned
field_record(struct req *rq, const struct field *fields, void *record)
{
	return fields_store(&rq->body.values, fields, record);
}
