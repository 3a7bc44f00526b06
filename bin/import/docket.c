/*
 * Docket's own export.  The JSON is read from the beginning for each kind of
 * record: so the order of its members does not matter, and only one record is
 * in memory.
 */
#include <cjson/cJSON.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/arena.h"
#include "base/json/read.h"
#include "base/json/stream.h"
#include "bin/import/import.h"
#include "core/batch/export.h"
#include "core/field.h"
#include "core/record.h"

/* Checks the schema version before any record is imported. */
struct about {
	bool	 schema;		/* it is a Docket export of this
					 * version */
	char	 user[UUID_STR_LEN];	/* whose it was */
	int64_t	 records;
};

/* Its part has records; files are counted by themselves. */
static bool
has_records(const char *name)
{
	int part;

	for (part = 0; part < PART_ATTACHMENT; part++)
		if (strcmp(parts[part].name, name) == 0)
			return true;
	return false;
}

/* NULL, or what the member must be instead. */
static const char *
docket_wrong_type(const struct json_piece *j)
{
	bool array = has_records(j->member) ||
	    strcmp(j->member, parts[PART_ATTACHMENT].name) == 0 ||
	    strcmp(j->member, "memberships") == 0;

	if (array)
		return j->element ? NULL : "an array";
	return strcmp(j->member, "profile") != 0 ||
	    (!j->element && j->text[0] == '{') ? NULL : "an object";
}

static void
read_about(struct arena *a, const struct json_piece *j, struct about *about)
{
	const char *why;
	const cJSON *id;
	cJSON *tree;

	if (strcmp(j->member, "schemaVersion") == 0)
		about->schema = strcmp(j->text, "\"" EXPORT_SCHEMA "\"") == 0;
	if (strcmp(j->member, "profile") != 0)
		return;
	tree = json_read(a, j->text, j->len, &why);
	id = json_member(tree, "id");
	if (cJSON_IsString(id) && strlen(id->valuestring) < UUID_STR_LEN)
		memcpy(about->user, id->valuestring,
		    strlen(id->valuestring) + 1);
	json_free(tree);
}

/* NULL, or what is wrong, in the arena `lasting`. */
static const char *
read_header(struct arena *lasting, struct arena *a, const struct json_piece *j,
    struct about *about)
{
	const char *must = docket_wrong_type(j);

	if (must != NULL)
		return arena_printf(lasting, "%s must be %s", j->member, must);
	if (j->element)
		about->records += has_records(j->member);
	else
		read_about(a, j, about);
	return NULL;
}

static void
take_record(struct ctx *c, enum part part, const struct json_piece *j,
    const struct about *about, const struct import_taker *t)
{
	const struct field *fields = parts[part].kind->fields;
	struct exported r = { .part = part };
	const char *id, *name, *why = NULL;
	cJSON *tree = json_read(c->arena, j->text, j->len, &why);
	struct fault fault = { NULL, NULL };

	if (tree != NULL) {
		fault = record_read(c, fields, tree, &r.of, &name);
		if (fault.code != NULL)
			why = arena_printf(c->arena, "%s: %s", name,
			    fault.detail);
	}
	if (tree != NULL && fault.code == NULL) {
		/* Replaces the exported user's id with the caller's. */
		if (part == PART_TASK &&
		    same_id(r.of.task.assignee_id, about->user))
			r.of.task.assignee_id = c->user;
		t->take(t->arg, &r);
	} else {
		id = record_id(fields, &r.of);
		t->refuse(t->arg, part, id != NULL ? id : "?", why);
	}
	json_free(tree);
}

/* An attachment of the list that an archive has. */
static void
take_listed(struct ctx *c, struct json_source *s, const struct json_piece *j,
    const struct import_taker *t)
{
	const char *why = "needs id, sizeBytes and sha256";
	cJSON *tree = json_read(c->arena, j->text, j->len, &why);
	const cJSON *id = json_member(tree, "id");
	const cJSON *sha256 = json_member(tree, "sha256");
	char name[UUID_STR_LEN] = "?";
	uuid_t u;
	int64_t size;

	if (cJSON_IsString(id) && uuid_parse(id->valuestring, u) == 0) {
		uuid_unparse_lower(u, name);
		if (cJSON_IsString(sha256) &&
		    json_int(json_member(tree, "sizeBytes"), &size))
			why = s->listed(s, name, size, sha256->valuestring);
	}
	if (why != NULL)
		t->refuse(t->arg, PART_ATTACHMENT, name, why);
	json_free(tree);
}

/* Reads the records of one part; with PART__MAX the header. */
static bool
read_part(struct ctx *c, struct json_source *s, enum part part,
    struct about *about, const struct import_taker *t, const char **why)
{
	struct json_stream *parts_of = json_stream_new(c->arena, s->read, s);
	struct ctx of = *c;
	struct json_piece j;

	*why = NULL;
	if (!s->rewind(s, why))
		return false;
	of.arena = arena_new();
	while (*why == NULL && json_stream_next(parts_of, &j, why)) {
		if (part == PART__MAX)
			*why = read_header(c->arena, of.arena, &j, about);
		else if (!j.element || strcmp(j.member, parts[part].name) != 0)
			continue;
		else if (part == PART_ATTACHMENT)
			take_listed(&of, s, &j, t);
		else
			take_record(&of, part, &j, about, t);
		arena_reset(of.arena);
	}
	arena_free(of.arena);
	return *why == NULL;
}

bool
docket_records(struct ctx *c, struct json_source *s,
    const struct import_taker *t, const char **why)
{
	struct about about = { false, "", 0 };
	struct ctx of = *c;
	bool ok;
	int part;

	of.arena = arena_new();
	ok = read_part(&of, s, PART__MAX, &about, t, why);
	if (ok && !about.schema) {
		*why = "schemaVersion is not \"" EXPORT_SCHEMA "\"";
		ok = false;
	}
	t->expect(t->arg, about.records);
	for (part = 0; ok && part < PART__MAX; part++) {
		arena_reset(of.arena);
		ok = read_part(&of, s, (enum part)part, &about, t, why);
	}
	arena_free(of.arena);
	return ok;
}

struct file_source {
	struct json_source source;
	FILE		*file;
};

static bool
rewind_file(struct json_source *s, const char **why)
{
	struct file_source *f = (struct file_source *)s;

	if (fseek(f->file, 0, SEEK_SET) == 0)
		return true;
	*why = "cannot seek to its beginning";
	return false;
}

static ssize_t
docket_read_file(void *source, void *to, size_t size)
{
	struct file_source *f = source;
	size_t n = fread(to, 1, size, f->file);

	return n == 0 && ferror(f->file) ? -1 : (ssize_t)n;
}

static const char *
not_beside(struct json_source *s, const char *id, int64_t size,
    const char *sha256)
{
	(void)s, (void)id, (void)size, (void)sha256;
	return "its file is not in the JSON: import the archive";
}

static bool
knows_json(const char *head, size_t len)
{
	size_t i;

	for (i = 0; i < len && strchr(" \t\r\n", head[i]) != NULL; i++)
		continue;
	return i < len && head[i] == '{';
}

static bool
read_json(struct ctx *c, FILE *file, void *prepared,
    const struct import_taker *t, const char **why)
{
	struct file_source s = { { rewind_file, docket_read_file, not_beside },
	    file };

	(void)prepared;
	return docket_records(c, &s.source, t, why);
}

const struct import_format import_docket_json = {
	.knows = knows_json, .read = read_json
};
