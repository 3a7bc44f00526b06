#include "core/field.h"

#include <cjson/cJSON.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/email.h"
#include "base/id.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text.h"
#include "base/zone.h"
#include "core/ctx.h"
#include "db/rows.h"

static const struct fault fine;

static struct fault field_wrong_type(enum field_type);

struct fault
field_check_length(struct ctx *c, const struct field *f, size_t n,
    const char *unit)
{
	if (n < f->min && f->min == 1)
		return (struct fault){ "empty", "Must not be empty." };
	if (n < f->min)
		return (struct fault){ "too-short", arena_printf(c->arena,
		    "Must have at least %zu %ss.", f->min, unit) };
	if (f->max != 0 && n > f->max)
		return (struct fault){ "too-long", arena_printf(c->arena,
		    "Must have at most %zu %ss.", f->max, unit) };
	return fine;
}

static struct fault
read_text(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	const char *s = *(const char **)to = arena_str(c->arena,
	    j->valuestring);

	return field_check_length(c, f, text_length(s), "character");
}

static struct fault
field_read_name(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	const char *s = text_nfc(c->arena, text_trim(c->arena,
	    j->valuestring));
	size_t n = text_length(s);

	if (j->valuestring[0] == '\0')
		return field_check_length(c, f, 0, "character");
	if (n < f->min || n > f->max || text_has_control(s))
		return (struct fault){ "invalid-format", arena_printf(
		    c->arena, "Must have %zu to %zu characters, no blank at "
		    "either end, and no control characters.", f->min,
		    f->max) };
	*(const char **)to = s;
	return fine;
}

static struct fault
read_password(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	const char *s = *(const char **)to = arena_str(c->arena,
	    j->valuestring);

	return field_check_length(c, f, strlen(s), "byte");
}

static struct fault
read_uuid(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	uuid_t u;
	char *s;

	(void)f;
	if (uuid_parse(j->valuestring, u) == -1)
		return (struct fault){ "invalid-format", "Must be a UUID." };
	s = arena_alloc(c->arena, UUID_STR_LEN);
	uuid_unparse_lower(u, s);
	*(const char **)to = s;
	return fine;
}

static struct fault
read_ref(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	if (read_uuid(c, f, j, to).code == NULL)
		return fine;
	return read_text(c, f, j, to);
}

static struct fault
read_date(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	int32_t day;

	(void)f;
	if (!date_parse(j->valuestring, &day))
		return (struct fault){ "invalid-format",
		    "Must be a date that exists, YYYY-MM-DD." };
	*(const char **)to = arena_str(c->arena, j->valuestring);
	return fine;
}

static struct fault
read_stamp(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	int64_t stamp;

	(void)c;
	(void)f;
	if (!stamp_parse(j->valuestring, &stamp) || stamp == 0)
		return (struct fault){ "invalid-format",
		    "Must be an RFC 3339 date-time." };
	*(int64_t *)to = stamp;
	return fine;
}

static struct fault
field_read_word(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	const char *all = "";
	size_t i;

	for (i = 0; f->words[i] != NULL; i++) {
		if (strcmp(f->words[i], j->valuestring) == 0) {
			*(const char **)to = f->words[i];
			return fine;
		}
		all = arena_printf(c->arena, "%s%s%s", all,
		    i == 0 ? "" : ", ", f->words[i]);
	}
	return (struct fault){ "not-one-of", arena_printf(c->arena,
	    "Must be one of: %s.", all) };
}

static struct fault
read_email(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	(void)f;
	if (!text_is_email(j->valuestring))
		return (struct fault){ "invalid-format",
		    "Must be an e-mail address." };
	*(const char **)to = arena_str(c->arena, j->valuestring);
	return fine;
}

static struct fault
read_zone(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	(void)f;
	if (!zone_valid(j->valuestring))
		return (struct fault){ "invalid-format",
		    "Must be an IANA time zone such as Europe/Berlin." };
	*(const char **)to = arena_str(c->arena, j->valuestring);
	return fine;
}

static struct fault
read_int(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	int64_t n;

	if (!json_int(j, &n))
		return field_wrong_type(f->type);
	if (n < (int64_t)f->min || n > (int64_t)f->max)
		return (struct fault){ "out-of-range", arena_printf(c->arena,
		    "Must be %zu to %zu.", f->min, f->max) };
	*(int64_t *)to = n;
	return fine;
}

static struct fault
read_time(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	const char *s = *(const char **)to = arena_str(c->arena,
	    j->valuestring);

	(void)f;
	if (strlen(s) != 5 || strspn(s, "0123456789") != 2 || s[2] != ':' ||
	    strspn(s + 3, "0123456789") != 2 || strncmp(s, "23", 2) > 0 ||
	    s[3] > '5')
		return (struct fault){ "invalid-format",
		    "Must be a time from 00:00 to 23:59, HH:MM." };
	return fine;
}

