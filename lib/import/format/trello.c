/*
 * {"name", "lists", "cards", "checklists", "members", "actions"}: what belongs
 * to a card may come before or behind it.  So the cards are read last, in a
 * second pass; of the first only their places are kept.
 */
#include "import/format/trello.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
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
#include "import/importer/names.h"
#include "import/importer/run.h"

/* An item of a checklist, or a comment. */
struct piece {
	struct piece	*next;
	const char	*due, *member;		/* of an item, or NULL */
	const char	*id, *title, *list;	/* of the checklist */
	double		 list_pos, pos;
	bool		 done;
	const char	*who;
	int64_t		 when;
};

/* What belongs to a card. */
struct card_parts {
	struct piece	*items, *comments;
	size_t		 lists;			/* checklists */
};

struct board_list {
	struct project	*project;
	size_t		 place;		/* on the board */
};

struct reading {
	struct import	*im;
	struct arena	*arena;
	const char	*board, *id;
	struct names	*lists;		/* struct project by id */
	struct names	*parts;		/* struct card_parts by card */
	struct names	*members;	/* names by id */
	struct places	*list_places, *card_places;
	struct board_list *list;
	size_t		 list_count;
	const struct trello_member *member;	/* that is being read */
	bool		 second;
	int64_t		 row;
};

static struct card_parts *
parts_at(struct reading *r, const char *card)
{
	struct card_parts **at = (struct card_parts **)names_at(r->parts,
	    card);

	if (*at == NULL)
		*at = arena_alloc(r->arena, sizeof(**at));
	return *at;
}

static const char *
trello_kept(struct reading *r, const cJSON *j, const char *name)
{
	return arena_str(r->arena, json_text(j, name));
}

static void
note_list(struct reading *r, const cJSON *j)
{
	struct project *p;

	if (json_text(j, "id") == NULL)
		return;
	p = arena_alloc(r->arena, sizeof(*p));
	*p = (struct project){ .row = r->row, .id = trello_kept(r, j, "id"),
	    .title = trello_kept(r, j, "name"),
	    .archived = json_true(j, "closed") };
	r->list = arena_more(r->arena, r->list, r->list_count,
	    sizeof(*r->list));
	r->list[r->list_count++].project = p;
	*names_at(r->lists, p->id) = p;
	places_add(r->list_places, p->id, json_double(j, "pos"));
}

static void
note_card(struct reading *r, const cJSON *j)
{
	if (json_text(j, "id") != NULL)
		places_add(r->card_places, json_text(j, "id"),
		    json_double(j, "pos"));
}

static void
note_checklist(struct reading *r, const cJSON *j)
{
	const char *card = json_text(j, "idCard"), *state;
	struct card_parts *of;
	struct piece *p, **at;
	const cJSON *i;

	if (card == NULL)
		return;
	of = parts_at(r, card);
	of->lists++;
	cJSON_ArrayForEach(i, json_member(j, "checkItems")) {
		state = json_text(i, "state");
		p = arena_alloc(r->arena, sizeof(*p));
		*p = (struct piece){ .id = trello_kept(r, i, "id"),
		    .title = trello_kept(r, i, "name"),
		    .list = trello_kept(r, j, "name"),
		    .due = trello_kept(r, i, "due"),
		    .member = trello_kept(r, i, "idMember"),
		    .list_pos = json_double(j, "pos"),
		    .pos = json_double(i, "pos"), .done = state != NULL &&
		    strcmp(state, "complete") == 0 };
		for (at = &of->items; *at != NULL &&
		    ((*at)->list_pos < p->list_pos ||
		    ((*at)->list_pos <= p->list_pos && (*at)->pos <= p->pos));
		    at = &(*at)->next)
			continue;
		p->next = *at;
		*at = p;
	}
}

static void
note_member(struct reading *r, const cJSON *j)
{
	const char *id = json_text(j, "id");

	if (id != NULL)
		*names_at(r->members, id) =
		    (void *)trello_kept(r, j, "fullName");
}

