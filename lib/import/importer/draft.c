#include "import/importer/draft.h"

#include <string.h>

#include "base/base.h"
#include "base/date.h"
#include "base/html.h"
#include "base/text.h"
#include "base/zone.h"
#include "core/limits.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"

void
draft_begin(struct draft *d, struct arena *a, const char *zone, int64_t row)
{
	*d = (struct draft){ .arena = a, .zone = zone, .row = row };
}

void
draft_lose(struct draft *d, enum reason reason, const char *what)
{
	d->causes = arena_more(d->arena, d->causes, d->cause_count,
	    sizeof(*d->causes));
	d->causes[d->cause_count++] = (struct cause){ reason,
	    arena_str(d->arena, what) };
}

const char *
title_of(struct arena *a, const char *text)
{
	char *line = arena_str(a, text == NULL ? "" : text), *p;
	const char *title;

	for (p = line; *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || *p == '\177')
			*p = ' ';
	title = text_trim(a, line);
	return title[0] == '\0' ? NULL : title;
}

/* At most `max` characters. */
static const char *
cut(struct arena *a, const char *text, size_t max)
{
	const char *p = text;
	size_t n = 0;

	for (; *p != '\0'; p++)
		if (((unsigned char)*p & 0xc0) != 0x80 && n++ == max)
			return arena_dup(a, text, (size_t)(p - text));
	return text;
}

void
draft_title(struct draft *d, const char *text)
{
	d->title = title_of(d->arena, text);
}

/* Line ends as they are everywhere else, without white space at both ends. */
static const char *
paragraph(struct arena *a, const char *text)
{
	char *p = arena_str(a, text), *to = p;
	const char *from = p;

	for (; *from != '\0'; from++)
		if (*from != '\r')
			*to++ = *from;
		else if (from[1] != '\n')
			*to++ = '\n';
	*to = '\0';
	return text_trim(a, p);
}

static void
append_note(struct draft *d, const char *text)
{
	size_t n = strlen(text);
	char *p;

	if (d->notes_size - d->notes_len <= n) {
		d->notes_size = 2 * (d->notes_len + n) + 64;
		p = arena_raw(d->arena, d->notes_size);
		if (d->notes != NULL)
			memcpy(p, d->notes, d->notes_len);
		d->notes = p;
	}
	memcpy(d->notes + d->notes_len, text, n + 1);
	d->notes_len += n;
}

/* More than this is cut in any case. */
static bool
notes_are_full(const struct draft *d)
{
	return d->notes_len > 8 * NOTES_MAX;
}

static void
add_note(struct draft *d, const char *text, const char *between)
{
	if (notes_are_full(d))
		return;
	if (d->notes_len > 0)
		append_note(d, between);
	append_note(d, text);
}

void
draft_note(struct draft *d, const char *text)
{
	const char *p = text == NULL || notes_are_full(d) ? "" :
	    paragraph(d->arena, text);

	if (p[0] != '\0')
		add_note(d, p, "\n\n");
}

void
draft_note_html(struct draft *d, const char *text)
{
	draft_note(d, text != NULL && html_is(text) ?
	    html_text(d->arena, text) : text);
}

void
draft_note_field(struct draft *d, const char *name, const char *value)
{
	const char *p = value == NULL ? "" : paragraph(d->arena, value);

	if (p[0] == '\0')
		return;
	add_note(d, arena_printf(d->arena, "%s: %s", name, p), "\n");
	draft_lose(d, IN_THE_NOTES, name);
}

void
draft_comment(struct draft *d, const char *who, int64_t when, const char *text)
{
	const char *p = notes_are_full(d) ? "" : paragraph(d->arena,
	    text != NULL && html_is(text) ? html_text(d->arena, text) :
	    text == NULL ? "" : text);
	char day[DATE_SIZE] = "";
	int64_t usec;

	if (p[0] == '\0')
		return;
	if (when != 0)
		date_format(draft_day(d, when, &usec), day);
	add_note(d, arena_printf(d->arena, "\xe2\x80\x94 %s%s%s%s%s",
	    who == NULL ? "" : who, who == NULL || when == 0 ? "" : ", ", day,
	    who == NULL && when == 0 ? "" : ": ", p), "\n");
}

void
draft_tag(struct draft *d, const char *text)
{
	const char *title = title_of(d->arena, text), *name;
	size_t i;

	if (title == NULL)
		return;
	name = text_nfc(d->arena, title);
	if (text_length(name) > TAG_NAME_MAX || text_has_control(name) ||
	    d->tag_count == CAP_TASK_TAGS) {
		draft_lose(d, TAG_LEFT_OUT, name);
		return;
	}
	for (i = 0; i < d->tag_count; i++)
		if (strcmp(text_key(d->arena, d->tags[i]),
		    text_key(d->arena, name)) == 0)
			return;
	d->tags = arena_more(d->arena, d->tags, d->tag_count,
	    sizeof(*d->tags));
	d->tags[d->tag_count++] = name;
}

