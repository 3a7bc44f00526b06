/*
 * A table (RFC 4180).  import/format/csv.c finds its columns by these heads.
 */
#include "export/csv.h"

#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"

/* A spreadsheet takes a text that begins so for a formula. */
#define FORMULA	"=+-@"

static void
put_field(struct export_out *out, const char *text, bool formula)
{
	const char *p;

	if (text == NULL || text[0] == '\0')
		return;
	buf_str(out->to, "\"");
	if (formula && strchr(FORMULA, text[0]) != NULL)
		buf_str(out->to, "'");
	for (p = text; *p != '\0'; p++) {
		if (*p == '"')
			buf_str(out->to, "\"");
		buf_add(out->to, p, 1);
	}
	buf_str(out->to, "\"");
}

static const char *
moment(struct export_out *out, int64_t stamp)
{
	char text[STAMP_SIZE];

	return stamp == 0 ? NULL :
	    arena_str(out->arena, stamp_format(stamp, text));
}

/* One a line. */
static const char *
csv_steps(struct export_out *out, const struct export_task *t)
{
	const char *text = NULL;
	struct buf b = { NULL, 0, 0 };
	size_t i;

	for (i = 0; i < t->step_count; i++)
		buf_printf(&b, "%s[%c] %s", i == 0 ? "" : "\n",
		    t->steps[i].done ? 'x' : ' ', t->steps[i].title);
	if (b.len > 0)
		text = arena_dup(out->arena, b.data, b.len);
	buf_free(&b);
	return text;
}

/* A tag that has what separates tags stands within quotation marks. */
static void
put_tag(struct buf *b, const char *name)
{
	const char *quote = strpbrk(name, ",;\"") != NULL ? "\"" : "";

	buf_str(b, quote);
	for (; *name != '\0'; name++) {
		if (*name == '"')
			buf_str(b, "\"");
		buf_add(b, name, 1);
	}
	buf_str(b, quote);
}

static const char *
csv_tags(struct export_out *out, const struct export_task *t)
{
	struct buf b = { NULL, 0, 0 };
	const char *text = NULL;
	size_t i;

	for (i = 0; i < t->tag_count; i++) {
		if (i > 0)
			buf_str(&b, ", ");
		put_tag(&b, t->tags[i]);
	}
	if (b.len > 0)
		text = arena_dup(out->arena, b.data, b.len);
	buf_free(&b);
	return text;
}

static void
csv_task(struct export_out *out, const struct export_task *t)
{
	const struct task *k = &t->task;
	const struct {
		const char	*text;
		bool		 formula;	/* it can be any text */
	} fields[] = {
		{ t->list->title, true }, { k->title, true },
		{ k->notes, true }, { k->done ? "yes" : NULL, false },
		{ moment(out, k->completed_at), false },
		{ k->starred ? "yes" : NULL, false },
		{ k->due_date, false }, { k->due_time, false },
		{ moment(out, k->reminder_at), false },
		{ k->recurrence != NULL ? k->recurrence : k->rule, false },
		{ csv_tags(out, t), true }, { csv_steps(out, t), true },
		{ moment(out, k->created_at), false }, { k->id, false }
	};
	size_t i;

	for (i = 0; i < COUNT(fields); i++) {
		if (i > 0)
			buf_str(out->to, ",");
		put_field(out, fields[i].text, fields[i].formula);
	}
	buf_str(out->to, "\r\n");
}

static void
csv_begin(struct export_out *out)
{
	buf_str(out->to, "list,title,notes,done,completed,starred,due,dueTime,"
	    "reminder,repeat,tags,steps,created,id\r\n");
}

const struct export_format export_csv = {
	.name = "csv", .type = "text/csv; charset=utf-8", .extension = "csv",
	.begin = csv_begin, .task = csv_task
};