/* Comments are among the actions, the newest first. */
static void
note_action(struct reading *r, const cJSON *j)
{
	const char *type = json_text(j, "type"), *card, *when;
	const cJSON *data = json_member(j, "data");
	struct card_parts *of;
	struct piece *p;

	card = json_text(json_member(data, "card"), "id");
	if (type == NULL || strcmp(type, "commentCard") != 0 || card == NULL)
		return;
	of = parts_at(r, card);
	p = arena_alloc(r->arena, sizeof(*p));
	*p = (struct piece){ .next = of->comments, .title = trello_kept(r, data,
	    "text"), .who = trello_kept(r, json_member(j, "memberCreator"),
	    "fullName") };
	when = json_text(j, "date");
	if (when == NULL || !stamp_parse(when, &p->when))
		p->when = 0;
	of->comments = p;
}

/* The name of a member, if it is known. */
static void
put_card_member(struct reading *r, struct draft *d, const char *id)
{
	const char *name = *names_at(r->members, id);

	draft_note_field(d, "Member", name != NULL ? name : id);
}

/* An item of a checklist; several: with the checklist's name. */
static void
put_check_item(struct reading *r, struct draft *d, const struct piece *p,
    bool several)
{
	struct subtask t = { .id = p->id, .title = p->title, .done = p->done };
	struct draft own;

	if (several && p->list != NULL)
		t.title = arena_printf(d->arena, "%s: %s", p->list,
		    p->title == NULL ? "" : p->title);
	draft_begin(&own, d->arena, d->zone, d->row);
	draft_note_field(&own, "Due", p->due);
	if (p->member != NULL)
		put_card_member(r, &own, p->member);
	subtask_rest(d->arena, &t, &own);
	subtask_put(d, &t);
}

static void
put_parts_of(struct reading *r, struct draft *d, const char *id)
{
	const struct card_parts *of = *names_at(r->parts, id);
	const struct piece *p;

	if (of == NULL)
		return;
	for (p = of->items; p != NULL; p = p->next)
		put_check_item(r, d, p, of->lists > 1);
	for (p = of->comments; p != NULL; p = p->next)
		draft_comment(d, p->who, p->when, p->title);
}

static void
put_labels(struct draft *d, const cJSON *labels)
{
	const char *name;
	const cJSON *l;

	cJSON_ArrayForEach(l, labels) {
		name = json_text(l, "name");
		draft_tag(d, name != NULL && name[0] != '\0' ? name :
		    json_text(l, "color"));
	}
}

static void
put_people_and_links(struct reading *r, struct draft *d, const cJSON *j)
{
	const cJSON *cover = json_member(j, "cover"), *one;
	const char *name, *url;

	cJSON_ArrayForEach(one, json_member(j, "idMembers"))
		if (cJSON_IsString(one))
			put_card_member(r, d, one->valuestring);
	cJSON_ArrayForEach(one, json_member(j, "attachments")) {
		name = json_text(one, "name");
		url = json_text(one, "url");
		if (url != NULL)
			draft_note_field(d, "Link", name == NULL ||
			    strcmp(name, url) == 0 ? url :
			    arena_printf(d->arena, "%s (%s)", url, name));
	}
	if (json_text(cover, "idAttachment") != NULL ||
	    json_text(cover, "color") != NULL ||
	    json_text(j, "idAttachmentCover") != NULL)
		draft_lose(d, FIELD_LEFT_OUT, "cover");
}

static void
put_due_of_card(struct draft *d, const cJSON *j)
{
	const char *due = json_text(j, "due");
	int64_t stamp, minutes = json_whole(j, "dueReminder", -1);

	if (due == NULL || !stamp_parse(due, &stamp)) {
		draft_due_unread(d, due);
		return;
	}
	draft_due_moment(d, stamp);
	if (minutes >= 0)
		draft_reminder(d, stamp - minutes * MINUTE);
}

/* The first 32 bits of an id are the second in which it was made; 0: it is not
 * such an id. */
static int64_t
trello_made_at(struct arena *a, const char *id)
{
	char *end;
	long second;

	if (id == NULL || strlen(id) != 24)
		return 0;
	second = strtol(arena_dup(a, id, 8), &end, 16);
	return *end == '\0' ? second * SECOND : 0;
}