/* As a JSON array without blanks. */
static struct fault
read_uuids(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	size_t n = (size_t)cJSON_GetArraySize(j);
	const char *all = "", *id;
	struct fault fault;
	const cJSON *item;

	if (n < f->min || n > f->max)
		return field_check_length(c, f, n, "item");
	cJSON_ArrayForEach(item, j) {
		if (!cJSON_IsString(item))
			return (struct fault){ "wrong-type",
			    "Must contain strings only." };
		fault = read_uuid(c, f, item, &id);
		if (fault.code != NULL)
			return fault;
		if (strstr(all, id) != NULL)
			return (struct fault){ "duplicate",
			    "Must not contain an id twice." };
		all = arena_printf(c->arena, "%s%s\"%s\"", all,
		    all[0] == '\0' ? "" : ",", id);
	}
	*(const char **)to = arena_printf(c->arena, "[%s]", all);
	return fine;
}

static struct fault
read_bool(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	(void)c;
	(void)f;
	*(bool *)to = cJSON_IsTrue(j) != 0;
	return fine;
}

static const struct {
	const char	*name;
	enum field_kind	 value;
	int		 json;		/* cJSON's types; a bool has two */
	struct fault	(*read)(struct ctx *, const struct field *,
			    const cJSON *, void *to);
} types[F_SCALAR__MAX] = {
	[F_TEXT] = { "text", VALUE_TEXT, cJSON_String, read_text },
	[F_NAME] = { "name", VALUE_TEXT, cJSON_String, field_read_name },
	[F_PASSWORD] = { "password", VALUE_TEXT, cJSON_String,
	    read_password },
	[F_UUID] = { "uuid", VALUE_TEXT, cJSON_String, read_uuid },
	[F_REF] = { "ref", VALUE_TEXT, cJSON_String, read_ref },
	[F_RANK] = { "rank", VALUE_TEXT, cJSON_String, read_text },
	[F_BOOL] = { "bool", VALUE_BOOL, cJSON_True | cJSON_False,
	    read_bool },
	[F_MINE] = { "bool", VALUE_TEXT, 0, NULL },
	[F_DATE] = { "date", VALUE_TEXT, cJSON_String, read_date },
	[F_TIME] = { "time", VALUE_TEXT, cJSON_String, read_time },
	[F_STAMP] = { "stamp", VALUE_INT, cJSON_String, read_stamp },
	[F_WORD] = { "word", VALUE_TEXT, cJSON_String, field_read_word },
	[F_EMAIL] = { "email", VALUE_TEXT, cJSON_String, read_email },
	[F_ZONE] = { "zone", VALUE_TEXT, cJSON_String, read_zone },
	[F_INT] = { "int", VALUE_INT, cJSON_Number, read_int },
	[F_UUIDS] = { "uuids", VALUE_TEXT, cJSON_Array, read_uuids },
	[F_JSON] = { "json", VALUE_TEXT, 0, NULL },
};

const char *
field_type_name(enum field_type type)
{
	return types[type].name;
}

enum field_kind
field_kind_of(enum field_type type)
{
	return types[type].value;
}

static struct fault
field_wrong_type(enum field_type type)
{
	int json = types[type].json;

	return (struct fault){ "wrong-type", json == cJSON_String ?
	    "Must be a string." : json == cJSON_Number ?
	    "Must be an integer." : json == cJSON_Array ?
	    "Must be an array." : "Must be true or false." };
}

struct fault
field_read(struct ctx *c, const struct field *f, const cJSON *j, void *to)
{
	struct fault fault;

	if (!(j->type & types[f->type].json))
		return field_wrong_type(f->type);
	fault = types[f->type].read(c, f, j, to);
	return fault.code == NULL && f->check != NULL ?
	    f->check(c, *(const char **)to) : fault;
}

/* Padded, so that each is copied at once. */
static const struct bare {
	char	 text[8];
	size_t	 len;
} null = { "null", 4 }, truth[] = { { "false", 5 }, { "true", 4 } };

void
field_write(struct jw *jw, const struct field *f, const void *from,
    const char *caller)
{
	const char *const *text = from;
	const int64_t *number = from;

	switch (f->type) {
	case F_UUID:
	case F_REF:
	case F_RANK:
	case F_DATE:
	case F_TIME:
	case F_WORD:
		jw_put_plain(jw, f->name, *text);
		break;
	case F_BOOL:
		jw_put_bool(jw, f->name, *(const bool *)from);
		break;
	case F_MINE:
		jw_put_bool(jw, f->name, *text != NULL &&
		    same_id(*text, caller));
		break;
	case F_STAMP:
		(f->flags & F_NULL ? jw_put_stamp_or_null : jw_put_stamp)(jw,
		    f->name, *number);
		break;
	case F_INT:
		jw_put_int(jw, f->name, *number);
		break;
	case F_UUIDS:
	case F_JSON:
		jw_name(jw, f->name);
		jw_json(jw, *text != NULL ? *text : null.text);
		break;
	default:
		jw_put_text(jw, f->name, *text);
		break;
	}
}

