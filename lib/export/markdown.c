/*
 * Markdown, for people: a heading for each list, an item for each task.
 */
#include "export/markdown.h"

#include <string.h>

#include "base/arena.h"

/* What Markdown would take for its own gets a backslash, and so does what
 * begins a word like a tag or a date as below. */
static void
put_plain(struct export_out *out, const char *text)
{
	const char *p;

	for (p = text; *p != '\0'; p++) {
		if (strchr("\\*`<[", *p) != NULL || ((p == text ||
		    p[-1] == ' ') && (*p == '#' ||
		    strncmp(p, "(due ", 5) == 0)))
			buf_str(out->to, "\\");
		buf_add(out->to, p, 1);
	}
}

/* "every month", or the rule of RFC 5545. */
static const char *
repetition(const struct task *t)
{
	static const struct {
		const char	*word, *text;
	} words[] = { { "daily", "every day" }, { "weekly", "every week" },
	    { "weekdays", "every weekday" }, { "monthly", "every month" },
	    { "yearly", "every year" }, { NULL, NULL } };
	int i;

	for (i = 0; t->recurrence != NULL && words[i].word != NULL; i++)
		if (strcmp(words[i].word, t->recurrence) == 0)
			return words[i].text;
	return t->rule;
}

static void
markdown_put_due(struct export_out *out, const struct task *t)
{
	const char *repeats = repetition(t);

	if (t->due_date == NULL)
		return;
	buf_printf(out->to, " (due %s%s%s%s%s)", t->due_date,
	    t->due_time == NULL ? "" : " ",
	    t->due_time == NULL ? "" : t->due_time,
	    repeats == NULL ? "" : ", ", repeats == NULL ? "" : repeats);
}

/* Each line indented, so that it belongs to the item. */
static void
put_notes(struct export_out *out, const char *p)
{
	size_t n;

	for (; p != NULL && *p != '\0'; p += n + (p[n] == '\n')) {
		n = strcspn(p, "\n");
		if (n > 0)
			buf_str(out->to, "  ");
		put_plain(out, arena_dup(out->arena, p, n));
		buf_str(out->to, "\n");
	}
}

static void
markdown_task(struct export_out *out, const struct export_task *t)
{
	const struct task *k = &t->task;
	const char *star = k->starred ? "**" : "";
	size_t i;

	buf_printf(out->to, "- [%c] %s", k->done ? 'x' : ' ', star);
	put_plain(out, k->title);
	buf_str(out->to, star);
	markdown_put_due(out, k);
	for (i = 0; i < t->tag_count; i++)
		buf_printf(out->to, " #%s", t->tags[i]);
	buf_str(out->to, "\n");
	for (i = 0; i < t->step_count; i++) {
		buf_printf(out->to, "  - [%c] ", t->steps[i].done ? 'x' : ' ');
		put_plain(out, t->steps[i].title);
		buf_str(out->to, "\n");
	}
	if (k->notes != NULL && t->step_count > 0)
		buf_str(out->to, "\n");
	put_notes(out, k->notes);
}

static void
markdown_begin_list(struct export_out *out, const struct list *l)
{
	buf_str(out->to, "# ");
	put_plain(out, l->title);
	buf_str(out->to, "\n\n");
}

static void
markdown_end_list(struct export_out *out)
{
	buf_str(out->to, "\n");
}

const struct export_format export_markdown = {
	.name = "markdown", .type = "text/markdown; charset=utf-8",
	.extension = "md", .begin_list = markdown_begin_list,
	.task = markdown_task, .end_list = markdown_end_list
};
