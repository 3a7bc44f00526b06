/*
 * [{"id", "title", "tasks": [TASK]}]: a project may come before its parent, and
 * a task before the one that it is a part of.  So everything is read twice.
 * Before version 0.21 the projects, or "lists", are in namespaces.
 */
#include "import/format/vikunja.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/json/read.h"
#include "import/format/json.h"
#include "import/format/places.h"
#include "import/format/projects.h"
#include "import/format/subtasks.h"
#include "import/importer/draft.h"
#include "import/importer/run.h"

#define HIGH	4		/* of five priorities, the two highest */

struct reading {
	struct import	*im;
	struct arena	*arena;
	struct projects	*projects;
	struct subtasks	*subtasks;
	struct places	*places;
	const char	**ids;		/* of the projects, in their order */
	size_t		 at;		/* the number of the next one */
	const char	*project;	/* whose tasks are being read */
	bool		 second;
	int64_t		 row;
};

/* 0001-01-01T00:00:00Z stands for nothing. */
static bool
vikunja_stamp(const cJSON *j, const char *name, int64_t *stamp)
{
	const char *text = json_text(j, name);

	return text != NULL && strncmp(text, "0001-", 5) != 0 &&
	    stamp_parse(text, stamp);
}

/* An id as a text; NULL for 0, or none. */
static const char *
vikunja_number(struct arena *a, const cJSON *j, const char *name)
{
	int64_t n = json_whole(j, name, 0);

	return n == 0 ? NULL : arena_printf(a, "%lld", (long long)n);
}

/* Seconds: of days or weeks; by the month; from the day it was done. */
static void
put_repetition(struct draft *d, const cJSON *j)
{
	int64_t seconds = json_whole(j, "repeat_after", 0);
	int64_t mode = json_whole(j, "repeat_mode", 0), days;
	const char *rule;

	if (mode == 1)
		rule = "FREQ=MONTHLY";
	else if (seconds <= 0)
		return;
	else if (seconds % 86400 != 0)
		rule = arena_printf(d->arena, "every %lld seconds",
		    (long long)seconds);
	else {
		days = seconds / 86400;
		rule = arena_printf(d->arena, days % 7 == 0 ?
		    "FREQ=WEEKLY;INTERVAL=%lld" : "FREQ=DAILY;INTERVAL=%lld",
		    (long long)(days % 7 == 0 ? days / 7 : days));
		if (days == 1 || days == 7)
			rule = days == 1 ? "FREQ=DAILY" : "FREQ=WEEKLY";
	}
	draft_repeat(d, rule, mode == 2);
}

static void
put_reminders(struct draft *d, const cJSON *j)
{
	const cJSON *one;
	int64_t stamp;

	cJSON_ArrayForEach(one, json_member(j, "reminders"))
		if (vikunja_stamp(one, "reminder", &stamp))
			draft_reminder(d, stamp);
	/* Before 0.22. */
	cJSON_ArrayForEach(one, json_member(j, "reminder_dates"))
		if (cJSON_IsString(one) &&
		    stamp_parse(one->valuestring, &stamp))
			draft_reminder(d, stamp);
}

/* What a task has no place for: dates that are set, a share that is done, and
 * the colour. */
static void
put_others(struct draft *d, const cJSON *j)
{
	static const struct { const char *member, *name; } dates[] = {
		{ "start_date", "Start" }, { "end_date", "End" }
	};
	const char *colour = json_text(j, "hex_color");
	double share = json_double(j, "percent_done");
	int64_t stamp;
	size_t i;

	for (i = 0; i < COUNT(dates); i++)
		if (vikunja_stamp(j, dates[i].member, &stamp))
			draft_note_field(d, dates[i].name,
			    json_text(j, dates[i].member));
	if (share > 0 && share < 1)
		draft_note_field(d, "Percent complete",
		    arena_printf(d->arena, "%.0f", share * 100));
	if (colour != NULL && colour[0] != '\0')
		draft_lose(d, FIELD_LEFT_OUT, "colour");
}

