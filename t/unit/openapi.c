/*
 * doc/openapi.json against the tables of fields, in both directions: records in
 * answers, in the feed and in the export, and the bodies of every route.
 */
#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "cgi-bin/all_groups.h"
#include "core/batch/parts.h"
#include "core/list/member.h"
#include "core/task/tag.h"
#include "core/user/setting.h"
#include "core/user/user.h"
#include "t/unit/lib/unit.h"
#include "web/fields.h"

#define EMAIL_MAX	254	/* RFC 5321, as corrected by erratum 1690 */

static cJSON *doc;
static int faults;

static void fault(const char *, ...) __attribute__((format(printf, 1, 2)));

static void
fault(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	printf("# ");
	vprintf(fmt, ap);
	printf("\n");
	va_end(ap);
	faults++;
}

static const cJSON *
at(const cJSON *o, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(o, name);
}

static const char *
text(const cJSON *o, const char *name)
{
	const char *s = cJSON_GetStringValue(at(o, name));

	return s == NULL ? "" : s;
}

/* What "#/components/schemas/Task/properties/title" refers to, at last. */
static const cJSON *
resolve(const cJSON *schema)
{
	char path[200], *p, *part;
	const cJSON *to;

	while (at(schema, "$ref") != NULL) {
		snprintf(path, sizeof(path), "%s", text(schema, "$ref") + 2);
		to = doc;
		for (p = path; (part = strsep(&p, "/")) != NULL;)
			to = at(to, part);
		assert_non_null(to);
		schema = to;
	}
	return schema;
}

static const cJSON *
schema_named(const char *name)
{
	return at(at(at(doc, "components"), "schemas"), name);
}

static void
check_number(const char *where, const cJSON *schema, const char *name,
    size_t wanted)
{
	const cJSON *n = at(schema, name);
	size_t has = n == NULL ? 0 : (size_t)n->valuedouble;

	if (has != wanted)
		fault("%s: %s is %zu in the document, %zu in the table",
		    where, name, has, wanted);
}

static void
check_text(const char *where, const cJSON *schema, const char *name,
    const char *wanted)
{
	if (strcmp(text(schema, name), wanted) != 0)
		fault("%s: %s is \"%s\" in the document, should be \"%s\"",
		    where, name, text(schema, name), wanted);
}

static bool
has_value(const cJSON *list, const char *value)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
		if (cJSON_IsString(item) &&
		    strcmp(item->valuestring, value) == 0)
			return true;
	return false;
}

static void
check_words(const char *where, const cJSON *schema, const struct field *f)
{
	int n = (f->flags & F_NULL) != 0;
	size_t i;

	for (i = 0; f->words[i] != NULL; i++, n++)
		if (!has_value(at(schema, "enum"), f->words[i]))
			fault("%s: the document lacks \"%s\"", where,
			    f->words[i]);
	if (cJSON_GetArraySize(at(schema, "enum")) != n)
		fault("%s: the document has more words", where);
}

/* The schema of the values, without null. */
static const cJSON *
check_null(const char *where, const cJSON *schema, const struct field *f)
{
	const cJSON *any = at(schema, "anyOf");
	bool null = any != NULL || has_value(at(schema, "type"), "null");

	if (null != ((f->flags & F_NULL) != 0))
		fault("%s: can be null in the %s only", where,
		    null ? "document" : "table");
	return any == NULL ? schema : resolve(cJSON_GetArrayItem(any, 0));
}

static const struct {
	const char	*type;
	const char	*format;
} types[] = {
	[F_TEXT] = { "string", "" },
	[F_NAME] = { "string", "" },
	[F_PASSWORD] = { "string", "password" },
	[F_UUID] = { "string", "uuid" },
	[F_REF] = { "string", "uuid" },
	[F_RANK] = { "string", "" },
	[F_BOOL] = { "boolean", "" },
	[F_MINE] = { "boolean", "" },
	[F_DATE] = { "string", "date" },
	[F_STAMP] = { "string", "date-time" },
	[F_WORD] = { "string", "" },
	[F_EMAIL] = { "string", "email" },
	[F_ZONE] = { "string", "" },
	[F_INT] = { "integer", "" },
	[F_JSON] = { "", "" },
	[F_IDS] = { "array", "" },
	[F_OBJECT] = { "object", "" },
	[F_ITEMS] = { "array", "" },
};

