#include "ical/property.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/text.h"
#include "core/limits.h"
#include "ical/due.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/todo.h"

const char *
todo_title(struct arena *a, const char *title)
{
	char *line, *p;

	title = ical_plain(a, title);
	if (strpbrk(title, "\n\t") == NULL)
		return title;
	line = arena_str(a, title);
	for (p = line; (p = strpbrk(p, "\n\t")) != NULL; )
		*p = ' ';
	return line;
}

/* The value of a text, at most so many characters; NULL: it is empty. */
static const char *
read_cut(struct reading *r, const struct ical_line *l, size_t max)
{
	const char *text = ical_plain(r->arena, ical_text(r->arena, l));
	const char *p = text;
	size_t n = 0;

	if (strlen(text) <= max)
		return text[0] == '\0' ? NULL : text;
	for (; *p != '\0'; p++)
		if (((unsigned char)*p & 0xc0) != 0x80 && n++ == max)
			return arena_dup(r->arena, text, (size_t)(p - text));
	return text;
}

static void
read_title(struct reading *r, const struct ical_line *l)
{
	const char *title = read_cut(r, l, TITLE_MAX);

	r->to->todo.title = title == NULL ? NULL : todo_title(r->arena, title);
}

static void
read_notes(struct reading *r, const struct ical_line *l)
{
	r->to->todo.notes = read_cut(r, l, NOTES_MAX);
	r->to->plain &= r->to->todo.notes == NULL;
}

static void
read_status(struct reading *r, const struct ical_line *l)
{
	r->to->has_status = true;
	r->to->todo.done = ical_value_is(l, "COMPLETED") ||
	    ical_value_is(l, "CANCELLED");
}

static void
read_percent(struct reading *r, const struct ical_line *l)
{
	r->to->complete |= ical_value_is(l, "100");
}

static void
read_completed(struct reading *r, const struct ical_line *l)
{
	struct todo_time t = { .given = false };

	due_read_time(r->arena, r->item, l, &t);
	r->to->complete = true;
	if (t.given)
		r->to->todo.completed_at = due_moment(&t, r->to->zone);
}

static void
read_priority(struct reading *r, const struct ical_line *l)
{
	const char *value = ical_value(r->arena, l);
	char *end;
	long n = strtol(value, &end, 10);

	r->to->todo.starred = *end == '\0' && n >= 1 && n <= 4;
	r->to->plain &= strcmp(value, "0") == 0;
}

static void
read_due(struct reading *r, const struct ical_line *l)
{
	due_read_time(r->arena, r->item, l, &r->to->due);
	r->to->plain = false;
}

static void
read_start(struct reading *r, const struct ical_line *l)
{
	due_read_time(r->arena, r->item, l, &r->to->start);
	r->to->plain = false;
}

static void
read_duration(struct reading *r, const struct ical_line *l)
{
	r->to->has_span = ical_span_parse(ical_value(r->arena, l),
	    &r->to->span);
	r->to->plain = false;
}

static void
read_rule(struct reading *r, const struct ical_line *l)
{
	r->to->todo.rule = ical_value(r->arena, l);
	r->to->plain = false;
}

static void
read_more_dates(struct reading *r, const struct ical_line *l)
{
	(void)l;
	r->to->more_dates = true;
	r->to->plain = false;
}

static bool
has_tag(const struct todo *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->tag_count; i++)
		if (strcmp(t->tags[i], name) == 0)
			return true;
	return false;
}

static void
read_categories(struct reading *r, const struct ical_line *l)
{
	const char *at = ical_value(r->arena, l), *name;
	struct todo *t = &r->to->todo;

	r->to->has_tags = true;
	while ((name = ical_next_text(r->arena, &at)) != NULL) {
		name = text_nfc(r->arena, text_trim(r->arena, name));
		r->to->plain &= name[0] == '\0';
		if (name[0] == '\0' || text_length(name) > TAG_NAME_MAX ||
		    text_has_control(name) || t->tag_count == CAP_TASK_TAGS ||
		    has_tag(t, name))
			continue;
		t->tags = arena_more(r->arena, t->tags, t->tag_count,
		    sizeof(*t->tags));
		t->tags[t->tag_count++] = name;
	}
}

static void
read_uid(struct reading *r, const struct ical_line *l)
{
	r->to->todo.uid = ical_text(r->arena, l);
}

static void
read_parent(struct reading *r, const struct ical_line *l)
{
	r->to->todo.parent = ical_text(r->arena, l);
}

static void
read_created(struct reading *r, const struct ical_line *l)
{
	struct todo_time t = { .given = false };

	due_read_time(r->arena, r->item, l, &t);
	if (t.given)
		r->to->todo.created_at = due_moment(&t, r->to->zone);
}

static void
read_occurrence(struct reading *r, const struct ical_line *l)
{
	due_read_time(r->arena, r->item, l, &r->to->occurrence);
}

/* The old line's name and parameters; an alternative text goes. */
static void
put_head(struct todo_change *c, const struct ical_line *old, const char *name)
{
	if (old == NULL || ical_param(c->arena, old, "ALTREP") != NULL)
		ical_put(c->out, name);
	else
		ical_put(c->out, arena_dup(c->arena, old->name,
		    old->name_len + old->params_len));
	ical_put(c->out, ":");
}

static void
write_ical_text(struct todo_change *c, const struct ical_line *old,
    const char *name, const char *text)
{
	if (text == NULL || text[0] == '\0')
		return;
	put_head(c, old, name);
	ical_put_text(c->out, text);
	ical_end(c->out);
}

static void
write_title(struct todo_change *c, const struct ical_line *old)
{
	write_ical_text(c, old, "SUMMARY", c->to->title);
}

