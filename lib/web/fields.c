#include "web/fields.h"

#include <cjson/cJSON.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/date.h"
#include "base/text.h"
#include "web/request.h"

static const struct fault fine;

static struct fault
wrong_type(const char *wanted)
{
	return (struct fault){ "wrong-type", wanted };
}

static struct fault
check_length(struct req *rq, const struct field *f, size_t n, const char *of)
{
	if (n < f->min && f->min == 1)
		return (struct fault){ "empty", "It is not to be empty." };
	if (n < f->min)
		return (struct fault){ "too-short", arena_printf(
		    rq->ctx.arena, "It is to have at least %zu %s.", f->min,
		    of) };
	if (f->max != 0 && n > f->max)
		return (struct fault){ "too-long", arena_printf(rq->ctx.arena,
		    "It is to have at most %zu %s.", f->max, of) };
	return fine;
}

static struct fault
read_text(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	v->text = arena_str(rq->ctx.arena, j->valuestring);
	return check_length(rq, f, text_length(v->text), "characters");
}

static struct fault
read_password(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	v->text = arena_str(rq->ctx.arena, j->valuestring);
	return check_length(rq, f, strlen(v->text), "bytes");
}

static struct fault
read_uuid(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	uuid_t u;
	char *s;

	(void)f;
	if (uuid_parse(j->valuestring, u) == -1)
		return (struct fault){ "invalid-format",
		    "It is to be a UUID." };
	s = arena_alloc(rq->ctx.arena, UUID_STR_LEN);
	uuid_unparse_lower(u, s);
	v->text = s;
	return fine;
}

static struct fault
read_date(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	int32_t day;

	(void)f;
	if (!date_parse(j->valuestring, &day))
		return (struct fault){ "invalid-format",
		    "It is to be a date that exists, YYYY-MM-DD." };
	v->text = arena_str(rq->ctx.arena, j->valuestring);
	return fine;
}

static struct fault
read_stamp(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	(void)rq;
	(void)f;
	if (!stamp_parse(j->valuestring, &v->stamp) || v->stamp == 0)
		return (struct fault){ "invalid-format",
		    "It is to be a date-time as RFC 3339 has it." };
	return fine;
}

static struct fault
read_word(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	const char *all = "";
	size_t i;

	for (i = 0; f->words[i] != NULL; i++) {
		if (strcmp(f->words[i], j->valuestring) == 0) {
			v->text = f->words[i];
			return fine;
		}
		all = arena_printf(rq->ctx.arena, "%s%s%s", all,
		    i == 0 ? "" : ", ", f->words[i]);
	}
	return (struct fault){ "not-one-of", arena_printf(rq->ctx.arena,
	    "It is to be one of: %s.", all) };
}

static struct fault
read_email(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	(void)f;
	if (!text_is_email(j->valuestring))
		return (struct fault){ "invalid-format",
		    "It is to be an e-mail address." };
	v->text = arena_str(rq->ctx.arena, j->valuestring);
	return fine;
}

static struct fault
read_zone(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	(void)f;
	if (!zone_valid(j->valuestring))
		return (struct fault){ "invalid-format",
		    "It is to be an IANA time zone, as Europe/Berlin." };
	v->text = arena_str(rq->ctx.arena, j->valuestring);
	return fine;
}

static struct fault
read_ids(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	size_t n = (size_t)cJSON_GetArraySize(j);
	const cJSON *item;

	if (n > f->max)
		return check_length(rq, f, n, "items");
	v->items = arena_alloc(rq->ctx.arena, (n + 1) * sizeof(*v->items));
	cJSON_ArrayForEach(item, j) {
		if (!cJSON_IsString(item))
			return wrong_type("Its items are to be strings.");
		v->items[v->count++] = arena_str(rq->ctx.arena,
		    item->valuestring);
	}
	return fine;
}

static struct fault
read_bool(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	(void)rq;
	(void)f;
	v->truth = cJSON_IsTrue(j);
	return fine;
}

static const struct {
	const char	*name;
	int		 json;		/* cJSON's type; a bool has two */
	const char	*wanted;
	struct fault	(*read)(struct req *, const struct field *,
			    const cJSON *, struct value *);
} types[] = {
	[F_TEXT] = { "text", cJSON_String, "It is to be a string.",
	    read_text },
	[F_PASSWORD] = { "password", cJSON_String, "It is to be a string.",
	    read_password },
	[F_UUID] = { "uuid", cJSON_String, "It is to be a string.",
	    read_uuid },
	[F_BOOL] = { "bool", cJSON_True | cJSON_False,
	    "It is to be true or false.", read_bool },
	[F_DATE] = { "date", cJSON_String, "It is to be a string.",
	    read_date },
	[F_STAMP] = { "stamp", cJSON_String, "It is to be a string.",
	    read_stamp },
	[F_WORD] = { "word", cJSON_String, "It is to be a string.",
	    read_word },
	[F_EMAIL] = { "email", cJSON_String, "It is to be a string.",
	    read_email },
	[F_ZONE] = { "zone", cJSON_String, "It is to be a string.",
	    read_zone },
	[F_IDS] = { "ids", cJSON_Array, "It is to be an array.", read_ids },
	[F_OBJECT] = { "object", cJSON_Object, "It is to be an object.",
	    NULL },
};

const char *
field_type_name(int type)
{
	return types[type].name;
}

static struct fault
read_field(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	struct fault fault;

	if (j == NULL)
		return f->flags & F_REQUIRED ? (struct fault){ "required",
		    "It is required." } : fine;
	v->given = true;
	if (cJSON_IsNull(j) && (f->flags & F_NULL)) {
		v->null = true;
		return fine;
	}
	if (!(j->type & 0xff & types[f->type].json))
		return wrong_type(types[f->type].wanted);
	fault = types[f->type].read(rq, f, j, v);
	return fault.code == NULL && f->check != NULL ?
	    f->check(rq, v->text) : fault;
}

void
fields_read(struct req *rq, const struct field *f, const struct cJSON *object,
    const char *prefix)
{
	const char *pointer;
	struct fault fault;
	struct value v;
	const cJSON *j;
	int problem;

	for (; f->name != NULL; f++) {
		j = json_member(object, f->name);
		pointer = arena_printf(rq->ctx.arena, "%s/%s", prefix,
		    f->name);
		if (f->type == F_OBJECT && cJSON_IsObject(j)) {
			fields_read(rq, f->sub, j, pointer);
			continue;
		}
		v = (struct value){ .field = f };
		fault = read_field(rq, f, j, &v);
		if (fault.code == NULL) {
			if (rq->value_count < VALUES_MAX)
				rq->values[rq->value_count++] = v;
			continue;
		}
		field_error(rq, pointer, fault.code, fault.detail);
		problem = f->problem == 0 ? VALIDATION_FAILED : f->problem;
		rq->body_problem = rq->body_problem == 0 ||
		    rq->body_problem == problem ? problem : VALIDATION_FAILED;
	}
}
