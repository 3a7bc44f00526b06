/*
 * Docket's own export.  The JSON is read from the beginning for each kind of
 * record: so the order of its members does not matter, and only one record is
 * in memory.
 */
#include <cjson/cJSON.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/json/read.h"
#include "base/json/stream.h"
#include "base/text.h"
#include "bin/import/import.h"
#include "core/batch/export.h"
#include "core/limits.h"
#include "core/task/recur.h"

enum type { ID, TEXT, BOOL, DATE, STAMP, RULE };

/* A member of a record, where it goes, and its bounds. */
struct member {
	const char	*name;
	enum type	 type;
	bool		 null;		/* or absent */
	size_t		 to;		/* in struct import_record */
	size_t		 max;		/* characters */
};

#define TO(field)	offsetof(struct import_record, field)

#define MEMBERS(m)	m, COUNT(m)

static const struct member group_members[] = {
	{ "id", ID, false, TO(id), 0 },
	{ "title", TEXT, false, TO(title), LIST_TITLE_MAX },
	{ "rank", TEXT, true, TO(rank), RANK_MAX },
	{ "createdAt", STAMP, true, TO(created_at), 0 },
};

static const struct member list_members[] = {
	{ "id", ID, false, TO(id), 0 },
	{ "title", TEXT, false, TO(title), LIST_TITLE_MAX },
	{ "groupId", ID, true, TO(parent), 0 },
	{ "rank", TEXT, true, TO(rank), RANK_MAX },
	{ "createdAt", STAMP, true, TO(created_at), 0 },
};

static const struct member task_members[] = {
	{ "id", ID, false, TO(id), 0 },
	{ "listId", ID, false, TO(parent), 0 },
	{ "title", TEXT, false, TO(title), TITLE_MAX },
	{ "done", BOOL, true, TO(done), 0 },
	{ "starred", BOOL, true, TO(starred), 0 },
	{ "dueDate", DATE, true, TO(due_date), 0 },
	{ "notes", TEXT, true, TO(notes), NOTES_MAX },
	{ "notesUpdatedAt", STAMP, true, TO(notes_at), 0 },
	{ "assigneeId", ID, true, TO(assignee_id), 0 },
	{ "reminderAt", STAMP, true, TO(reminder_at), 0 },
	{ "recurrence", RULE, true, TO(recurrence), 0 },
	{ "completedAt", STAMP, true, TO(completed_at), 0 },
	{ "rank", TEXT, true, TO(rank), RANK_MAX },
	{ "createdAt", STAMP, true, TO(created_at), 0 },
};

static const struct member step_members[] = {
	{ "id", ID, false, TO(id), 0 },
	{ "taskId", ID, false, TO(parent), 0 },
	{ "title", TEXT, false, TO(title), TITLE_MAX },
	{ "done", BOOL, true, TO(done), 0 },
	{ "rank", TEXT, true, TO(rank), RANK_MAX },
	{ "createdAt", STAMP, true, TO(created_at), 0 },
};

static const struct member day_members[] = {
	{ "taskId", ID, false, TO(parent), 0 },
	{ "addedOn", DATE, false, TO(due_date), 0 },
};

static const struct part {
	const char		*name;
	enum import_kind	 kind;
	const struct member	*members;
	size_t			 count;
} parts[] = {
	{ "groups", IMPORT_GROUP, MEMBERS(group_members) },
	{ "lists", IMPORT_LIST, MEMBERS(list_members) },
	{ "tasks", IMPORT_TASK, MEMBERS(task_members) },
	{ "steps", IMPORT_STEP, MEMBERS(step_members) },
	{ "myDay", IMPORT_MY_DAY, MEMBERS(day_members) },
};

/* Stores a string: NULL, or what is wrong with it. */
static const char *
put_string(struct arena *a, const char *s, const struct member *m, void *to)
{
	char lower[UUID_STR_LEN];
	enum recurrence rule;
	uuid_t id;
	int32_t day;

	switch (m->type) {
	case ID:
		if (uuid_parse(s, id) == -1)
			return "is not a UUID";
		uuid_unparse_lower(id, lower);
		s = arena_str(a, lower);
		break;
	case TEXT:
		if (text_length(s) > m->max)
			return "is too long";
		if (*s == '\0' && !m->null)
			return "is empty";
		break;
	case DATE:
		if (!date_parse(s, &day))
			return "is not a date";
		break;
	case RULE:
		if (!recur_parse(s, &rule))
			return "is not a recurrence";
		break;
	case STAMP:
		return stamp_parse(s, to) ? NULL : "is not a date-time";
	case BOOL:
		return "is not true or false";
	}
	*(const char **)to = s;
	return NULL;
}