/* The bounds of a text.  A body's name is trimmed before it is measured, and
 * its reference may be any text. */
static void
check_length(const char *where, const cJSON *schema, const struct field *f,
    bool body)
{
	size_t min = f->min, max = f->max;

	if (f->type == F_PASSWORD)
		min = 0;	/* the document counts characters, not bytes */
	if (f->type == F_ZONE || f->type == F_RANK)
		min = 1;
	if (f->type == F_RANK || (f->type == F_NAME && body))
		max = 0;
	if (f->type == F_EMAIL)
		max = EMAIL_MAX;
	if (f->type == F_REF && !body)
		min = 0;
	check_number(where, schema, "minLength", min);
	check_number(where, schema, "maxLength", max);
}

static void	 check_body(const char *, const cJSON *, const struct field *);

static void
check_type(const char *where, const cJSON *schema, const struct field *f,
    bool body)
{
	const char *format = f->type == F_REF && body ? "" :
	    types[f->type].format;
	const cJSON *type;

	schema = check_null(where, resolve(schema), f);
	type = at(schema, "type");
	if (type != NULL ? !has_value(type, types[f->type].type) &&
	    (!cJSON_IsString(type) ||
	    strcmp(type->valuestring, types[f->type].type) != 0) :
	    types[f->type].type[0] != '\0')
		fault("%s: must be of type %s", where, types[f->type].type);
	if (f->check == NULL)
		check_text(where, schema, "format", format);
	if (strcmp(types[f->type].type, "string") == 0)
		check_length(where, schema, f, body);
	if (f->type == F_WORD)
		check_words(where, schema, f);
	if (f->type == F_INT) {
		check_number(where, schema, "minimum", f->min);
		check_number(where, schema, "maximum", f->max);
	}
	if (f->type == F_IDS || f->type == F_ITEMS) {
		check_number(where, schema, "minItems", f->min);
		check_number(where, schema, "maxItems", f->max);
	}
	if (f->type == F_OBJECT)
		check_body(where, schema, f->sub);
	if (f->type == F_ITEMS)
		check_body(where, at(schema, "items"), f->sub);
}

static void
check_member(const char *object, const cJSON *schema, const struct field *f,
    bool required, bool body)
{
	const char *where = arena_printf(arena, "%s.%s", object, f->name);
	const cJSON *property = at(at(schema, "properties"), f->name);

	if (property == NULL) {
		fault("%s: is not in the document", where);
		return;
	}
	check_type(where, property, f, body);
	if (has_value(at(schema, "required"), f->name) != required)
		fault("%s: is required in the %s only", where,
		    required ? "table" : "document");
}

/* Every property of the schema is one of n fields, or that one more. */
static void
check_no_other(const char *object, const cJSON *schema,
    const struct field *const *fields, size_t n, const char *more)
{
	const cJSON *property;
	size_t i;

	cJSON_ArrayForEach(property, at(schema, "properties")) {
		for (i = 0; i < n; i++)
			if (strcmp(fields[i]->name, property->string) == 0)
				break;
		if (i == n && strcmp(property->string, more) != 0 &&
		    strcmp(property->string, "kind") != 0)
			fault("%s.%s: is in no table of fields", object,
			    property->string);
	}
}

static void
check_body(const char *where, const cJSON *schema, const struct field *table)
{
	struct fields_walk w = { .row = table };
	const struct field *all[100], *f;
	bool required;
	size_t n = 0;

	schema = resolve(schema);
	for (; (f = fields_next(&w, &required)) != NULL; all[n++] = f)
		check_member(where, schema, f, required, true);
	check_no_other(where, schema, all, n, "");
}

