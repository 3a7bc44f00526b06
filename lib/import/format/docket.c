/*
 * The JSON is read from the beginning for each kind of record: so the order of
 * its members does not matter, and only one record is in memory.
 */
#include "import/format/docket.h"

#include <cjson/cJSON.h>
#include <sodium.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/arena.h"
#include "base/filename.h"
#include "base/json/read.h"
#include "base/json/stream.h"
#include "base/text.h"
#include "core/batch/export.h"
#include "core/batch/export_kinds.h"
#include "core/field.h"
#include "core/file/names.h"
#include "core/limits.h"
#include "core/record.h"
#include "import/format/json.h"
#include "import/importer/names.h"
#include "import/importer/run.h"

/* A file that the archive should have. */
struct listed {
	struct listed	*next;
	const char	*id;
	bool		 found;
	int64_t		 size;
	unsigned char	 sha256[CONTENT_HASH];
};

struct reading {
	struct import	*im;
	struct import_file *file;
	bool		 schema;		/* it is an export of this
						 * version */
	char		 user[UUID_STR_LEN];	/* whose it was */
	int64_t		 row;
	struct names	*listed;		/* struct listed by the id */
	struct listed	*first, **last;
};

/* The kind of that name, or EXPORT__MAX. */
static int
kind_named(const char *name)
{
	int kind;

	for (kind = 0; kind < EXPORT__MAX; kind++)
		if (strcmp(export_kinds[kind].name, name) == 0)
			break;
	return kind;
}

/* NULL, or what the member must be instead. */
static const char *
docket_wrong_type(const char *name, enum json_type type)
{
	if (kind_named(name) != EXPORT__MAX || strcmp(name, "memberships") == 0)
		return type == JSON_ARRAY ? NULL : "an array";
	return strcmp(name, "profile") != 0 || type == JSON_OBJECT ? NULL :
	    "an object";
}

static void
read_profile(struct reading *r, struct arena *a, const struct json_piece *j)
{
	const char *why;
	cJSON *tree = json_read(a, j->text, j->len, &why);
	const char *id = json_text(tree, "id");

	if (id != NULL && strlen(id) < UUID_STR_LEN)
		memcpy(r->user, id, strlen(id) + 1);
	json_free(tree);
}

/* Checks the schema version before any record is imported, and counts them. */
static void
docket_read_header(struct reading *r, struct arena *a, struct json_stream *s,
    enum json_type type)
{
	const char *name = json_stream_member(s), *must;
	struct json_piece j;

	must = docket_wrong_type(name, type);
	if (must != NULL)
		run_malformed(r->im, 0, arena_printf(a, "%s must be %s", name,
		    must));
	else if (strcmp(name, "schemaVersion") == 0)
		r->schema |= json_stream_take(s, &j) &&
		    strcmp(j.text, "\"" EXPORT_SCHEMA "\"") == 0;
	else if (strcmp(name, "profile") == 0) {
		if (json_stream_take(s, &j))
			read_profile(r, a, &j);
	} else if (kind_named(name) < EXPORT_ATTACHMENT) {
		json_stream_enter(s);
		while (json_stream_next(s) != JSON_NONE)
			r->im->expected++;
	}
}

static void
docket_take_record(struct reading *r, struct ctx *c, enum export_kind kind,
    const struct json_piece *j)
{
	const struct field *fields = export_kinds[kind].kind->fields;
	struct exported e = { .kind = kind };
	const char *id, *name, *why = NULL;
	cJSON *tree = json_read(c->arena, j->text, j->len, &why);
	struct fault fault = { NULL, NULL };

	r->row++;
	if (tree != NULL) {
		fault = record_read(c, fields, tree, &e.of, &name);
		if (fault.code != NULL)
			why = arena_printf(c->arena, "%s: %s", name,
			    fault.detail);
	}
	if (tree != NULL && fault.code == NULL) {
		/* Replaces the exported user's id with the caller's. */
		if (kind == EXPORT_TASK &&
		    same_id(e.of.task.assignee_id, r->user))
			e.of.task.assignee_id = c->user;
		run_record(r->im, r->row, &e);
	} else {
		id = record_id(fields, &e.of);
		run_refuse(r->im, r->row, export_kinds[kind].kind->name,
		    id != NULL ? id : "?", NULL, why);
	}
	json_free(tree);
}

/* An attachment of the list that an archive has. */
static void
take_listed(struct reading *r, struct ctx *c, const struct json_piece *j)
{
	const char *why = "needs id, sizeBytes and sha256", *sha256;
	cJSON *tree = json_read(c->arena, j->text, j->len, &why);
	const char *id = json_text(tree, "id");
	char name[UUID_STR_LEN] = "?";
	struct listed l = { .next = NULL }, **at;
	size_t len;
	uuid_t u;

	sha256 = json_text(tree, "sha256");
	r->row++;
	if (id != NULL && uuid_parse(id, u) == 0) {
		uuid_unparse_lower(u, name);
		if (sha256 != NULL && json_int(json_member(tree, "sizeBytes"),
		    &l.size) && sodium_hex2bin(l.sha256, sizeof(l.sha256),
		    sha256, strlen(sha256), NULL, &len, NULL) == 0 &&
		    len == sizeof(l.sha256))
			why = r->file->zip == NULL ? "its file is not in the "
			    "JSON: import the archive" : NULL;
	}
	if (why == NULL) {
		at = (struct listed **)names_at(r->listed, name);
		*at = arena_alloc(r->im->ctx.arena, sizeof(l));
		l.id = arena_str(r->im->ctx.arena, name);
		**at = l;
		*r->last = *at;
		r->last = &(*at)->next;
	} else
		run_refuse(r->im, r->row,
		    export_kinds[EXPORT_ATTACHMENT].kind->name,
		    name, NULL, why);
	json_free(tree);
}

