/*
 * {"projects", "sections", "items", "notes", "reminders", "collaborators",
 * "labels", "project_notes"}, in any order: the items are read a second time
 * when all else is known, and become tasks the third time.
 */
#include "import/format/todoist_json.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/json/read.h"
#include "base/zone.h"
#include "import/format/json.h"
#include "import/format/places.h"
#include "import/format/projects.h"
#include "import/format/subtasks.h"
#include "import/format/todoist_date.h"
#include "import/format/todoist_text.h"
#include "import/format/when.h"
#include "import/importer/names.h"
#include "import/importer/run.h"

#define HIGH	4		/* the highest of four priorities here */
#define NONE	1

/* A comment or reminder of an item. */
struct piece {
	struct piece	*next;
	const char	*text, *who;
	int64_t		 when;
	bool		 relative;	/* minutes before the due date */
};

struct item_parts {
	struct piece	*notes, **last_note, *reminders;
};

struct section {
	const char	*title, *project;
};

struct reading {
	struct import	*im;
	struct arena	*arena;
	struct projects	*projects;
	struct subtasks	*subtasks;
	struct places	*places;
	struct names	*sections;	/* struct section by id */
	struct names	*parts;		/* struct item_parts by item */
	struct names	*people;	/* names by id */
	struct names	*labels;	/* names by id */
	const struct todoist_member *member;	/* that is being read */
	int		 pass;		/* 0, then of items 1 and 2 */
	int64_t		 row;
};

/* An id, which older answers have as a number. */
static const char *
id_in(struct arena *a, const cJSON *j, const char *name)
{
	const char *id = json_text(j, name);
	int64_t n = json_whole(j, name, 0);

	return id != NULL ? id : n == 0 ? NULL :
	    arena_printf(a, "%lld", (long long)n);
}

/* true, or 1 in older answers. */
static bool
truth(const cJSON *j, const char *name)
{
	return json_true(j, name) || json_whole(j, name, 0) == 1;
}

static struct item_parts *
parts_of_item(struct reading *r, const char *id)
{
	struct item_parts **at = (struct item_parts **)names_at(r->parts, id);

	if (*at == NULL) {
		*at = arena_alloc(r->arena, sizeof(**at));
		(*at)->last_note = &(*at)->notes;
	}
	return *at;
}

static void
note_project(struct reading *r, const cJSON *j)
{
	const char *id = id_in(r->arena, j, "id");

	if (id != NULL && !truth(j, "is_deleted"))
		projects_add(r->projects, &(struct project){ .row = r->row,
		    .id = id, .parent = id_in(r->arena, j, "parent_id"),
		    .title = json_text(j, "name"),
		    .archived = truth(j, "is_archived") });
}

static void
note_section(struct reading *r, const cJSON *j)
{
	const char *id = id_in(r->arena, j, "id");
	struct section *s;

	if (id == NULL)
		return;
	s = arena_alloc(r->arena, sizeof(*s));
	s->title = arena_str(r->arena, json_text(j, "name"));
	s->project = arena_str(r->arena, id_in(r->arena, j, "project_id"));
	*names_at(r->sections, id) = s;
}

static bool
is_left_out(const cJSON *j)
{
	return truth(j, "is_deleted") || truth(j, "is_archived");
}

static void
note_note(struct reading *r, const cJSON *j)
{
	const char *item = id_in(r->arena, j, "item_id"), *when, *url;
	const cJSON *file = json_member(j, "file_attachment");
	struct item_parts *of;
	struct piece *p;

	if (item == NULL || is_left_out(j))
		return;
	of = parts_of_item(r, item);
	p = arena_alloc(r->arena, sizeof(*p));
	when = json_text(j, "posted_at");
	if (when == NULL)
		when = json_text(j, "posted");
	if (when == NULL || !stamp_parse(when, &p->when))
		p->when = 0;
	p->who = arena_str(r->arena, id_in(r->arena, j, "posted_uid"));
	p->text = arena_str(r->arena, json_text(j, "content"));
	url = json_text(file, "file_url");
	if (url != NULL)
		p->text = arena_printf(r->arena, "%s %s: %s",
		    p->text == NULL ? "" : p->text, json_text(file,
		    "file_name") == NULL ? "" : json_text(file, "file_name"),
		    url);
	*of->last_note = p;
	of->last_note = &p->next;
}