/* The fields of a record without those flags, or with. */
static void
check_record(const char *name, const struct field *table, unsigned without,
    unsigned with)
{
	const cJSON *schema = schema_named(name);
	const struct field *all[100], *f;
	size_t n = 0;

	if (schema == NULL) {
		fault("%s: is not in the document", name);
		return;
	}
	for (f = table; f->name != NULL; f++) {
		if ((f->flags & without) || (with != 0 && !(f->flags & with)))
			continue;
		check_member(name, schema, f, !(f->flags & F_GONE), false);
		all[n++] = f;
	}
	check_no_other(name, schema, all, n, "notifications");
}

/* "List": itself, ListChange in the feed, ExportedList in the export. */
static const struct {
	const char		*name;
	const char		*change;
	const char		*exported;
	const struct field	*fields;
} records[] = {
	{ "List", "ListChange", "ExportedList", list_fields },
	{ "Group", "GroupChange", "ExportedGroup", group_fields },
	{ "Task", "TaskChange", "ExportedTask", task_fields },
	{ "Step", "StepChange", "ExportedStep", step_fields },
	{ "Tag", "TagChange", NULL, tag_fields },
	{ "MyDayEntry", "MyDayChange", "ExportedMyDayEntry",
	    my_day_fields },
	{ "Attachment", "AttachmentChange", NULL, attachment_fields },
	{ "Setting", "SettingChange", NULL, client_setting_fields },
	{ "Member", "MemberChange", NULL, member_fields },
	{ "User", "MeChange", "ExportedProfile", user_fields },
	{ "NotificationPreferences", NULL, NULL, notification_fields },
};

static void
records_are_documented(void **state)
{
	size_t i;

	(void)state;
	faults = 0;
	for (i = 0; i < COUNT(records); i++) {
		check_record(records[i].name, records[i].fields,
		    F_FEED | F_HIDDEN, 0);
		if (records[i].change != NULL)
			check_record(records[i].change, records[i].fields,
			    F_HIDDEN, 0);
		if (records[i].exported != NULL)
			check_record(records[i].exported, records[i].fields,
			    0, F_EXPORT);
	}
	assert_int_equal(faults, 0);
}

static void
check_route(const struct route *r)
{
	char method[8], where[100];
	const cJSON *operation, *body;
	size_t i;

	for (i = 0; r->method[i] != '\0'; i++)
		method[i] = (char)tolower(r->method[i]);
	method[i] = '\0';
	snprintf(where, sizeof(where), "%s %s", r->method, r->path);
	operation = at(at(at(doc, "paths"), r->path), method);
	body = at(at(at(at(operation, "requestBody"), "content"),
	    "application/json"), "schema");
	if (operation == NULL)
		fault("%s: is not in the document", where);
	else if ((body == NULL) != (r->fields == NULL))
		fault("%s: has a JSON body in the %s only", where,
		    body == NULL ? "table" : "document");
	else if (body != NULL)
		check_body(where, body, r->fields);
}

static void
bodies_are_documented(void **state)
{
	const struct route_group *const *g;
	const struct route *r;

	(void)state;
	faults = 0;
	for (g = all_groups; *g != NULL; g++)
		for (r = (*g)->routes; r->method != NULL; r++)
			check_route(r);
	assert_int_equal(faults, 0);
}

/* A set of fields is a number of 32 bits, and a value is of its field's C
 * type. */
static void
tables_fit_their_structs(void **state)
{
	const struct field *f;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(records); i++) {
		for (f = records[i].fields; f->name != NULL; f++)
			assert_int_equal(f->holds, field_holds(f->type));
		assert_true(f - records[i].fields <= 32);
	}
}

static int
read_document(void **state)
{
	static char json[1 << 20];
	FILE *in = fopen("doc/openapi.json", "r");
	size_t n;

	setup(state);
	assert_non_null(in);
	n = fread(json, 1, sizeof(json) - 1, in);
	fclose(in);
	assert_true(n < sizeof(json) - 1);
	doc = cJSON_ParseWithLength(json, n);
	assert_non_null(doc);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_are_documented),
		cmocka_unit_test(bodies_are_documented),
		cmocka_unit_test(tables_fit_their_structs),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, read_document, teardown);
}