static void
make_card(struct reading *r, struct arena *a, const cJSON *j)
{
	const char *id = json_text(j, "id"), *list = json_text(j, "idList");
	const struct project *p = list == NULL ? NULL :
	    *names_at(r->lists, list);
	struct draft d;

	if (json_true(j, "closed") || (p != NULL && p->archived)) {
		run_skip(r->im, r->row, "task", json_text(j, "name"),
		    ARCHIVED_THERE, NULL);
		return;
	}
	draft_begin(&d, a, r->im->options.zone, r->row);
	d.id = id;
	d.list = p == NULL ? NULL : p->id;
	draft_title(&d, json_text(j, "name"));
	draft_note(&d, json_text(j, "desc"));
	put_labels(&d, json_member(j, "labels"));
	put_due_of_card(&d, j);
	d.task.done = json_true(j, "dueComplete");
	d.task.created_at = trello_made_at(a, id);
	draft_note_field(&d, "Start", json_text(j, "start"));
	draft_note_field(&d, "Address", json_text(j, "address"));
	if (cJSON_GetArraySize(json_member(j, "customFieldItems")) > 0)
		draft_lose(&d, FIELD_LEFT_OUT, "custom fields");
	put_people_and_links(r, &d, j);
	if (id != NULL) {
		draft_place(&d, places_of(r->card_places, id));
		put_parts_of(r, &d, id);
	}
	run_task(r->im, &d);
}

static const struct trello_member {
	const char	*member;
	void		(*note)(struct reading *, const cJSON *);
} members[] = {
	{ "lists", note_list }, { "cards", note_card },
	{ "checklists", note_checklist }, { "members", note_member },
	{ "actions", note_action }
};

static void
trello_element(void *reading, struct arena *a, const cJSON *j)
{
	struct reading *r = reading;

	if (r->second)
		make_card(r, a, j);
	else
		r->member->note(r, j);
}

static void
trello_array(struct reading *r, struct json_stream *s)
{
	size_t m;

	for (m = 0; m < COUNT(members); m++)
		if (strcmp(members[m].member, json_stream_member(s)) == 0)
			break;
	if (m == COUNT(members) || (r->second &&
	    strcmp(members[m].member, "cards") != 0))
		return;
	r->member = &members[m];
	r->row = 0;
	json_elements(r->im, s, &r->row, trello_element, r);
}

static void
trello_read_once(void *reading, struct json_stream *s, enum json_type type)
{
	struct reading *r = reading;
	const char *name;

	if (type == JSON_OBJECT)
		json_stream_enter(s);
	while (r->im->outcome == DONE &&
	    (type = json_stream_next(s)) != JSON_NONE) {
		name = json_stream_member(s);
		if (type == JSON_ARRAY)
			trello_array(r, s);
		else if (strcmp(name, "name") == 0 && !r->second)
			json_take_text(r->im, s, r->arena, &r->board);
		else if (strcmp(name, "id") == 0 && !r->second)
			json_take_text(r->im, s, r->arena, &r->id);
	}
}

static int
by_list_place(const void *a, const void *b)
{
	const struct board_list *x = a, *y = b;

	return x->place < y->place ? -1 : x->place > y->place;
}

static void
make_lists_of_board(struct reading *r)
{
	struct project *p;
	size_t i;

	for (i = 0; i < r->list_count; i++)
		r->list[i].place = places_of(r->list_places,
		    r->list[i].project->id);
	if (r->list_count > 1)
		qsort(r->list, r->list_count, sizeof(r->list[0]),
		    by_list_place);
	for (i = 0; i < r->list_count; i++) {
		p = r->list[i].project;
		if (p->archived)
			run_skip(r->im, p->row, "list", p->title,
			    ARCHIVED_THERE, NULL);
		else
			run_list(r->im, &(struct import_list){ .row = p->row,
			    .id = p->id, .title = p->title,
			    .group = r->id == NULL ?
			    "board" : r->id, .group_title = r->board });
	}
}

static bool
trello_read(struct import *im, struct import_file *file)
{
	struct arena *a = arena_new();
	struct reading *r = arena_alloc(a, sizeof(*r));

	r->im = im;
	r->arena = a;
	r->lists = names_new(a);
	r->parts = names_new(a);
	r->members = names_new(a);
	r->list_places = places_new(a);
	r->card_places = places_new(a);
	json_file(im, file, trello_read_once, r);
	make_lists_of_board(r);
	r->second = true;
	if (im->outcome == DONE)
		json_file(im, file, trello_read_once, r);
	arena_free(a);
	return im->outcome == DONE;
}

const struct import_format format_trello = {
	.name = "trello", .keys = "{cards,lists", .read = trello_read,
	.tried = true
};
