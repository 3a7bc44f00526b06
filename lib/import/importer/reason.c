#include "import/importer/reason.h"

#include <stddef.h>

#include "base/arena.h"

static const struct {
	const char	*code;
	const char	*text;		/* %s: what it is about */
} reasons[REASON__MAX] = {
	[NO_REASON] = { "", "%s" },
	[TITLE_CUT] = { "title-cut",
	    "the title is too long: the whole is in the notes" },
	[NOTES_CUT] = { "notes-cut", "the notes are too long: they were cut" },
	[TAG_LEFT_OUT] = { "tag-left-out", "left out: the tag %s" },
	[DATE_NOT_READ] = { "date-not-read",
	    "the date was not understood: in the notes: %s" },
	[REPEAT_NOT_READ] = { "repeat-not-read",
	    "the repetition was not understood: in the notes: %s" },
	[REMINDERS_LEFT_OUT] = { "reminders-left-out",
	    "left out: further reminders" },
	[STEP_REDUCED] = { "step-reduced",
	    "left out: what a subtask has besides its title: %s" },
	[FIELD_LEFT_OUT] = { "field-left-out", "left out: %s" },
	[IN_THE_NOTES] = { "in-the-notes", "in the notes: %s" },
	[FILE_LEFT_OUT] = { "file-left-out", "left out: the file %s" },
	[NOT_A_TASK] = { "not-a-task", "it is not a task: %s" },
	[DELETED_THERE] = { "deleted-there", "it was deleted there" },
	[ARCHIVED_THERE] = { "archived-there", "it was archived there" },
	[PART_OF_A_SERIES] = { "part-of-a-series",
	    "its series is imported as one task" },
	[LIST_LEFT_OUT] = { "list-left-out", "its list is left out" },
	[EXISTS_HERE] = { "exists", "%s" },
	[NOT_ALLOWED] = { "not-allowed", "%s" },
};

const char *
reason_code(enum reason r)
{
	return reasons[r].code;
}

/* The texts have at most one %s. */
const char *
reason_text(struct arena *a, enum reason r, const char *what)
{
	const char *text = reasons[r].text, *p = text;

	while (*p != '\0' && *p != '%')
		p++;
	if (*p == '\0')
		return text;
	return arena_printf(a, "%.*s%s%s", (int)(p - text), text,
	    what == NULL ? "" : what, p + 2);
}
