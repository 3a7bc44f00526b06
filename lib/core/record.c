#include "core/record.h"

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/json/read.h"
#include "base/log.h"
#include "core/field.h"
#include "db/rows.h"

static const void *
field_value(const struct field *f, const void *record)
{
	return (const char *)record + f->at;
}

static void *
place_of_value(const struct field *f, void *record)
{
	return (char *)record + f->at;
}

static bool
is_shown(const struct field *f, const void *record, bool feed)
{
	return (feed || !(f->flags & F_FEED)) && !(f->flags & F_HIDDEN) &&
	    (!(f->flags & F_GONE) ||
	    *(const int64_t *)field_value(f, record) != 0);
}

void
record_show(struct jw *jw, const struct field *f, const void *record,
    bool feed, const char *caller)
{
	for (; f->name != NULL; f++)
		if (!(f->flags & (F_FEED | F_GONE | F_HIDDEN)) ||
		    is_shown(f, record, feed))
			field_write(jw, f, field_value(f, record), caller);
}

void
record_export(struct jw *jw, const struct field *f, const void *record)
{
	for (; f->name != NULL; f++)
		if (f->flags & F_EXPORT)
			field_write(jw, f, field_value(f, record), NULL);
}

static void
add_field(struct row_shape *s, const struct field *f,
    const struct columns *columns)
{
	struct row_field *to;
	size_t i;

	for (i = 0; i < columns->count && columns->at[i] != f->at; i++)
		;
	if (i == columns->count || s->count == COUNT(s->of))
		fatal(FATAL_INTERNAL, "a statement lacks %s", f->name);
	to = &s->of[s->count++];
	to->field = f;
	to->column = (int)i;
	to->id_text[0] = '\0';
	jw_lead(&to->lead, f->name);
}

void
record_shape(struct row_shape *s, const struct field *f,
    const struct columns *columns)
{
	/* What tombstones have is not in a listing. */
	for (s->count = 0; f->name != NULL; f++)
		if (!(f->flags & (F_FEED | F_GONE | F_HIDDEN)))
			add_field(s, f, columns);
}

void
record_shape_export(struct row_shape *s, const struct field *f,
    const struct columns *columns)
{
	for (s->count = 0; f->name != NULL; f++)
		if (f->flags & F_EXPORT)
			add_field(s, f, columns);
}

void
record_show_row(struct jw *jw, struct row_shape *s, struct rows *r,
    const char *caller)
{
	field_write_columns(jw, s->of, s->count, r, caller);
}

struct fault
record_read(struct ctx *c, const struct field *f, const cJSON *object,
    void *record, const char **name)
{
	struct fault fault = { NULL, NULL };
	const cJSON *j;

	for (; f->name != NULL && fault.code == NULL; f++) {
		if (!(f->flags & F_IMPORT))
			continue;
		*name = f->name;
		j = json_member(object, f->name);
		if (j != NULL && !cJSON_IsNull(j))
			fault = field_read(c, f, j, place_of_value(f, record));
		else if (f->flags & F_REQUIRED)
			fault = (struct fault){ "required", "Is required." };
	}
	return fault;
}

const char *
record_id(const struct field *fields, const void *record)
{
	return *(const char *const *)field_value(&fields[0], record);
}

const char *
record_title(const struct field *f, const void *record)
{
	while (f->type != F_TEXT && f->type != F_NAME && f->type != F_DATE)
		f++;
	return *(const char *const *)field_value(f, record);
}

void
record_copy(struct arena *a, const struct field *f, void *record)
{
	const char **text;

	for (; f->name != NULL; f++)
		if (f->value == VALUE_TEXT) {
			text = place_of_value(f, record);
			*text = arena_str(a, *text);
		}
}

unsigned
record_bit(const struct field *fields, size_t at)
{
	size_t i;

	for (i = 0; fields[i].name != NULL; i++)
		if (fields[i].at == at)
			return 1u << i;
	return 0;
}

unsigned
record_bits(const struct field *fields, unsigned flag)
{
	unsigned set = 0;
	size_t i;

	for (i = 0; fields[i].name != NULL; i++)
		if (fields[i].flags & flag)
			set |= 1u << i;
	return set;
}

static bool
has_value(const struct field *f, const void *value)
{
	switch (f->value) {
	case VALUE_TEXT:
		return *(const char *const *)value != NULL;
	case VALUE_BOOL:
		return *(const bool *)value;
	case VALUE_INT:
		return *(const int64_t *)value != 0;
	case VALUE_NONE:
		break;
	}
	return false;
}

unsigned
record_present(const struct field *fields, const void *record)
{
	unsigned set = 0;
	size_t i;

	for (i = 0; fields[i].name != NULL; i++)
		if (has_value(&fields[i], field_value(&fields[i], record)))
			set |= 1u << i;
	return set;
}

unsigned
record_apply(const struct field *fields, void *record, const void *from,
    unsigned set)
{
	const struct field *f;
	unsigned changed = 0;

	for (f = fields; f->name != NULL; f++) {
		if (!(set & 1u << (f - fields)) ||
		    field_same(f, field_value(f, record), field_value(f, from)))
			continue;
		field_copy(f, place_of_value(f, record), field_value(f, from));
		changed |= 1u << (f - fields);
	}
	return changed;
}

unsigned
record_difference(const struct field *fields, const void *a, const void *b)
{
	unsigned set = 0;
	size_t i;

	for (i = 0; fields[i].name != NULL; i++)
		if (!field_same(&fields[i], field_value(&fields[i], a),
		    field_value(&fields[i], b)))
			set |= 1u << i;
	return set;
}