static const char *
put_member(struct arena *a, const cJSON *v, const struct member *m,
    struct import_record *r)
{
	void *to = (char *)r + m->to;

	if (v == NULL || cJSON_IsNull(v))
		return m->null ? NULL : "is missing";
	if (cJSON_IsBool(v) && m->type == BOOL) {
		*(bool *)to = cJSON_IsTrue(v) != 0;
		return NULL;
	}
	if (!cJSON_IsString(v))
		return "is of the wrong type";
	return put_string(a, arena_str(a, v->valuestring), m, to);
}

/* False with *why: which member, and what is wrong with it. */
static bool
put_members(struct arena *a, const cJSON *tree, const struct part *p,
    struct import_record *r, const char **why)
{
	const struct member *m;
	const char *fault;

	for (m = p->members; m < p->members + p->count; m++) {
		fault = put_member(a, json_member(tree, m->name), m, r);
		if (fault != NULL) {
			*why = arena_printf(a, "%s %s", m->name, fault);
			return false;
		}
	}
	return true;
}

/* Checks the schema version before any record is imported. */
struct about {
	bool	 schema;		/* it is a Docket export of this
					 * version */
	char	 user[UUID_STR_LEN];	/* whose it was */
};

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

static void
take_record(struct ctx *c, const struct part *p, const struct json_piece *j,
    const struct about *about, const struct import_taker *t)
{
	struct import_record r = { .kind = p->kind };
	struct arena *a = c->arena;
	const char *why = NULL;
	cJSON *tree = json_read(a, j->text, j->len, &why);

	if (tree != NULL && put_members(a, tree, p, &r, &why)) {
		/* Replaces the exported user's id by the caller's. */
		if (same_id(r.assignee_id, about->user))
			r.assignee_id = c->user;
		t->take(t->arg, &r);
	} else
		t->refuse(t->arg, p->kind, r.id != NULL ? r.id :
		    r.parent != NULL ? r.parent : "?", why);
	json_free(tree);
}

/* Reads the records of one kind; with p NULL the header. */
static bool
read_part(struct ctx *c, struct json_source *s, const struct part *p,
    struct about *about, const struct import_taker *t, const char **why)
{
	struct json_stream *parts_of = json_stream_new(c->arena, s->read, s);
	struct ctx of = *c;
	struct json_piece j;

	*why = NULL;
	if (!s->rewind(s, why))
		return false;
	of.arena = arena_new();
	while (json_stream_next(parts_of, &j, why)) {
		if (p == NULL && !j.element)
			read_about(of.arena, &j, about);
		else if (p != NULL && j.element &&
		    strcmp(j.member, p->name) == 0)
			take_record(&of, p, &j, about, t);
		arena_reset(of.arena);
	}
	arena_free(of.arena);
	return *why == NULL;
}

bool
docket_records(struct ctx *c, struct json_source *s,
    const struct import_taker *t, const char **why)
{
	struct about about = { false, "" };
	struct ctx of = *c;
	bool ok;
	size_t i;

	of.arena = arena_new();
	ok = read_part(&of, s, NULL, &about, t, why);
	if (ok && !about.schema) {
		*why = "schemaVersion is not \"" EXPORT_SCHEMA "\"";
		ok = false;
	}
	for (i = 0; ok && i < COUNT(parts); i++) {
		arena_reset(of.arena);
		ok = read_part(&of, s, &parts[i], &about, t, why);
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
read_file(void *source, void *to, size_t size)
{
	struct file_source *f = source;
	size_t n = fread(to, 1, size, f->file);

	return n == 0 && ferror(f->file) ? -1 : (ssize_t)n;
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
	struct file_source s = { { rewind_file, read_file }, file };

	(void)prepared;
	return docket_records(c, &s.source, t, why);
}

const struct import_format import_docket_json = {
	.knows = knows_json, .read = read_json
};
