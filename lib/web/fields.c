#include "web/fields.h"

#include <cjson/cJSON.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/date.h"
#include "base/email.h"
#include "base/json/raw.h"
#include "base/json/read.h"
#include "base/text.h"
#include "base/zone.h"
#include "web/reply.h"
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
	struct arena *a = rq->ctx.arena;

	if (n < f->min && f->min == 1)
		return (struct fault){ "empty", "Must not be empty." };
	if (n < f->min)
		return (struct fault){ "too-short", arena_printf(a,
		    "Must have at least %zu %ss.", f->min, of) };
	if (f->max != 0 && n > f->max)
		return (struct fault){ "too-long", arena_printf(a,
		    "Must have at most %zu %s%s.", f->max, of,
		    f->max == 1 ? "" : "s") };
	return fine;
}

static struct fault
read_text(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	v->text = arena_str(rq->ctx.arena, j->valuestring);
	return check_length(rq, f, text_length(v->text), "character");
}

static struct fault
read_password(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	v->text = arena_str(rq->ctx.arena, j->valuestring);
	return check_length(rq, f, strlen(v->text), "byte");
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
		    "Must be a UUID." };
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
		    "Must be a date that exists, YYYY-MM-DD." };
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
		    "Must be an RFC 3339 date-time." };
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
	    "Must be one of: %s.", all) };
}

static struct fault
read_email(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	(void)f;
	if (!text_is_email(j->valuestring))
		return (struct fault){ "invalid-format",
		    "Must be an e-mail address." };
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
		    "Must be an IANA time zone such as Europe/Berlin." };
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
		return check_length(rq, f, n, "item");
	v->items = arena_alloc(rq->ctx.arena, (n + 1) * sizeof(*v->items));
	cJSON_ArrayForEach(item, j) {
		if (!cJSON_IsString(item))
			return wrong_type("Must contain strings only.");
		v->items[v->count++] = arena_str(rq->ctx.arena,
		    item->valuestring);
	}
	return fine;
}

static struct fault
check_count(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	v->count = (size_t)cJSON_GetArraySize(j);
	return check_length(rq, f, v->count, "item");
}

static struct fault
read_int(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	if (!json_int(j, &v->number))
		return wrong_type("Must be an integer.");
	if (v->number < (int64_t)f->min || v->number > (int64_t)f->max)
		return (struct fault){ "out-of-range", arena_printf(
		    rq->ctx.arena, "Must be %zu to %zu.", f->min, f->max) };
	return fine;
}

static struct fault
read_any(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	(void)rq;
	(void)f;
	(void)j;
	(void)v;
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
	int		 json;		/* cJSON's types; a bool has two */
	const char	*wanted;
	struct fault	(*read)(struct req *, const struct field *,
			    const cJSON *, struct value *);
} types[] = {
	[F_TEXT] = { "text", cJSON_String, "Must be a string.", read_text },
	[F_PASSWORD] = { "password", cJSON_String, "Must be a string.",
	    read_password },
	[F_UUID] = { "uuid", cJSON_String, "Must be a string.", read_uuid },
	[F_BOOL] = { "bool", cJSON_True | cJSON_False,
	    "Must be true or false.", read_bool },
	[F_DATE] = { "date", cJSON_String, "Must be a string.", read_date },
	[F_STAMP] = { "stamp", cJSON_String, "Must be a string.",
	    read_stamp },
	[F_WORD] = { "word", cJSON_String, "Must be a string.", read_word },
	[F_EMAIL] = { "email", cJSON_String, "Must be a string.",
	    read_email },
	[F_ZONE] = { "zone", cJSON_String, "Must be a string.", read_zone },
	[F_IDS] = { "ids", cJSON_Array, "Must be an array.", read_ids },
	[F_OBJECT] = { "object", cJSON_Object, "Must be an object.", NULL },
	[F_INT] = { "int", cJSON_Number, "Must be an integer.", read_int },
	[F_ITEMS] = { "items", cJSON_Array, "Must be an array.",
	    check_count },
	[F_JSON] = { "json", 0xff, "", read_any },
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
		    "Is required." } : fine;
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

static void
note_fault(struct req *rq, const struct field *f, const char *pointer,
    struct fault fault)
{
	enum outcome problem = f->problem == DONE ? VALIDATION_FAILED : f->problem;

	field_error(rq, pointer, fault.code, fault.detail);
	rq->body_problem = rq->body_problem == DONE ||
	    rq->body_problem == problem ? problem : VALIDATION_FAILED;
}

/* The values of a table, including those of nested objects' members. */
static size_t
count_fields(const struct field *f)
{
	size_t n = 0;

	for (; f->name != NULL; f++)
		n += f->type == F_OBJECT ? count_fields(f->sub) : 1;
	return n;
}

static void	 read_members(struct req *, const struct field *,
		    const struct part_of *, struct values *);

/* Each object of an array by the table, its errors at its own pointer. */
static void
read_rows(struct req *rq, const struct field *f, const struct part_of *array,
    struct value *v)
{
	struct values *rows = arena_alloc(rq->ctx.arena,
	    (v->count + 1) * sizeof(*rows));
	struct part_of item = { .raw = { NULL, 0 } };
	const cJSON *j;
	size_t i = 0;

	cJSON_ArrayForEach(j, array->json) {
		json_raw_next(array->raw, &item.raw);
		item.json = j;
		item.pointer = arena_printf(rq->ctx.arena, "%s/%zu",
		    array->pointer, i);
		if (cJSON_IsObject(j))
			fields_read(rq, f->sub, &item, &rows[i++]);
		else {
			note_fault(rq, f, item.pointer,
			    wrong_type("Must be an object."));
			i++;
		}
	}
	v->rows = rows;
}

static void
read_member(struct req *rq, const struct field *f, const struct part_of *of,
    struct values *out)
{
	struct part_of part = { .json = json_member(of->json, f->name),
		.pointer = arena_printf(rq->ctx.arena, "%s/%s", of->pointer,
		f->name) };
	struct value v = { .field = f };
	struct fault fault;

	if (part.json != NULL && (f->type == F_OBJECT || f->type == F_ITEMS ||
	    f->type == F_JSON))
		part.raw = json_raw_member(rq->ctx.arena, of->raw, f->name);
	if (f->type == F_OBJECT && cJSON_IsObject(part.json)) {
		read_members(rq, f->sub, &part, out);
		return;
	}
	fault = read_field(rq, f, part.json, &v);
	if (fault.code != NULL) {
		note_fault(rq, f, part.pointer, fault);
		return;
	}
	if (f->type == F_ITEMS && v.given && !v.null)
		read_rows(rq, f, &part, &v);
	if (f->type == F_JSON && v.given)
		v.text = arena_dup(rq->ctx.arena, part.raw.text,
		    part.raw.len);
	out->list[out->count++] = v;
}

static void
read_members(struct req *rq, const struct field *f, const struct part_of *of,
    struct values *out)
{
	for (; f->name != NULL; f++)
		read_member(rq, f, of, out);
}

void
fields_read(struct req *rq, const struct field *f, const struct part_of *of,
    struct values *out)
{
	out->list = arena_alloc(rq->ctx.arena,
	    count_fields(f) * sizeof(*out->list));
	read_members(rq, f, of, out);
}
