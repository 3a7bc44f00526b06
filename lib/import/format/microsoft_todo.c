/*
 * [{"displayName", "tasks": [TASK]}], {"value": [TASK]} or {"value": [LIST]}.
 * A list's title may come behind its tasks: so everything is read twice.
 */
#include "import/format/microsoft_todo.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/html.h"
#include "base/json/read.h"
#include "base/zone.h"
#include "ical/zone_name.h"
#include "import/format/json.h"
#include "import/format/microsoft_rule.h"
#include "import/importer/draft.h"
#include "import/importer/run.h"

struct element {
	bool		 is_list;	/* not a task */
	const char	*id, *title, *name;
	size_t		 tasks;
};

struct reading {
	struct import	*im;
	struct arena	*arena;
	struct element	*lists;		/* the elements of the array */
	size_t		 count;
	const char	*list;		/* that is being read, or NULL */
	bool		 second;	/* the second time */
	int64_t		 row;
};

/* {"dateTime", "timeZone"}: a moment; false: it is none.  The zone can have a
 * name of Windows. */
static bool
moment_in(const struct draft *d, const cJSON *j, int64_t *stamp)
{
	const char *when = json_text(j, "dateTime"), *zone;

	if (when == NULL)
		return false;
	if (stamp_parse(when, stamp) ||
	    !stamp_parse(arena_printf(d->arena, "%sZ", when), stamp))
		return stamp_parse(when, stamp);
	zone = json_text(j, "timeZone");
	if (zone == NULL || strcasecmp(zone, "UTC") == 0)
		return true;
	zone = ical_zone_name(d->arena, zone, NULL);
	if (zone == NULL)
		zone = d->zone;
	*stamp = zone_moment(zone, (int32_t)(*stamp / DAY), *stamp % DAY);
	return true;
}

/* A due date is midnight of the user's zone, mostly in UTC: if it is midnight
 * there, that day; otherwise as it is written. */
static void
put_due(struct draft *d, const cJSON *j)
{
	const char *when = json_text(j, "dateTime");
	int64_t stamp, usec;
	int32_t day;

	if (when == NULL)
		return;
	if (moment_in(d, j, &stamp)) {
		day = draft_day(d, stamp, &usec);
		if (usec == 0) {
			draft_due_day(d, day);
			return;
		}
	}
	if (strlen(when) >= 10 && date_parse(arena_dup(d->arena, when, 10),
	    &day))
		draft_due_day(d, day);
	else
		draft_due_unread(d, when);
}

static void
put_steps(struct draft *d, const cJSON *items)
{
	const char *when;
	const cJSON *i;
	int64_t stamp;

	cJSON_ArrayForEach(i, items) {
		draft_step(d, json_text(i, "id"), json_text(i, "displayName"),
		    json_true(i, "isChecked"));
		when = json_text(i, "createdDateTime");
		if (when != NULL && stamp_parse(when, &stamp))
			d->steps[d->step_count - 1].step.created_at = stamp;
	}
}

static void
microsoft_put_links(struct draft *d, const cJSON *links)
{
	const char *url, *what;
	const cJSON *l;

	cJSON_ArrayForEach(l, links) {
		url = json_text(l, "webUrl");
		what = json_text(l, "displayName");
		if (url != NULL)
			draft_note_field(d, "Link", what == NULL ? url :
			    arena_printf(d->arena, "%s (%s)", url, what));
	}
}

static void
put_rest(struct draft *d, const cJSON *j)
{
	const cJSON *body = json_member(j, "body"), *c;
	const char *type = json_text(body, "contentType");
	const char *text = json_text(body, "content"), *when;
	int64_t stamp;

	draft_note(d, text != NULL && type != NULL &&
	    strcasecmp(type, "html") == 0 ? html_text(d->arena, text) : text);
	cJSON_ArrayForEach(c, json_member(j, "categories"))
		if (cJSON_IsString(c))
			draft_tag(d, c->valuestring);
	put_steps(d, json_member(j, "checklistItems"));
	microsoft_put_links(d, json_member(j, "linkedResources"));
	when = json_text(json_member(j, "startDateTime"), "dateTime");
	if (when != NULL)
		draft_note_field(d, "Start", arena_dup(d->arena, when,
		    strnlen(when, 10)));
	if (json_true(j, "hasAttachments") ||
	    cJSON_GetArraySize(json_member(j, "attachments")) > 0)
		draft_lose(d, FIELD_LEFT_OUT, "files");
	when = json_text(j, "createdDateTime");
	if (when != NULL && stamp_parse(when, &stamp))
		d->task.created_at = stamp;
}

