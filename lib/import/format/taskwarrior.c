/*
 * A recurring task is a template, whose pending child is the present
 * occurrence: the template becomes the task, with the child's date.  So
 * everything is read twice.
 */
#include "import/format/taskwarrior.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/json/read.h"
#include "base/text.h"
#include "import/format/json.h"
#include "import/importer/draft.h"
#include "import/importer/names.h"
#include "import/importer/run.h"

#define NO_PROJECT	"Inbox"

struct reading {
	struct import	*im;
	struct names	*due;		/* first due date of pending children, by
					 * the template */
	struct arena	*arena;
	bool		 second;
	int64_t		 row;
};

/* 20261101T080000Z, or as RFC 3339. */
static bool
taskwarrior_stamp(struct arena *a, const char *text, int64_t *stamp)
{
	if (text == NULL)
		return false;
	if (strlen(text) == 16 && text[8] == 'T')
		text = arena_printf(a, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ", text,
		    text + 4, text + 6, text + 9, text + 11, text + 13);
	return stamp_parse(text, stamp);
}

/* daily, 3days, 2w, P1M: the rule, or NULL. */
static const char *
recur_rule(struct arena *a, const char *recur)
{
	static const struct { const char *names, *freq; long n; } units[] = {
		{ " daily day days d ", "DAILY", 1 },
		{ " weekly sennight week weeks w ", "WEEKLY", 1 },
		{ " biweekly fortnight ", "WEEKLY", 2 },
		{ " monthly month months mo mth mths m ", "MONTHLY", 1 },
		{ " bimonthly ", "MONTHLY", 2 },
		{ " quarterly quarter quarters q ", "MONTHLY", 3 },
		{ " semiannual ", "MONTHLY", 6 },
		{ " annual yearly year years y ", "YEARLY", 1 },
		{ " biannual biyearly ", "YEARLY", 2 },
	};
	const char *p = recur + (recur[0] == 'P'), *word;
	char *end;
	long n = strtol(p, &end, 10);
	size_t i;

	if (strcmp(recur, "weekdays") == 0)
		return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";
	if (end == p)
		n = 1;
	word = arena_printf(a, " %s ", text_lower_ascii(a, end));
	for (i = 0; i < COUNT(units) && n > 0; i++)
		if (strstr(units[i].names, word) != NULL)
			return arena_printf(a, n * units[i].n == 1 ?
			    "FREQ=%s" : "FREQ=%s;INTERVAL=%ld", units[i].freq,
			    n * units[i].n);
	return NULL;
}

/* The first due date of a template's pending children. */
static void
note_child(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *parent = json_text(j, "parent");
	const char *status = json_text(j, "status");
	int64_t **at, stamp;

	if (parent == NULL || status == NULL ||
	    (strcmp(status, "pending") != 0 &&
	    strcmp(status, "waiting") != 0) ||
	    !taskwarrior_stamp(a, json_text(j, "due"), &stamp))
		return;
	at = (int64_t **)names_at(r->due, parent);
	if (*at == NULL)
		*at = arena_alloc(r->arena, sizeof(**at));
	if (**at == 0 || stamp < **at)
		**at = stamp;
}

/* What has no place here goes to the notes, unless it is how Taskwarrior sees
 * the task, or no more than ids. */
static void
note_others(struct draft *d, const cJSON *j)
{
	static const char known[] = " id uuid description status entry end due "
	    "modified project tags priority annotations recur mask parent "
	    "imask urgency rtype ";
	char day[DATE_SIZE];
	const char *text;
	const cJSON *m;
	int64_t stamp, usec;

	cJSON_ArrayForEach(m, j) {
		if (strstr(known, arena_printf(d->arena, " %s ",
		    m->string)) != NULL)
			continue;
		text = m->valuestring;
		if (taskwarrior_stamp(d->arena, text, &stamp))
			text = date_format(draft_day(d, stamp, &usec), day);
		if (cJSON_IsNumber(m))
			text = arena_printf(d->arena, "%.15g", m->valuedouble);
		if (text != NULL)
			draft_note_field(d, m->string, text);
		else
			draft_lose(d, FIELD_LEFT_OUT, m->string);
	}
}