static void
put_files(struct draft *d, const cJSON *j)
{
	const cJSON *one, *file;
	const char *id;
	int64_t stamp;

	cJSON_ArrayForEach(one, json_member(j, "attachments")) {
		file = json_member(one, "file");
		id = vikunja_number(d->arena, file, "id");
		if (id != NULL)
			draft_file(d, &(struct draft_file){ .id = id,
			    .name = json_text(file, "name"),
			    .entry = arena_printf(d->arena, "files/%s", id),
			    .created_at = vikunja_stamp(one, "created",
			    &stamp) ? stamp : 0 });
	}
}

static const char *
name_of_user(const cJSON *user)
{
	const char *name = json_text(user, "name");

	return name != NULL && name[0] != '\0' ? name :
	    json_text(user, "username");
}

/* Other tasks that it has to do with. */
static void
put_relations(struct draft *d, const cJSON *related)
{
	const cJSON *kind, *one;

	cJSON_ArrayForEach(kind, related)
		if (kind->string != NULL &&
		    strcmp(kind->string, "parenttask") != 0 &&
		    strcmp(kind->string, "subtask") != 0)
			cJSON_ArrayForEach(one, kind)
				draft_note_field(d, kind->string,
				    json_text(one, "title"));
}

/* All that a step cannot have but in the notes of its task, and the due date
 * before it. */
static void
vikunja_put_parts(struct draft *d, const cJSON *j)
{
	int64_t stamp, priority = json_whole(j, "priority", 0);
	const cJSON *one;

	draft_note_html(d, json_text(j, "description"));
	draft_priority(d, priority >= HIGH || json_true(j, "is_favorite"),
	    priority == 0 ? NULL : vikunja_number(d->arena, j, "priority"));
	put_repetition(d, j);
	put_relations(d, json_member(j, "related_tasks"));
	cJSON_ArrayForEach(one, json_member(j, "labels"))
		draft_tag(d, json_text(one, "title"));
	cJSON_ArrayForEach(one, json_member(j, "assignees"))
		draft_note_field(d, "Assignee", name_of_user(one));
	put_reminders(d, j);
	put_others(d, j);
	put_files(d, j);
	cJSON_ArrayForEach(one, json_member(j, "comments"))
		draft_comment(d, name_of_user(json_member(one, "author")),
		    vikunja_stamp(one, "created", &stamp) ? stamp : 0,
		    json_text(one, "comment"));
}

/* One with files is a task of its own, as one with a date is. */
static void
vikunja_note_task(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *id = vikunja_number(a, j, "id");
	const cJSON *parents = json_member(json_member(j, "related_tasks"),
	    "parenttask");
	struct subtask t = { .row = r->row, .id = id,
	    .parent = vikunja_number(a, cJSON_GetArrayItem(parents, 0), "id"),
	    .title = json_text(j, "title"), .done = json_true(j, "done"),
	    .position = json_double(j, "position") };
	struct draft own;
	int64_t stamp;

	if (id == NULL)
		return;
	places_add(r->places, id, t.position);
	t.dated = vikunja_stamp(j, "due_date", &stamp);
	if (t.parent != NULL) {
		draft_begin(&own, a, r->im->options.zone, r->row);
		vikunja_put_parts(&own, j);
		t.dated = t.dated || own.file_count > 0;
		subtask_rest(a, &t, &own);
	}
	subtasks_add(r->subtasks, &t);
}

static void
vikunja_make_task(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *id = vikunja_number(a, j, "id");
	int64_t stamp = 0;
	struct draft d;

	draft_begin(&d, a, r->im->options.zone, r->row);
	d.id = id;
	d.list = r->project;
	draft_title(&d, json_text(j, "title"));
	if (vikunja_stamp(j, "due_date", &stamp))
		draft_due_moment(&d, stamp);
	if (json_true(j, "done"))
		draft_done(&d, vikunja_stamp(j, "done_at", &stamp) ? stamp :
		    0);
	if (vikunja_stamp(j, "created", &stamp))
		d.task.created_at = stamp;
	vikunja_put_parts(&d, j);
	if (id != NULL) {
		draft_place(&d, places_of(r->places, id));
		subtasks_note_parent(r->subtasks, &d, id);
		subtasks_put(r->subtasks, &d, id);
	}
	run_task(r->im, &d);
}

