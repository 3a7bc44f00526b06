#include "ical/task.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "core/task/item.h"
#include "core/task/resource.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/overlay.h"
#include "ical/read.h"
#include "ical/stored.h"

#define OWN_HEAD	16	/* bytes before the lines */
#define OWN_MAX		(16 * 1024)	/* of lines: more are not kept */

/* The lines of CATEGORIES of a user, as stored. */
struct own {
	uint64_t	 tags;
	int64_t		 version;
	const char	*lines;
	size_t		 len;
};

static int
by_tag_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In order, so that the same tags make the same text. */
static void
split_tags(struct arena *a, const char *names, struct todo *t)
{
	size_t n;

	for (; names != NULL; names = names[n] == '\0' ? NULL : names + n + 1) {
		n = strcspn(names, "\n");
		t->tags = arena_more(a, t->tags, t->tag_count,
		    sizeof(*t->tags));
		t->tags[t->tag_count++] = arena_dup(a, names, n);
	}
	if (t->tag_count > 1)
		qsort(t->tags, t->tag_count, sizeof(*t->tags), by_tag_name);
}

void
todo_of_item(struct ctx *c, const struct item *i, struct todo *t)
{
	*t = (struct todo){ .title = i->title, .notes = i->notes,
	    .done = i->done, .completed_at = i->completed_at,
	    .starred = i->starred, .due_date = i->due_date,
	    .due_time = i->due_time, .due_zone = i->due_zone,
	    .rule = i->rule, .reminder_at = i->reminder_at,
	    .uid = item_uid(i), .created_at = i->created_at,
	    .changed_at = i->stamp };
	if (i->parent_id != NULL)
		t->parent = item_parent_uid(i);
	split_tags(c->arena, i->tags, t);
}

bool
base_of_item(const struct item *i, struct todo_base *base)
{
	int n;

	if (i->base_len != sizeof(*base))
		return false;
	memcpy(base, i->base, sizeof(*base));
	for (n = 0; n < TODO__MAX; n++)
		base->of[n] = le64toh(base->of[n]);
	return true;
}

const void *
base_bytes(struct arena *a, const struct todo_base *base, int64_t *len)
{
	struct todo_base stored;
	int n;

	for (n = 0; n < TODO__MAX; n++)
		stored.of[n] = htole64(base->of[n]);
	*len = sizeof(stored);
	return arena_dup(a, &stored, sizeof(stored));
}

const void *
own_bytes(struct arena *a, const char *lines, size_t lines_len, uint64_t tags,
    int64_t version, size_t *len)
{
	const uint64_t head[] = { htole64(tags), htole64((uint64_t)version) };
	char *out;

	*len = 0;
	if (lines_len == 0 || lines_len > OWN_MAX)
		return NULL;
	*len = OWN_HEAD + lines_len;
	out = arena_raw(a, *len);
	memcpy(out, head, OWN_HEAD);
	memcpy(out + OWN_HEAD, lines, lines_len);
	return out;
}

const struct resource_zone *
zones_of(struct arena *a, const struct stored *k)
{
	struct resource_zone *all = arena_alloc(a,
	    (k->zone_count + 1) * sizeof(*all));
	size_t i;

	for (i = 0; i < k->zone_count; i++) {
		all[i].text = k->zones[i].text;
		all[i].len = k->zones[i].len;
		memcpy(all[i].hash, k->zones[i].hash, sizeof(all[i].hash));
	}
	return all;
}

struct resource_text *
text_stored(struct ctx *c, const struct item *i, const char *text)
{
	struct resource_text *t = arena_alloc(c->arena, sizeof(*t));
	struct resource *r = &t->row;
	struct ical_item item;
	struct todo_base base;
	struct todo_read in;
	struct stored k;
	struct todo now;
	size_t len = strlen(text);

	if (len > RESOURCE_MAX || ical_item_read(c->arena, text, len, &item) !=
	    ICAL_GOOD || item.todo.len == 0)
		return NULL;
	todo_read(c->arena, &item, &item.todo, c->zone, &in);
	todo_of_item(c, i, &now);
	now.uid = item.uid;
	todo_base(c->arena, &now, &base);
	/* A task does not say whose step it could be, but its text does. */
	base.of[TODO_PARENT] = todo_hash(c->arena, &in.todo, TODO_PARENT);
	stored_cut(c->arena, &item, &k);
	*r = (struct resource){ .uid = item.uid, .text = k.text,
	    .text_len = (int64_t)k.len, .bytes = (int64_t)len,
	    .version = i->stamp };
	r->base = base_bytes(c->arena, &base, &r->base_len);
	t->zones = zones_of(c->arena, &k);
	t->zone_count = k.zone_count;
	t->own = k.own;
	t->own_len = k.own_len;
	return t;
}