static void
put_parts(struct draft *d, const cJSON *j)
{
	const cJSON *one;
	int64_t stamp;

	cJSON_ArrayForEach(one, json_member(j, "tags"))
		if (cJSON_IsString(one))
			draft_tag(d, one->valuestring);
	cJSON_ArrayForEach(one, json_member(j, "annotations"))
		draft_comment(d, NULL, taskwarrior_stamp(d->arena,
		    json_text(one, "entry"), &stamp) ? stamp : 0,
		    json_text(one, "description"));
}

static void
taskwarrior_make(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *status = json_text(j, "status"), *priority, *rule, *recur;
	const char *id = json_text(j, "uuid"), *project;
	int64_t stamp, **child;
	struct draft d;

	draft_begin(&d, a, r->im->options.zone, r->row);
	d.id = id;
	project = json_text(j, "project");
	d.list = project != NULL ? project : r->im->options.list != NULL ?
	    NULL : NO_PROJECT;
	draft_title(&d, json_text(j, "description"));
	priority = json_text(j, "priority");
	draft_priority(&d, priority != NULL && strcmp(priority, "H") == 0,
	    priority);
	child = id == NULL ? NULL : (int64_t **)names_at(r->due, id);
	if (child != NULL && *child != NULL)
		draft_due_moment(&d, **child);
	else if (taskwarrior_stamp(a, json_text(j, "due"), &stamp))
		draft_due_moment(&d, stamp);
	else
		draft_due_unread(&d, json_text(j, "due"));
	if (status != NULL && strcmp(status, "completed") == 0)
		draft_done(&d, taskwarrior_stamp(a, json_text(j, "end"),
		    &stamp) ? stamp : 0);
	if (taskwarrior_stamp(a, json_text(j, "entry"), &stamp))
		d.task.created_at = stamp;
	recur = json_text(j, "recur");
	if (recur != NULL) {
		rule = recur_rule(a, recur);
		draft_repeat(&d, rule == NULL ? recur : rule, false);
	}
	put_parts(&d, j);
	note_others(&d, j);
	run_task(r->im, &d);
}

static void
taskwarrior_take(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *status = json_text(j, "status");
	const char *title = json_text(j, "description");

	if (!r->second)
		note_child(r, a, j);
	else if (json_text(j, "parent") != NULL)
		run_skip(r->im, r->row, "task", title, PART_OF_A_SERIES, NULL);
	else if (status != NULL && strcmp(status, "deleted") == 0)
		run_skip(r->im, r->row, "task", title, DELETED_THERE, NULL);
	else
		taskwarrior_make(r, a, j);
}

static void
taskwarrior_read_once(struct reading *r, struct import_file *file)
{
	struct arena *whole = arena_new(), *a = arena_new();
	struct json_stream *s = json_open(r->im, file, whole, true);
	enum json_type type;
	cJSON *j;

	r->row = 0;
	while (s != NULL && r->im->outcome == DONE &&
	    (type = json_stream_next(s)) != JSON_NONE) {
		if (type == JSON_ARRAY) {
			json_stream_enter(s);
			continue;
		}
		j = json_take(r->im, s, a, type, ++r->row);
		if (j != NULL)
			taskwarrior_take(r, a, j);
		json_free(j);
		arena_reset(a);
	}
	/* The end of the array, then that of the text. */
	if (s != NULL && r->im->outcome == DONE)
		json_stream_next(s);
	json_close(r->im, file, s);
	arena_free(a);
	arena_free(whole);
}

static bool
taskwarrior_read(struct import *im, struct import_file *file)
{
	struct reading r = { .im = im, .arena = arena_new() };

	r.due = names_new(r.arena);
	taskwarrior_read_once(&r, file);
	r.second = true;
	if (im->outcome == DONE)
		taskwarrior_read_once(&r, file);
	arena_free(r.arena);
	return im->outcome == DONE;
}

const struct import_format format_taskwarrior = {
	.name = "taskwarrior",
	.keys = "[uuid,description,status,entry {uuid,description,status,entry",
	.read = taskwarrior_read, .tried = true
};