static void
vikunja_element(void *reading, struct arena *a, const cJSON *j)
{
	struct reading *r = reading;

	if (!r->second)
		vikunja_note_task(r, a, j);
	else if (projects_archived(r->projects, r->project))
		run_skip(r->im, r->row, "task", json_text(j, "title"),
		    ARCHIVED_THERE, NULL);
	else if (!subtasks_is_step(r->subtasks, vikunja_number(a, j, "id")))
		vikunja_make_task(r, a, j);
}

/* A member of the project: a number or truth, as a text. */
static const char *
scalar(struct reading *r, struct json_stream *s)
{
	struct json_piece j;

	return json_stream_take(s, &j) ? arena_dup(r->arena, j.text, j.len) :
	    "";
}

static void vikunja_read_projects(struct reading *, struct json_stream *,
    const char *);

static void
read_member(struct reading *r, struct json_stream *s, enum json_type type,
    struct project *p, size_t n)
{
	const char *name = json_stream_member(s);

	if (strcmp(name, "tasks") == 0 && type == JSON_ARRAY) {
		r->project = r->second ? r->ids[n] : NULL;
		json_elements(r->im, s, &r->row, vikunja_element, r);
	} else if (type == JSON_ARRAY && p->parent == NULL &&
	    (strcmp(name, "projects") == 0 || strcmp(name, "lists") == 0)) {
		/* A namespace, whose id a project may have as well. */
		p->only_group = true;
		p->id = arena_printf(r->arena, "namespace %s",
		    p->id == NULL ? "" : p->id);
		vikunja_read_projects(r, s, p->id);
	} else if (r->second)
		return;
	else if (strcmp(name, "title") == 0)
		json_take_text(r->im, s, r->arena, &p->title);
	else if (strcmp(name, "id") == 0)
		p->id = scalar(r, s);
	else if (strcmp(name, "parent_project_id") == 0)
		p->parent = scalar(r, s);
	else if (strcmp(name, "is_archived") == 0)
		p->archived = strcmp(scalar(r, s), "true") == 0;
}

static void
vikunja_read_project(struct reading *r, struct json_stream *s,
    const char *namespace)
{
	size_t n = r->at++;
	struct project p = { .row = (int64_t)n + 1, .parent = namespace };
	enum json_type type;

	if (!r->second)
		r->ids = arena_more(r->arena, r->ids, n, sizeof(*r->ids));
	json_stream_enter(s);
	while (r->im->outcome == DONE &&
	    (type = json_stream_next(s)) != JSON_NONE)
		read_member(r, s, type, &p, n);
	if (r->second)
		return;
	if (p.id == NULL)
		p.id = arena_printf(r->arena, "project %zu", n);
	r->ids[n] = p.id;
	projects_add(r->projects, &p);
}

/* namespace: they are in one, before version 0.21; or NULL. */
static void
vikunja_read_projects(struct reading *r, struct json_stream *s,
    const char *namespace)
{
	json_stream_enter(s);
	while (r->im->outcome == DONE && json_stream_next(s) == JSON_OBJECT)
		vikunja_read_project(r, s, namespace);
}

static void
vikunja_read_once(void *reading, struct json_stream *s, enum json_type type)
{
	struct reading *r = reading;

	r->row = 0;
	r->at = 0;
	if (type == JSON_ARRAY) {
		vikunja_read_projects(r, s, NULL);
		if (r->im->outcome == DONE)
			json_stream_next(s);
	} else if (json_stream_why(s) == NULL)
		run_malformed(r->im, 0, "not an array");
}

static bool
vikunja_read(struct import *im, struct import_file *file)
{
	struct reading r = { .im = im, .arena = arena_new() };

	r.projects = projects_new(r.arena);
	r.subtasks = subtasks_new(r.arena);
	r.places = places_new(r.arena);
	json_file(im, file, vikunja_read_once, &r);
	if (im->outcome == DONE)
		projects_make_lists(r.projects, im);
	r.second = true;
	if (im->outcome == DONE)
		json_file(im, file, vikunja_read_once, &r);
	arena_free(r.arena);
	return im->outcome == DONE;
}

const struct import_format format_vikunja = {
	.name = "vikunja", .member = "data.json",
	.keys = "[id,title,tasks,is_archived [id,title,tasks,hex_color "
	    "[id,title,projects,is_archived [id,title,lists,is_archived",
	.read = vikunja_read, .tried = true
};
