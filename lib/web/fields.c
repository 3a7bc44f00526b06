#include "web/fields.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/json/raw.h"
#include "base/json/read.h"
#include "base/text.h"
#include "web/reply.h"
#include "web/request.h"

#define MEMBER_SHOWN	100	/* bytes of an unknown member's name */

static const struct fault fine;

const char *const positions[] = { "top", "bottom", NULL };

const struct field neighbor_fields[] = {
	{ .name = "beforeId", .type = F_UUID, .flags = F_SET | F_NULL },
	{ .name = "afterId", .type = F_UUID, .flags = F_SET | F_NULL },
	{ .name = NULL }
};

static struct fault
field_array_wrong(const char *wanted)
{
	return (struct fault){ "wrong-type", wanted };
}

static struct fault
read_ids(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	size_t n = (size_t)cJSON_GetArraySize(j);
	const cJSON *item;

	if (n < f->min || n > f->max)
		return field_check_length(&rq->ctx, f, n, "item");
	v->items = arena_alloc(rq->ctx.arena, (n + 1) * sizeof(*v->items));
	cJSON_ArrayForEach(item, j) {
		if (!cJSON_IsString(item))
			return field_array_wrong("Must contain strings only.");
		v->items[v->count++] = arena_str(rq->ctx.arena,
		    item->valuestring);
	}
	return fine;
}

/* The text is one of those that field_read() allows for a word. */
static struct fault
field_read_words(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	struct fault fault = field_check_length(&rq->ctx, f,
	    (size_t)cJSON_GetArraySize(j), "item");
	const char *word = NULL;
	const cJSON *item;
	int i;

	if (fault.code != NULL)
		return fault;
	v->number = 0;
	cJSON_ArrayForEach(item, j) {
		fault = field_read(&rq->ctx, &(const struct field){
		    .name = f->name, .type = F_WORD, .words = f->words },
		    item, &word);
		if (fault.code != NULL)
			return fault;
		for (i = 0; f->words[i] != word; i++)
			continue;
		v->number |= INT64_C(1) << i;
	}
	return fine;
}

static struct fault
read_value(struct req *rq, const struct field *f, const cJSON *j,
    struct value *v)
{
	switch (f->type) {
	case F_JSON:
		return fine;
	case F_OBJECT:
		return field_array_wrong("Must be an object.");
	case F_IDS:
		return cJSON_IsArray(j) ? read_ids(rq, f, j, v) :
		    field_array_wrong("Must be an array.");
	case F_WORDS:
		return cJSON_IsArray(j) ? field_read_words(rq, f, j, v) :
		    field_array_wrong("Must be an array.");
	case F_ITEMS:
		v->count = (size_t)cJSON_GetArraySize(j);
		return cJSON_IsArray(j) ? field_check_length(&rq->ctx, f,
		    v->count, "item") : field_array_wrong("Must be an array.");
	default:
		return field_read(&rq->ctx, f, j, &v->text);
	}
}

static struct fault
read_field(struct req *rq, const struct field *f, bool required,
    const cJSON *j, struct value *v)
{
	if (j == NULL)
		return required ? (struct fault){ "required",
		    "Is required." } : fine;
	v->given = true;
	if (cJSON_IsNull(j) && (f->flags & F_NULL)) {
		v->null = true;
		return fine;
	}
	return read_value(rq, f, j, v);
}

static void
note_fault(struct req *rq, const struct field *f, const char *pointer,
    struct fault fault)
{
	enum outcome problem = f->problem == DONE ? VALIDATION_FAILED :
	    f->problem;

	field_error(rq, pointer, fault.code, fault.detail);
	rq->body.problem = rq->body.problem == DONE ||
	    rq->body.problem == problem ? problem : VALIDATION_FAILED;
}

const struct field *
fields_next(struct fields_walk *w, bool *required)
{
	const struct field *f;

	for (; w->row->name != NULL; w->row++, w->record = NULL) {
		if (w->row->type != F_RECORD) {
			*required = (w->row->flags & F_REQUIRED) != 0;
			return w->row++;
		}
		if (w->record == NULL)
			w->record = w->row->sub;
		while ((f = w->record)->name != NULL) {
			w->record++;
			*required = (f->flags & w->row->flags &
			    F_REQUIRED) != 0;
			if (f->flags & w->row->flags & (F_NEW | F_SET))
				return f;
		}
	}
	return NULL;
}

