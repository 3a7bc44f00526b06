/*
 * {"kind": "tasks#taskLists", "items": [{"title", "items": [TASK]}]}, or
 * {"kind": "tasks#tasks", "items": [TASK]}.  A task may come before its parent,
 * and a list's title behind its tasks: so everything is read twice.
 */
#include "import/format/google_tasks.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/json/read.h"
#include "import/format/json.h"
#include "import/format/places.h"
#include "import/format/subtasks.h"
#include "import/importer/draft.h"
#include "import/importer/run.h"

struct reading {
	struct import	*im;
	struct arena	*arena;
	struct subtasks	*subtasks;
	struct places	*places;
	const char	**titles;	/* of the lists, NULL if unknown */
	const char	**ids;
	const char	*list;		/* that is being read, or NULL */
	size_t		 lists;
	bool		 of_lists;	/* not of tasks */
	bool		 second;	/* the second time */
	int64_t		 row;
};

static bool
google_is_left(const cJSON *j)
{
	return json_true(j, "deleted") || json_true(j, "hidden");
}

static void
google_put_links(struct draft *d, const cJSON *links)
{
	const char *link, *what;
	const cJSON *l;

	cJSON_ArrayForEach(l, links) {
		link = json_text(l, "link");
		what = json_text(l, "description");
		if (link != NULL)
			draft_note_field(d, "Link", what == NULL ||
			    what[0] == '\0' ? link : arena_printf(d->arena,
			    "%s (%s)", link, what));
	}
}

/* What a step cannot have but in the notes of its task. */
static void
google_put_rest(struct draft *d, const cJSON *j)
{
	draft_note(d, json_text(j, "notes"));
	d->task.starred = json_true(j, "starred");
	google_put_links(d, json_member(j, "links"));
}

static void
google_note_task(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *id = json_text(j, "id"), *due = json_text(j, "due");
	const char *position;
	struct subtask t;
	struct draft own;

	if (id == NULL || google_is_left(j))
		return;
	position = json_text(j, "position");
	t = (struct subtask){ .row = r->row, .id = id,
	    .parent = json_text(j, "parent"), .title = json_text(j, "title"),
	    .position = position == NULL ? 0 : atof(position),
	    .done = json_text(j, "status") != NULL &&
	    strcmp(json_text(j, "status"), "completed") == 0 };
	if (t.parent != NULL) {
		draft_begin(&own, a, r->im->options.zone, r->row);
		google_put_rest(&own, j);
		if (due != NULL)
			draft_note_field(&own, "Due", arena_dup(a, due,
			    strnlen(due, 10)));
		subtask_rest(a, &t, &own);
	}
	subtasks_add(r->subtasks, &t);
	places_add(r->places, id, position == NULL ? 0 : atof(position));
}

static void
google_make_task(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *id = json_text(j, "id"), *due = json_text(j, "due");
	const char *status = json_text(j, "status"), *when;
	int64_t stamp = 0;
	struct draft d;
	int32_t day;

	draft_begin(&d, a, r->im->options.zone, r->row);
	d.id = id;
	d.list = r->list;
	draft_title(&d, json_text(j, "title"));
	google_put_rest(&d, j);
	if (due != NULL && strlen(due) >= 10 &&
	    date_parse(arena_dup(a, due, 10), &day))
		draft_due_day(&d, day);
	else
		draft_due_unread(&d, due);
	when = json_text(j, "completed");
	if (status != NULL && strcmp(status, "completed") == 0)
		draft_done(&d, when != NULL && stamp_parse(when, &stamp) ?
		    stamp : 0);
	when = json_text(j, "created");
	if (when != NULL && stamp_parse(when, &stamp))
		d.task.created_at = stamp;
	if (id != NULL) {
		draft_place(&d, places_of(r->places, id));
		subtasks_put(r->subtasks, &d, id);
	}
	run_task(r->im, &d);
}

static void
google_element(void *reading, struct arena *a, const cJSON *j)
{
	struct reading *r = reading;

	if (!r->second)
		google_note_task(r, a, j);
	else if (google_is_left(j))
		run_skip(r->im, r->row, "task", json_text(j, "title"),
		    json_true(j, "deleted") ? DELETED_THERE : ARCHIVED_THERE,
		    NULL);
	else if (!subtasks_is_step(r->subtasks, json_text(j, "id")))
		google_make_task(r, a, j);
}

/* The nth list. */
static void
google_read_list(struct reading *r, struct json_stream *s, size_t n)
{
	const char *name, **to;
	enum json_type type;

	if (!r->second) {
		r->titles = arena_more(r->arena, r->titles, n,
		    sizeof(*r->titles));
		r->ids = arena_more(r->arena, r->ids, n, sizeof(*r->ids));
		r->titles[n] = NULL;
		r->ids[n] = arena_printf(r->arena, "list %zu", n);
	} else
		run_list(r->im, &(struct import_list){ .row = r->row,
		    .id = r->ids[n], .title = r->titles[n] });
	json_stream_enter(s);
	while ((type = json_stream_next(s)) != JSON_NONE) {
		name = json_stream_member(s);
		to = strcmp(name, "title") == 0 ? &r->titles[n] :
		    strcmp(name, "id") == 0 ? &r->ids[n] : NULL;
		if (strcmp(name, "items") == 0 && type == JSON_ARRAY) {
			/* The first reading has made as many.
			 * NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
			r->list = r->ids[n];
			json_elements(r->im, s, &r->row, google_element, r);
		} else if (to != NULL && !r->second)
			json_take_text(r->im, s, r->arena, to);
	}
}

/* Is it a file of lists? */
static void
google_find_lists(void *reading, struct json_stream *s, enum json_type type)
{
	struct reading *r = reading;
	const char *kind = NULL;

	if (type == JSON_OBJECT)
		json_stream_enter(s);
	while (json_stream_next(s) != JSON_NONE)
		if (strcmp(json_stream_member(s), "kind") == 0)
			json_take_text(r->im, s, r->arena, &kind);
	r->of_lists = kind != NULL && strcmp(kind, "tasks#taskLists") == 0;
}

static void
google_read_lists(struct reading *r, struct json_stream *s)
{
	size_t n;

	json_stream_enter(s);
	for (n = 0; json_stream_next(s) == JSON_OBJECT; n++)
		google_read_list(r, s, n);
}

static void
google_read_once(void *reading, struct json_stream *s, enum json_type type)
{
	struct reading *r = reading;

	r->row = 0;
	if (type == JSON_OBJECT)
		json_stream_enter(s);
	while (r->im->outcome == DONE &&
	    (type = json_stream_next(s)) != JSON_NONE) {
		if (strcmp(json_stream_member(s), "items") != 0 ||
		    type != JSON_ARRAY)
			continue;
		if (r->of_lists)
			google_read_lists(r, s);
		else
			json_elements(r->im, s, &r->row, google_element, r);
	}
}

static bool
google_read(struct import *im, struct import_file *file)
{
	struct reading r = { .im = im, .arena = arena_new() };

	r.subtasks = subtasks_new(r.arena);
	r.places = places_new(r.arena);
	json_file(im, file, google_find_lists, &r);
	if (im->outcome == DONE)
		json_file(im, file, google_read_once, &r);
	r.second = true;
	if (im->outcome == DONE)
		json_file(im, file, google_read_once, &r);
	arena_free(r.arena);
	return im->outcome == DONE;
}

const struct import_format format_google_tasks = {
	.name = "google-tasks", .member = "*Tasks.json", .keys = "{kind,items",
	.read = google_read, .tried = true
};