static void
microsoft_make_task(void *reading, struct arena *a, const cJSON *j)
{
	struct reading *r = reading;
	const char *status = json_text(j, "status"), *importance, *rule;
	const cJSON *recurrence = json_member(j, "recurrence");
	int64_t stamp = 0;
	struct draft d;

	draft_begin(&d, a, r->im->options.zone, r->row);
	d.id = json_text(j, "id");
	d.list = r->list;
	draft_title(&d, json_text(j, "title"));
	importance = json_text(j, "importance");
	draft_priority(&d, importance != NULL &&
	    strcasecmp(importance, "high") == 0, importance == NULL ||
	    strcasecmp(importance, "normal") == 0 ? NULL : importance);
	put_due(&d, json_member(j, "dueDateTime"));
	put_rest(&d, j);
	if (status != NULL && strcasecmp(status, "completed") == 0)
		draft_done(&d, moment_in(&d, json_member(j,
		    "completedDateTime"), &stamp) ? stamp : 0);
	else if (status != NULL && strcasecmp(status, "notStarted") != 0)
		draft_note_field(&d, "Status", status);
	if (moment_in(&d, json_member(j, "reminderDateTime"), &stamp) &&
	    !cJSON_IsFalse(json_member(j, "isReminderOn")))
		draft_reminder(&d, stamp);
	if (cJSON_IsObject(recurrence)) {
		rule = microsoft_rule(a, recurrence);
		draft_repeat(&d, rule == NULL ? "?" : rule, false);
	}
	run_task(r->im, &d);
}

/* The first time, only counts its tasks. */
static void
read_of_list(struct reading *r, struct json_stream *s, struct element *l)
{
	r->list = l->id;
	if (r->second) {
		json_elements(r->im, s, &r->row, microsoft_make_task, r);
		return;
	}
	json_stream_enter(s);
	for (; json_stream_next(s) != JSON_NONE; r->row++)
		l->tasks++;
}

/* The first time, notes what an element is; a list is entered. */
static void
note_element(struct reading *r, struct json_stream *s, struct element *l)
{
	enum json_type type;
	const char *name;

	json_stream_enter(s);
	while ((type = json_stream_next(s)) != JSON_NONE) {
		name = json_stream_member(s);
		if (strcmp(name, "tasks") == 0 && type == JSON_ARRAY) {
			l->is_list = true;
			read_of_list(r, s, l);
		} else if (strcmp(name, "id") == 0)
			json_take_text(r->im, s, r->arena, &l->id);
		else if (strcmp(name, "displayName") == 0) {
			l->is_list = true;
			json_take_text(r->im, s, r->arena, &l->title);
		} else if (strcmp(name, "wellknownListName") == 0)
			json_take_text(r->im, s, r->arena, &l->name);
	}
	if (l->id == NULL)
		l->id = arena_printf(r->arena, "list %zu", r->count);
}

/* The list of flagged mails, which everybody has, is not made if it is
 * empty. */
static void
make_list_of(struct reading *r, const struct element *l)
{
	if (l->tasks > 0 || l->name == NULL ||
	    strcmp(l->name, "flaggedEmails") != 0)
		run_list(r->im, &(struct import_list){ .row = r->row,
		    .id = l->id, .title = l->title });
}

static void
microsoft_read_element(struct reading *r, struct json_stream *s,
    struct element *l, enum json_type type)
{
	struct arena *a;
	cJSON *j;

	if (!l->is_list) {
		a = arena_new();
		r->list = NULL;
		j = json_take(r->im, s, a, type, ++r->row);
		if (j != NULL)
			microsoft_make_task(r, a, j);
		json_free(j);
		arena_free(a);
		return;
	}
	make_list_of(r, l);
	json_stream_enter(s);
	while ((type = json_stream_next(s)) != JSON_NONE)
		if (strcmp(json_stream_member(s), "tasks") == 0 &&
		    type == JSON_ARRAY)
			read_of_list(r, s, l);
}

static void
microsoft_read_array(struct reading *r, struct json_stream *s)
{
	enum json_type type;
	size_t n;

	json_stream_enter(s);
	for (n = 0; r->im->outcome == DONE &&
	    (type = json_stream_next(s)) == JSON_OBJECT; n++) {
		if (r->second) {
			microsoft_read_element(r, s, &r->lists[n], type);
			continue;
		}
		r->lists = arena_more(r->arena, r->lists, r->count,
		    sizeof(*r->lists));
		r->lists[r->count] = (struct element){ .id = NULL };
		note_element(r, s, &r->lists[r->count++]);
	}
}

static void
microsoft_read_once(void *reading, struct json_stream *s, enum json_type type)
{
	struct reading *r = reading;

	r->row = 0;
	if (type == JSON_ARRAY)
		microsoft_read_array(r, s);
	else if (type == JSON_OBJECT) {
		json_stream_enter(s);
		while ((type = json_stream_next(s)) != JSON_NONE)
			if (type == JSON_ARRAY &&
			    strcmp(json_stream_member(s), "value") == 0)
				microsoft_read_array(r, s);
	}
	if (r->im->outcome == DONE)
		json_stream_next(s);
}

static bool
microsoft_read(struct import *im, struct import_file *file)
{
	struct reading r = { .im = im, .arena = arena_new() };

	json_file(im, file, microsoft_read_once, &r);
	r.second = true;
	if (im->outcome == DONE)
		json_file(im, file, microsoft_read_once, &r);
	arena_free(r.arena);
	return im->outcome == DONE;
}

const struct import_format format_microsoft_todo = {
	.name = "microsoft-todo",
	.keys = "[displayName,tasks {@odata.context,value {value",
	.read = microsoft_read, .tried = true
};