void
draft_step(struct draft *d, const char *id, const char *title, bool done)
{
	const char *line = title_of(d->arena, title);
	struct draft_step *s;

	d->steps = arena_more(d->arena, d->steps, d->step_count,
	    sizeof(*d->steps));
	s = &d->steps[d->step_count++];
	*s = (struct draft_step){ .id = arena_str(d->arena, id) };
	s->step.done = done;
	s->step.title = line == NULL ? NO_TITLE :
	    cut(d->arena, line, TITLE_MAX);
	if (line == NULL || s->step.title == line)
		return;
	draft_note(d, line);
	draft_lose(d, TITLE_CUT, NULL);
}

void
draft_file(struct draft *d, const struct draft_file *f)
{
	d->files = arena_more(d->arena, d->files, d->file_count,
	    sizeof(*d->files));
	d->files[d->file_count++] = *f;
}

void
draft_priority(struct draft *d, bool star, const char *other)
{
	d->task.starred |= star;
	if (!star && other != NULL && other[0] != '\0')
		draft_lose(d, FIELD_LEFT_OUT, arena_printf(d->arena,
		    "priority %s", other));
}

int32_t
draft_day(const struct draft *d, int64_t stamp, int64_t *usec)
{
	int32_t day;

	zone_local(d->zone, stamp, &day, usec);
	return day;
}

void
draft_due_day(struct draft *d, int32_t day)
{
	char date[DATE_SIZE];

	d->task.due_date = arena_str(d->arena, date_format(day, date));
}

void
draft_due_moment(struct draft *d, int64_t stamp)
{
	int64_t usec;

	draft_due_day(d, draft_day(d, stamp, &usec));
	if (usec != 0)
		draft_due_time(d, usec, d->zone);
}

void
draft_due_unread(struct draft *d, const char *text)
{
	if (text == NULL || text[0] == '\0')
		return;
	draft_note(d, arena_printf(d->arena, "Due: %s", text));
	draft_lose(d, DATE_NOT_READ, text);
}

void
draft_due_time(struct draft *d, int64_t usec, const char *zone)
{
	d->task.due_time = arena_printf(d->arena, "%02d:%02d",
	    (int)(usec / HOUR), (int)(usec / MINUTE % 60));
	d->task.due_zone = arena_str(d->arena, zone);
}

/* By the month and by the year mean the last day of a shorter month, as the
 * words do. */
static const char *
word_of(const char *rule)
{
	return strcmp(rule, "FREQ=MONTHLY") == 0 ? "monthly" :
	    strcmp(rule, "FREQ=YEARLY") == 0 ? "yearly" : NULL;
}

bool
draft_rule(struct draft *d, const char *text)
{
	struct rule r;
	int32_t due;

	if (d->task.due_date == NULL || !date_parse(d->task.due_date, &due) ||
	    rule_read(d->arena, text, d->zone, &r) != NULL ||
	    !rule_comes(&r, due)) {
		draft_note(d, arena_printf(d->arena, "Repeats: %s", text));
		draft_lose(d, REPEAT_NOT_READ, text);
		return false;
	}
	d->task.rule = arena_str(d->arena, text);
	return true;
}

void
draft_repeat(struct draft *d, const char *text, bool from_completion)
{
	if (!draft_rule(d, text))
		return;
	d->task.recurrence = word_of(text);
	if (d->task.recurrence != NULL)
		d->task.rule = NULL;
	if (from_completion)
		d->task.recurrence_from = FROM_COMPLETION;
}

void
draft_done(struct draft *d, int64_t completed_at)
{
	d->task.done = true;
	d->task.completed_at = completed_at;
}

void
draft_reminder(struct draft *d, int64_t stamp)
{
	if (d->task.reminder_at != 0 && stamp != d->task.reminder_at)
		draft_lose(d, REMINDERS_LEFT_OUT, NULL);
	else
		d->task.reminder_at = stamp;
}

/* A rank whose integer part has three digits (core/order/rank.h). */
void
draft_place(struct draft *d, size_t n)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz";

	if (n < 62 * 62 * 62)
		d->task.rank = arena_printf(d->arena, "c%c%c%c",
		    digits[n / (62 * 62)], digits[n / 62 % 62],
		    digits[n % 62]);
}

void
draft_end(struct draft *d)
{
	const char *title = d->title == NULL ? NO_TITLE : d->title;
	const char *notes = d->notes;

	d->task.title = cut(d->arena, title, TITLE_MAX);
	if (d->task.title != title) {
		notes = arena_printf(d->arena, "%s%s%s", title,
		    notes == NULL ? "" : "\n\n", notes == NULL ? "" : notes);
		draft_lose(d, TITLE_CUT, NULL);
	}
	d->task.notes = notes == NULL ? NULL : cut(d->arena, notes, NOTES_MAX);
	if (d->task.notes != notes)
		draft_lose(d, NOTES_CUT, NULL);
}