const void *
text_own(struct arena *a, const struct resource_text *text, const char **tags,
    size_t count, size_t *len)
{
	const struct todo todo = { .tags = tags, .tag_count = count };

	return own_bytes(a, text->own, text->own_len,
	    todo_hash(a, &todo, TODO_TAGS), text->row.version, len);
}

static struct own
own_of_item(const struct item *i)
{
	struct own own = { .tags = 0 };
	uint64_t head[2];

	if (i->own_len < OWN_HEAD)
		return own;
	memcpy(head, i->own, OWN_HEAD);
	own.tags = le64toh(head[0]);
	own.version = (int64_t)le64toh(head[1]);
	own.lines = (const char *)i->own + OWN_HEAD;
	own.len = (size_t)i->own_len - OWN_HEAD;
	return own;
}

/* Where a VTIMEZONE is found. */
struct zones {
	struct ctx	*ctx;
	const char	*list;
};

static const char *
zone_text(void *arg, const unsigned char *hash, size_t *len)
{
	const struct zones *z = arg;

	return resource_zone(z->ctx, z->list, hash, len);
}

/* Lines that have lost their place go before the first alarm, or the end. */
static void
insert_own(struct arena *a, struct buf *out, const struct own *own)
{
	struct ical_item item;
	struct ical_lines lines;
	struct ical_line l;
	struct buf b = { 0 };
	int depth = 0;

	if (ical_item_read(a, out->data, out->len, &item) != ICAL_GOOD ||
	    item.todo.len == 0)
		return;
	lines = (struct ical_lines){ item.todo.at,
	    item.todo.at + item.todo.len };
	while (ical_next(a, &lines, &l))
		if (ical_is(&l, "END") || (ical_is(&l, "BEGIN") &&
		    depth++ > 0))
			break;
	buf_add(&b, out->data, (size_t)(l.raw - out->data));
	buf_add(&b, own->lines, own->len);
	buf_add(&b, l.raw, (size_t)(out->data + out->len - l.raw));
	out->len = 0;
	buf_add(out, b.data, b.len);
	buf_free(&b);
}

/* Takes the changed occurrences out. */
static void
drop_occurrences(struct arena *a, struct buf *text)
{
	struct ical_item item;
	struct buf b = { 0 };
	const char *at = text->data;
	size_t i;

	if (ical_item_read(a, text->data, text->len, &item) != ICAL_GOOD ||
	    item.occurrence_count == 0)
		return;
	for (i = 0; i < item.occurrence_count; i++) {
		buf_add(&b, at, (size_t)(item.occurrences[i].at - at));
		at = item.occurrences[i].at + item.occurrences[i].len;
	}
	buf_add(&b, at, (size_t)(text->data + text->len - at));
	text->len = 0;
	buf_add(text, b.data, b.len);
	buf_free(&b);
}

/* The members that differ from what the text says. */
static unsigned
changed_since(struct arena *a, const struct item *i, const struct todo *t,
    const struct own *own)
{
	struct todo_base was, now;

	if (!base_of_item(i, &was))
		return 0;
	was.of[TODO_TAGS] = own->tags;
	todo_base(a, t, &now);
	return todo_differs(&was, &now) &
	    ~(i->parent_id == NULL ? 1U << TODO_PARENT : 0);
}

void
task_text_sent(struct ctx *c, const struct item *i, struct buf *out)
{
	struct zones zones = { c, i->list_id };
	struct own own = own_of_item(i);
	bool placed = own.version == i->version;

	stored_join(c->arena, out, i->text, (size_t)i->text_len,
	    placed ? own.lines : NULL, placed ? own.len : 0, zone_text,
	    &zones);
	if (own.len > 0 && !placed)
		insert_own(c->arena, out, &own);
}

bool
task_text_is_sent(struct ctx *c, const struct item *i)
{
	const struct own own = own_of_item(i);
	struct todo t;

	todo_of_item(c, i, &t);
	return i->text_len > 0 && !i->over &&
	    changed_since(c->arena, i, &t, &own) == 0;
}

uint64_t
own_tags_of_item(const struct item *i)
{
	return own_of_item(i).tags;
}

void
task_text(struct ctx *c, const struct item *i, struct buf *out)
{
	struct own own = own_of_item(i);
	struct buf whole = { 0 };
	struct ical_item item;
	struct todo t;
	unsigned set;

	todo_of_item(c, i, &t);
	if (i->text_len == 0) {
		todo_write(c->arena, out, &t);
		return;
	}
	set = changed_since(c->arena, i, &t, &own);
	task_text_sent(c, i, &whole);
	if (i->over)
		drop_occurrences(c->arena, &whole);
	if (set == 0)
		buf_add(out, whole.data, whole.len);
	else if (ical_item_read(c->arena, whole.data, whole.len, &item) ==
	    ICAL_GOOD)
		todo_overlay(c->arena, out, &item, &t, set,
		    i->zone != NULL ? i->zone : "UTC");
	buf_free(&whole);
}