/* The moment of a due date, and whether it has a time; its zone, or NULL. */
static bool
due_of(struct arena *a, const cJSON *due, const char *zone, struct when *w,
    const char **own)
{
	const char *date = json_text(due, "date");
	const char *named = json_text(due, "timezone");

	(void)a;
	*own = NULL;
	if (date == NULL || !when_read(date, ORDER_YMD, w))
		return false;
	if (!w->moment)
		return true;
	if (named != NULL && zone_valid(named))
		*own = zone = named;
	zone_local(zone, w->stamp, &w->day, &w->usec);
	return true;
}

static void
note_reminder(struct reading *r, const cJSON *j)
{
	const char *item = id_in(r->arena, j, "item_id");
	const char *type = json_text(j, "type"), *zone;
	struct item_parts *of;
	struct piece *p;
	struct when w;

	if (item == NULL || is_left_out(j))
		return;
	p = arena_alloc(r->arena, sizeof(*p));
	p->relative = type != NULL && strcmp(type, "relative") == 0;
	if (p->relative)
		p->when = json_whole(j, "minute_offset", 0);
	else if (due_of(r->arena, json_member(j, "due"),
	    r->im->options.zone, &w, &zone))
		p->when = when_moment(&w, r->im->options.zone);
	else
		return;
	of = parts_of_item(r, item);
	p->next = of->reminders;
	of->reminders = p;
}

static void
note_person(struct reading *r, const cJSON *j)
{
	const char *id = id_in(r->arena, j, "id");

	if (id != NULL)
		*names_at(r->people, id) = arena_str(r->arena,
		    json_text(j, "full_name"));
}

static void
note_label(struct reading *r, const cJSON *j)
{
	const char *id = id_in(r->arena, j, "id");

	if (id != NULL && !is_left_out(j))
		*names_at(r->labels, id) = arena_str(r->arena,
		    json_text(j, "name"));
}

static void
note_project_note(struct reading *r, const cJSON *j)
{
	if (!is_left_out(j))
		run_skip(r->im, r->row, "comment", json_text(j, "content"),
		    NOT_A_TASK, PROJECT_COMMENT);
}

/* The rule is in the words of the date, which are English or not understood. */
static void
put_due_of_item(struct reading *r, struct draft *d, const cJSON *due)
{
	const char *text = json_text(due, "string"), *zone;
	struct todoist_date words;
	struct when w;
	int64_t usec;

	if (!due_of(d->arena, due, d->zone, &w, &zone)) {
		draft_due_unread(d, text != NULL ? text :
		    json_text(due, "date"));
		return;
	}
	draft_due_day(d, w.day);
	if (w.usec >= 0)
		draft_due_time(d, w.usec, zone);
	if (!truth(due, "is_recurring"))
		return;
	if (text != NULL && todoist_date(d->arena, text, draft_day(d,
	    r->im->ctx.now, &usec), &words) && words.rule != NULL)
		draft_repeat(d, words.rule, words.from_completion);
	else
		draft_repeat(d, text == NULL ? "?" : text, false);
}

/* The moment that a reminder is before. */
static int64_t
due_moment(const struct draft *d, const cJSON *due)
{
	const char *zone;
	struct when w;

	return due_of(d->arena, due, d->zone, &w, &zone) ? when_moment(&w,
	    d->zone) : 0;
}