static void
read_elements(struct reading *r, struct ctx *c, struct json_stream *s,
    enum export_kind kind)
{
	struct json_piece j;

	json_stream_enter(s);
	while (r->im->outcome == DONE && json_stream_next(s) != JSON_NONE &&
	    json_stream_take(s, &j)) {
		if (kind == EXPORT_ATTACHMENT)
			take_listed(r, c, &j);
		else
			docket_take_record(r, c, kind, &j);
		arena_reset(c->arena);
	}
}

/* Reads the records of one kind; with EXPORT__MAX the header. */
static bool
docket_read_kind(struct reading *r, int kind)
{
	struct arena *whole = arena_new();
	struct ctx c = r->im->ctx;
	struct json_stream *s = json_open(r->im, r->file, whole, false);
	enum json_type type;

	c.arena = arena_new();
	if (s != NULL && json_stream_next(s) == JSON_OBJECT) {
		json_stream_enter(s);
		while (r->im->outcome == DONE &&
		    (type = json_stream_next(s)) != JSON_NONE)
			if (kind == EXPORT__MAX)
				docket_read_header(r, c.arena, s, type);
			else if (kind_named(json_stream_member(s)) == kind)
				read_elements(r, &c, s, (enum export_kind)kind);
		json_stream_next(s);
	} else if (s != NULL && json_stream_why(s) == NULL)
		run_malformed(r->im, 0, "not a JSON object");
	json_close(r->im, r->file, s);
	arena_free(c.arena);
	arena_free(whole);
	return r->im->outcome == DONE;
}

/* attachments/TASK/ID/FILENAME, which is made safe as in an upload; false for
 * any other name. */
static bool
docket_read_path(struct arena *a, const char *path, struct attachment *to)
{
	static const char folder[] = EXPORT_FILES "/";
	const char *p;
	char *task, *id;
	uuid_t u;

	if (strncmp(path, folder, sizeof(folder) - 1) != 0)
		return false;
	p = path + sizeof(folder) - 1;
	if (strlen(p) < 2 * 37 + 1 || p[36] != '/' || p[73] != '/')
		return false;
	task = arena_dup(a, p, 36);
	id = arena_dup(a, p + 37, 36);
	if (uuid_parse(task, u) == -1)
		return false;
	uuid_unparse_lower(u, task);
	if (uuid_parse(id, u) == -1)
		return false;
	uuid_unparse_lower(u, id);
	p += 74;
	*to = (struct attachment){ .id = id, .task_id = task,
	    .filename = filename_safe(a, p) };
	return strlen(p) <= FILENAME_BYTES && strchr(p, '/') == NULL &&
	    !text_has_control(p);
}

/* Folders on the way to an attachment, and the JSON. */
static bool
is_frame(const struct import_file *f)
{
	size_t n = strlen(f->name);

	return f->regular ? strcmp(f->name, EXPORT_FILE) == 0 :
	    n > 0 && f->name[n - 1] == '/' && strncmp(f->name, EXPORT_FILES "/",
	    strlen(EXPORT_FILES "/")) == 0 && n <=
	    strlen(EXPORT_FILES "/") + 2 * 37;
}

static void
docket_read_attachment(struct reading *r, struct arena *a,
    const struct import_file *f)
{
	const char *why = NULL;
	struct attachment to;
	struct listed **l;

	if (is_frame(f))
		return;
	r->row++;
	if (!docket_read_path(a, f->name, &to))
		why = "its name is not " EXPORT_FILES
		    "/TASK-ID/ATTACHMENT-ID/FILENAME";
	else if (!f->regular)
		why = "it is not a regular file";
	if (why != NULL) {
		run_refuse(r->im, r->row,
		    export_kinds[EXPORT_ATTACHMENT].kind->name,
		    text_printable(a, f->name), NULL, why);
		return;
	}
	l = (struct listed **)names_at(r->listed, to.id);
	to.created_at = f->modified;
	run_file(r->im, r->row, &to, f->name, *l == NULL ? 0 : (*l)->size,
	    *l == NULL ? NULL : (*l)->sha256);
	if (*l != NULL)
		(*l)->found = true;
}

static void
docket_read_attachments(struct reading *r)
{
	struct import *im = r->im;
	struct arena *a = arena_new();
	const struct listed *l;
	size_t i;

	for (i = 0; i < im->content_count && im->outcome == DONE; i++) {
		docket_read_attachment(r, a, &im->contents[i]);
		arena_reset(a);
	}
	arena_free(a);
	for (l = r->first; l != NULL; l = l->next)
		if (!l->found)
			run_refuse(im, 0,
			    export_kinds[EXPORT_ATTACHMENT].kind->name,
			    l->id, NULL, "it is missing from the archive");
}

static bool
docket_read(struct import *im, struct import_file *file)
{
	struct reading r = { .im = im, .file = file,
	    .listed = names_new(im->ctx.arena) };
	int kind;

	r.last = &r.first;
	if (!docket_read_kind(&r, EXPORT__MAX))
		return false;
	if (!r.schema)
		return run_malformed(im, 0,
		    "schemaVersion is not \"" EXPORT_SCHEMA "\"");
	for (kind = 0; kind < EXPORT__MAX; kind++)
		if (!docket_read_kind(&r, kind))
			return false;
	if (file->zip != NULL)
		docket_read_attachments(&r);
	return im->outcome == DONE;
}

const struct import_format format_docket = {
	.name = "docket", .member = EXPORT_FILE, .keys = "{schemaVersion",
	.read = docket_read, .tried = true
};