static void
write_notes(struct todo_change *c, const struct ical_line *old)
{
	write_ical_text(c, old, "DESCRIPTION", c->to->notes);
}

static void
write_status(struct todo_change *c, const struct ical_line *old)
{
	(void)old;
	ical_put_line(c->out, "STATUS:", c->to->done ? "COMPLETED" :
	    "NEEDS-ACTION");
}

static void
write_percent(struct todo_change *c, const struct ical_line *old)
{
	(void)old;
	if (c->to->done)
		ical_put_line(c->out, "PERCENT-COMPLETE:", "100");
}

static void
write_moment(struct todo_change *c, const char *name, int64_t at)
{
	struct ical_time t = ical_time_of_stamp(at);
	char text[ICAL_TIME_SIZE];

	if (at != 0)
		ical_put_line(c->out, name, ical_time_format(&t, text));
}

static void
write_completed(struct todo_change *c, const struct ical_line *old)
{
	(void)old;
	if (c->to->done)
		write_moment(c, "COMPLETED:", c->to->completed_at);
}

static void
write_priority(struct todo_change *c, const struct ical_line *old)
{
	(void)old;
	if (c->to->starred)
		ical_put_line(c->out, "PRIORITY:", "1");
}

static void
write_due(struct todo_change *c, const struct ical_line *old)
{
	(void)old;
	if (!c->keeps_span)
		due_write_time(c, "DUE", &c->due);
}

/* Copies the old line. */
static void
keep(struct todo_change *c, const struct ical_line *old)
{
	if (old != NULL)
		buf_add(c->out->to, old->raw, old->raw_len);
}

static void
write_start(struct todo_change *c, const struct ical_line *old)
{
	if (old != NULL && !(c->set & 1U << TODO_DUE))
		keep(c, old);
	else
		due_write_time(c, "DTSTART", &c->start);
}

static void
write_duration(struct todo_change *c, const struct ical_line *old)
{
	if (c->keeps_span)
		keep(c, old);
}

static void
write_rule(struct todo_change *c, const struct ical_line *old)
{
	(void)old;
	if (c->to->rule != NULL)
		ical_put_line(c->out, "RRULE:", c->to->rule);
}

static void
write_categories(struct todo_change *c, const struct ical_line *old)
{
	size_t i;

	(void)old;
	if (c->to->tag_count == 0)
		return;
	ical_put(c->out, "CATEGORIES:");
	for (i = 0; i < c->to->tag_count; i++) {
		if (i > 0)
			ical_put(c->out, ",");
		ical_put_text(c->out, c->to->tags[i]);
	}
	ical_end(c->out);
}

static void
write_uid(struct todo_change *c, const struct ical_line *old)
{
	write_ical_text(c, old, "UID", c->to->uid);
}

static void
write_parent(struct todo_change *c, const struct ical_line *old)
{
	write_ical_text(c, old, "RELATED-TO", c->to->parent);
}

/* Stamps are renewed, but not added. */
static void
write_stamp(struct todo_change *c, const struct ical_line *old)
{
	if (old != NULL)
		write_moment(c, ical_is(old, "DTSTAMP") ? "DTSTAMP:" :
		    "LAST-MODIFIED:", c->to->changed_at);
}

#define ROW(name, members, read, write)					\
	{ name, sizeof(name) - 1, members, read, write }
#define OF(member)	(1U << TODO_##member)

/* In the order in which they are written into a text that has none of them. */
const struct property properties[] = {
	ROW("UID", OF(UID), read_uid, write_uid),
	ROW("DTSTAMP", TODO_ALL, NULL, write_stamp),
	ROW("CREATED", 0, read_created, NULL),
	ROW("LAST-MODIFIED", TODO_ALL, NULL, write_stamp),
	ROW("SUMMARY", OF(TITLE), read_title, write_title),
	ROW("DESCRIPTION", OF(NOTES), read_notes, write_notes),
	ROW("X-ALT-DESC", OF(NOTES), NULL, NULL),
	ROW("STATUS", OF(DONE), read_status, write_status),
	ROW("PERCENT-COMPLETE", OF(DONE), read_percent, write_percent),
	ROW("COMPLETED", OF(DONE), read_completed, write_completed),
	ROW("PRIORITY", OF(STARRED), read_priority, write_priority),
	ROW("DTSTART", OF(DUE) | OF(RULE), read_start, write_start),
	ROW("DUE", OF(DUE), read_due, write_due),
	ROW("DURATION", OF(DUE), read_duration, write_duration),
	ROW("RRULE", OF(RULE), read_rule, write_rule),
	ROW("RDATE", OF(RULE), read_more_dates, NULL),
	ROW("EXDATE", OF(RULE), read_more_dates, NULL),
	ROW("EXRULE", OF(RULE), read_more_dates, NULL),
	ROW("CATEGORIES", OF(TAGS), read_categories, write_categories),
	ROW("RELATED-TO", OF(PARENT), read_parent, write_parent),
	ROW("RECURRENCE-ID", 0, read_occurrence, NULL),
	{ .name = NULL }
};

/* Does it relate to a parent, not to a child or sibling? */
static bool
names_parent(struct arena *a, const struct ical_line *l)
{
	const char *type = l->params_len == 0 ? NULL :
	    ical_param(a, l, "RELTYPE");

	return type == NULL || strcasecmp(type, "PARENT") == 0;
}

const struct property *
property_of(struct arena *a, const struct ical_line *l)
{
	const struct property *p;

	for (p = properties; p->name != NULL; p++)
		if (p->len == l->name_len &&
		    strncasecmp(p->name, l->name, p->len) == 0)
			return p->write == write_parent &&
			    !names_parent(a, l) ? NULL : p;
	return NULL;
}