static inline void
put_bare(struct jw *jw, const struct jw_lead *lead, const struct bare *b)
{
	char *p = jw_begin(jw, lead, sizeof(b->text));

	memcpy(p, b->text, sizeof(b->text));
	jw_end(jw, p + b->len);
}

/* Inline: the length is often a constant. */
static inline void
field_put_quoted(struct jw *jw, const struct jw_lead *lead, const char *s,
    size_t n)
{
	char *p = jw_begin(jw, lead, n + 2);

	*p++ = '"';
	memcpy(p, s, n);
	p += n;
	*p++ = '"';
	jw_end(jw, p);
}

/* Neighbours in a listing often have the same. */
static const char *
id_text(struct row_field *c, const char *bytes)
{
	if (c->id_text[0] == '\0' || memcmp(c->id, bytes, ID_BYTES) != 0) {
		memcpy(c->id, bytes, ID_BYTES);
		id_format(c->id, c->id_text);
	}
	return c->id_text;
}

/* A column of text or bytes. */
static inline void
write_text(struct jw *jw, struct row_field *c, const char *s, size_t n,
    const char *caller)
{
	const struct jw_lead *lead = &c->lead;

	switch (c->field->type) {
	case F_UUID:
	case F_REF:
		field_put_quoted(jw, lead, id_text(c, s), ID_SIZE - 1);
		break;
	case F_MINE:
		put_bare(jw, lead, &truth[same_id(id_text(c, s), caller)]);
		break;
	case F_RANK:
	case F_DATE:
	case F_TIME:
	case F_WORD:
		field_put_quoted(jw, lead, s, n);
		break;
	case F_UUIDS:
	case F_JSON:
		jw_name(jw, c->field->name);
		jw_json(jw, s);
		break;
	default:
		if (jw_plain(s, n) == n)
			field_put_quoted(jw, lead, s, n);
		else
			jw_put_text(jw, c->field->name, s);
	}
}

/* A column of a bool or a number. */
static inline void
write_number(struct jw *jw, const struct row_field *c, int64_t number)
{
	const struct field *f = c->field;

	if (f->type == F_BOOL)
		put_bare(jw, &c->lead, &truth[number != 0]);
	else if (f->type == F_INT)
		jw_put_int(jw, f->name, number);
	else if (number == 0)
		put_bare(jw, &c->lead, &null);
	else
		field_put_quoted(jw, &c->lead, jw_stamp(jw, number),
		    STAMP_SIZE - 1);
}

/* One loop, without a call for each: a listing has many thousands. */
void
field_write_columns(struct jw *jw, struct row_field *c, size_t count,
    struct rows *r, const char *caller)
{
	const struct row_field *end = c + count;
	const char *s = NULL;
	int read = -1;			/* the column that s is of */
	size_t n = 0;

	for (; c < end; c++) {
		if (c->field->value != VALUE_TEXT) {
			write_number(jw, c, rows_int(r, c->column));
			continue;
		}
		if (c->column != read)
			s = rows_peek(r, read = c->column, &n);
		if (s != NULL)
			write_text(jw, c, s, n, caller);
		else
			put_bare(jw, &c->lead, c->field->type == F_MINE ?
			    &truth[false] : &null);
	}
}

void
field_copy(const struct field *f, void *to, const void *from)
{
	switch (f->value) {
	case VALUE_TEXT:
		*(const char **)to = *(const char *const *)from;
		break;
	case VALUE_BOOL:
		*(bool *)to = *(const bool *)from;
		break;
	case VALUE_INT:
		*(int64_t *)to = *(const int64_t *)from;
		break;
	case VALUE_NONE:
		break;
	}
}

static bool
same_text(const struct field *f, const char *a, const char *b)
{
	if (f->type == F_UUID || f->type == F_REF)
		return same_id(a, b);
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool
field_same(const struct field *f, const void *a, const void *b)
{
	switch (f->value) {
	case VALUE_TEXT:
		return same_text(f, *(const char *const *)a,
		    *(const char *const *)b);
	case VALUE_BOOL:
		return *(const bool *)a == *(const bool *)b;
	case VALUE_INT:
		return *(const int64_t *)a == *(const int64_t *)b;
	case VALUE_NONE:
		break;
	}
	return true;
}