static void
put_parts_of_item(struct reading *r, struct draft *d, const cJSON *j,
    const char *id)
{
	const struct item_parts *of = *names_at(r->parts, id);
	const struct piece *p;
	int64_t due;

	if (of == NULL)
		return;
	due = due_moment(d, json_member(j, "due"));
	for (p = of->reminders; p != NULL; p = p->next)
		if (!p->relative)
			draft_reminder(d, p->when);
		else if (due != 0)
			draft_reminder(d, due - p->when * MINUTE);
	for (p = of->notes; p != NULL; p = p->next)
		draft_comment(d, p->who == NULL ? NULL :
		    *names_at(r->people, p->who), p->when, p->text);
}

/* Names; in older answers, ids. */
static void
put_item_labels(struct reading *r, struct draft *d, const cJSON *labels)
{
	const cJSON *one;

	cJSON_ArrayForEach(one, labels)
		draft_tag(d, cJSON_IsNumber(one) ? *names_at(r->labels,
		    arena_printf(d->arena, "%.0f", one->valuedouble)) :
		    one->valuestring);
}

static void
put_fields(struct reading *r, struct draft *d, const cJSON *j)
{
	const char *who = id_in(d->arena, j, "responsible_uid"), *when;
	const cJSON *duration = json_member(j, "duration");
	int64_t stamp, amount = json_whole(duration, "amount", 0);
	int64_t priority = json_whole(j, "priority", NONE);

	draft_note(d, json_text(j, "description"));
	draft_priority(d, priority == HIGH, priority <= NONE ? NULL :
	    arena_printf(d->arena, "%lld", (long long)priority));
	put_item_labels(r, d, json_member(j, "labels"));
	if (who != NULL)
		draft_note_field(d, "Responsible",
		    *names_at(r->people, who) != NULL ?
		    *names_at(r->people, who) : who);
	if (amount > 0)
		draft_note_field(d, "Duration", arena_printf(d->arena,
		    "%lld %s", (long long)amount, json_text(duration,
		    "unit") == NULL ? "" : json_text(duration, "unit")));
	draft_note_field(d, "Deadline",
	    json_text(json_member(j, "deadline"), "date"));
	when = json_text(j, "added_at");
	if (when == NULL)
		when = json_text(j, "date_added");
	if (when != NULL && stamp_parse(when, &stamp))
		d->task.created_at = stamp;
	when = json_text(j, "completed_at");
	if (when == NULL)
		when = json_text(j, "date_completed");
	if (truth(j, "checked"))
		draft_done(d, when != NULL && stamp_parse(when, &stamp) ?
		    stamp : 0);
}

/* What a step cannot have but in the notes of its task. */
static void
todoist_put_rest(struct reading *r, struct draft *d, const cJSON *j)
{
	const char *id = id_in(d->arena, j, "id");

	put_fields(r, d, j);
	if (id != NULL)
		put_parts_of_item(r, d, j, id);
}

static void
note_item(struct reading *r, const cJSON *j)
{
	const char *content = json_text(j, "content");
	struct arena *a = arena_new();
	struct subtask t = { .row = r->row, .id = id_in(a, j, "id"),
	    .parent = id_in(a, j, "parent_id"), .done = truth(j, "checked"),
	    .position = json_double(j, "child_order"),
	    .dated = cJSON_IsObject(json_member(j, "due")) };
	struct draft own;

	draft_begin(&own, a, r->im->options.zone, r->row);
	t.title = todoist_title(&own, content == NULL ? "" : content);
	if (t.parent != NULL && !t.dated) {
		todoist_put_rest(r, &own, j);
		subtask_rest(a, &t, &own);
	}
	if (t.id != NULL && !is_left_out(j)) {
		subtasks_add(r->subtasks, &t);
		places_add(r->places, t.id, t.position);
	}
	arena_free(a);
}

static void
put_section(struct reading *r, struct draft *d, const cJSON *j)
{
	const char *id = id_in(d->arena, j, "section_id");
	const struct section *s = id == NULL ? NULL :
	    *names_at(r->sections, id);
	const struct project *p;

	if (s == NULL)
		return;
	if (!r->im->options.section_lists) {
		draft_tag(d, s->title);
		return;
	}
	p = projects_find(r->projects, d->list);
	d->list = arena_printf(d->arena, "section %s", id);
	run_list(r->im, &(struct import_list){ .row = d->row, .id = d->list,
	    .title = s->title, .group = p == NULL ? NULL : p->id,
	    .group_title = p == NULL ? NULL : p->title });
}

