/*
 * todo.txt: a line for each task.  Names cannot contain blanks there, and a
 * rule is only a number of days, weeks, months or years: others are left out.
 */
#include "export/todo_txt.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"
#include "core/task/rule.h"

static void
put_word(struct export_out *out, char sign, const char *name)
{
	char *word = arena_str(out->arena, name), *p;

	for (p = word; *p != '\0'; p++)
		if (*p == ' ')
			*p = '_';
	buf_printf(out->to, " %c%s", sign, word);
}

static void
todo_put_day(struct export_out *out, int64_t stamp)
{
	char date[DATE_SIZE];
	int64_t usec;
	int32_t day;

	zone_local(out->zone, stamp, &day, &usec);
	buf_printf(out->to, "%s ", date_format(day, date));
}

/* With a plus: from the due date. */
static void
put_rec(struct export_out *out, const struct task *t)
{
	static const struct {
		const char	*rule;		/* that begins so, or a word */
		char		 unit;
	} units[] = { { "FREQ=DAILY", 'd' }, { "FREQ=WEEKLY", 'w' },
	    { "FREQ=MONTHLY", 'm' }, { "FREQ=YEARLY", 'y' } };
	const char *plus = strcmp(t->recurrence_from, FROM_COMPLETION) == 0 ?
	    "" : "+", *rest;
	size_t i;

	for (i = 0; t->rule != NULL && i < COUNT(units); i++) {
		if (strncmp(t->rule, units[i].rule, strlen(units[i].rule)) != 0)
			continue;
		rest = t->rule + strlen(units[i].rule);
		if (t->recurrence != NULL && strcmp(t->recurrence,
		    "weekdays") == 0)
			buf_printf(out->to, " rec:%s1b", plus);
		else if (t->recurrence != NULL)
			buf_printf(out->to, " rec:%s1%c", plus, units[i].unit);
		else if (strncmp(rest, ";INTERVAL=", 10) == 0 &&
		    rest[10 + strspn(rest + 10, "0123456789")] == '\0')
			buf_printf(out->to, " rec:%s%s%c", plus, rest + 10,
			    units[i].unit);
	}
}

static void
todo_txt_task(struct export_out *out, const struct export_task *t)
{
	const struct task *k = &t->task;
	size_t i;

	if (k->done) {
		buf_str(out->to, "x ");
		todo_put_day(out, k->completed_at != 0 ? k->completed_at :
		    k->created_at);
	} else if (k->starred)
		buf_str(out->to, "(A) ");
	todo_put_day(out, k->created_at);
	buf_str(out->to, k->title);
	put_word(out, '+', t->list->title);
	for (i = 0; i < t->tag_count; i++)
		put_word(out, '@', t->tags[i]);
	if (k->due_date != NULL)
		buf_printf(out->to, " due:%s", k->due_date);
	put_rec(out, k);
	if (k->done && k->starred)
		buf_str(out->to, " pri:A");
	buf_str(out->to, "\n");
}

const struct export_format export_todo_txt = {
	.name = "todo-txt", .type = "text/plain; charset=utf-8",
	.extension = "txt", .task = todo_txt_task
};