/* The values of a table, including those of nested objects' members. */
static size_t
count_fields(const struct field *table)
{
	struct fields_walk w = { .row = table };
	const struct field *f;
	bool required;
	size_t n = 0;

	while ((f = fields_next(&w, &required)) != NULL)
		n += f->type == F_OBJECT ? count_fields(f->sub) : 1;
	return n;
}

static void	 read_members(struct req *, const struct field *,
		    const struct part_of *, struct values *);

/* Reads each object of an array by the field's table. */
static void
field_read_rows(struct req *rq, const struct field *f,
    const struct part_of *array, struct value *v)
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
			    field_array_wrong("Must be an object."));
			i++;
		}
	}
	v->rows = rows;
}

static void
field_read_member(struct req *rq, const struct field *f, bool required,
    const struct part_of *of, struct values *out)
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
	fault = read_field(rq, f, required, part.json, &v);
	if (fault.code != NULL) {
		note_fault(rq, f, part.pointer, fault);
		return;
	}
	if (f->type == F_ITEMS && v.given)
		field_read_rows(rq, f, &part, &v);
	if (f->type == F_JSON && v.given)
		v.text = arena_dup(rq->ctx.arena, part.raw.text,
		    part.raw.len);
	out->list[out->count++] = v;
}

static void
read_members(struct req *rq, const struct field *table,
    const struct part_of *of, struct values *out)
{
	struct fields_walk w = { .row = table };
	const struct field *f;
	bool required;

	while ((f = fields_next(&w, &required)) != NULL)
		field_read_member(rq, f, required, of, out);
}

void
fields_read(struct req *rq, const struct field *f, const struct part_of *of,
    struct values *out)
{
	out->list = arena_alloc(rq->ctx.arena,
	    count_fields(f) * sizeof(*out->list));
	read_members(rq, f, of, out);
}

/* Has the table a field of that name? */
static bool
field_known(const struct field *table, const char *name)
{
	struct fields_walk w = { .row = table };
	const struct field *f;
	bool required;

	while ((f = fields_next(&w, &required)) != NULL)
		if (strcmp(f->name, name) == 0)
			return true;
	return false;
}

/* The pointer to a member (RFC 6901): its beginning, if the name is long. */
static const char *
pointer_to(struct req *rq, const char *name)
{
	char *text = arena_alloc(rq->ctx.arena, 2 * MEMBER_SHOWN + 2);
	char *p = text;
	size_t n = text_cut(name, MEMBER_SHOWN);

	*p++ = '/';
	for (; n > 0; n--, name++)
		if (*name == '~' || *name == '/') {
			*p++ = '~';
			*p++ = *name == '~' ? '0' : '1';
		} else
			*p++ = *name;
	return text;
}

void
fields_refuse_unknown(struct req *rq, const struct field *table,
    const cJSON *object)
{
	const cJSON *member;

	cJSON_ArrayForEach(member, object) {
		if (field_known(table, member->string))
			continue;
		field_error(rq, pointer_to(rq, member->string), "unknown",
		    "There is no such member.");
		rq->body.problem = UNKNOWN_MEMBER;
	}
}

unsigned
fields_store(const struct values *values, const struct field *fields,
    void *record)
{
	const struct value *v;
	unsigned set = 0;

	for (v = values->list; v < values->list + values->count; v++) {
		if (!v->given || v->field->value == VALUE_NONE)
			continue;
		field_copy(v->field, (char *)record + v->field->at, &v->text);
		set |= 1u << (v->field - fields);
	}
	return set;
}

const char *
fields_type_name(enum field_type type)
{
	switch (type) {
	case F_IDS:
		return "ids";
	case F_WORDS:
		return "words";
	case F_OBJECT:
		return "object";
	case F_ITEMS:
		return "items";
	default:
		return field_type_name(type);
	}
}