static void
make_item(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *id = id_in(a, j, "id"), *content = json_text(j, "content");
	struct draft d;

	draft_begin(&d, a, r->im->options.zone, r->row);
	d.id = id;
	d.list = id_in(a, j, "project_id");
	if (projects_find(r->projects, d.list) == NULL)
		d.list = NULL;
	put_section(r, &d, j);
	draft_title(&d, todoist_title(&d, content == NULL ? "" : content));
	if (cJSON_IsObject(json_member(j, "due")))
		put_due_of_item(r, &d, json_member(j, "due"));
	todoist_put_rest(r, &d, j);
	if (id != NULL) {
		draft_place(&d, places_of(r->places, id));
		subtasks_note_parent(r->subtasks, &d, id);
		subtasks_put(r->subtasks, &d, id);
	}
	run_task(r->im, &d);
}

static void
take_item(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *project = id_in(a, j, "project_id");

	if (is_left_out(j) || (project != NULL &&
	    projects_archived(r->projects, project)))
		run_skip(r->im, r->row, "task", json_text(j, "content"),
		    truth(j, "is_deleted") ? DELETED_THERE : ARCHIVED_THERE,
		    NULL);
	else if (!subtasks_is_step(r->subtasks, id_in(a, j, "id")))
		make_item(r, a, j);
}

static const struct todoist_member {
	const char	*member;
	void		(*note)(struct reading *, const cJSON *);
} members[] = {
	{ "projects", note_project }, { "sections", note_section },
	{ "items", note_item }, { "notes", note_note },
	{ "reminders", note_reminder }, { "collaborators", note_person },
	{ "labels", note_label }, { "project_notes", note_project_note }
};

static void
todoist_element(void *reading, struct arena *a, const cJSON *j)
{
	struct reading *r = reading;

	if (r->pass == 2)
		take_item(r, a, j);
	else
		r->member->note(r, j);
}

static void
todoist_member(struct reading *r, struct json_stream *s)
{
	size_t m;

	for (m = 0; m < COUNT(members); m++)
		if (strcmp(members[m].member, json_stream_member(s)) == 0)
			break;
	if (m == COUNT(members) || (r->pass > 0) !=
	    (strcmp(members[m].member, "items") == 0))
		return;
	r->member = &members[m];
	r->row = 0;
	json_elements(r->im, s, &r->row, todoist_element, r);
}

static void
todoist_read_once(void *reading, struct json_stream *s, enum json_type type)
{
	struct reading *r = reading;

	if (type == JSON_OBJECT)
		json_stream_enter(s);
	while (r->im->outcome == DONE &&
	    (type = json_stream_next(s)) != JSON_NONE)
		if (type == JSON_ARRAY)
			todoist_member(r, s);
}

static bool
todoist_json_read(struct import *im, struct import_file *file)
{
	struct reading r = { .im = im, .arena = arena_new() };

	r.projects = projects_new(r.arena);
	r.subtasks = subtasks_new(r.arena);
	r.places = places_new(r.arena);
	r.sections = names_new(r.arena);
	r.parts = names_new(r.arena);
	r.people = names_new(r.arena);
	r.labels = names_new(r.arena);
	for (; im->outcome == DONE && r.pass < 3; r.pass++) {
		json_file(im, file, todoist_read_once, &r);
		if (im->outcome == DONE && r.pass == 0)
			projects_make_lists(r.projects, im);
	}
	arena_free(r.arena);
	return im->outcome == DONE;
}

const struct import_format format_todoist_json = {
	.name = "todoist-json", .keys = "{items,projects",
	.read = todoist_json_read, .tried = true
};
