/*
 * A task of another service as a reader finds it, until the importer makes it a
 * task here.  The functions bring texts and dates into the form that tasks have
 * here, and note what that loses.
 */
#ifndef IMPORT_IMPORTER_DRAFT_H
#define IMPORT_IMPORTER_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "import/importer/result.h"

struct import_file;

struct draft_step {
	const char	*id;		/* of the source, or NULL */
	int64_t		 row;		/* 0: the task's */
	struct step	 step;		/* title, done, created_at */
};

/* A file of the archive that the import reads. */
struct draft_file {
	const char	*id;		/* of the source */
	const char	*name;
	const char	*entry;		/* its path in the archive */
	int64_t		 created_at;	/* or 0 */
};

struct draft {
	struct arena	*arena;
	const char	*zone;		/* in which its times are */
	int64_t		 row;		/* its number in the file */
	const char	*id;		/* of the source; NULL: it has none */
	const char	*list;		/* the source's id of its list; NULL: that
					 * of what has none */
	/* Without title and notes until draft_end(). */
	struct task	 task;
	struct draft_step *steps;
	size_t		 step_count;
	const char	**tags;		/* valid names */
	size_t		 tag_count;
	struct draft_file *files;
	size_t		 file_count;
	const char	*text;		/* for CalDAV clients; NULL: none */
	struct cause	*causes;	/* of changes */
	size_t		 cause_count;

	const char	*title;		/* as it was */
	char		*notes;		/* in the arena; NULL: none yet */
	size_t		 notes_len, notes_size;
};

/* Begins one, in an arena that must last until the importer has taken it. */
void	 draft_begin(struct draft *, struct arena *, const char *zone,
	    int64_t row);
/* NULL is allowed. */
void	 draft_title(struct draft *, const char *);
/* Adds a paragraph to the notes; "" and NULL add nothing. */
void	 draft_note(struct draft *, const char *);
/* The same of HTML, or of a text that may be HTML. */
void	 draft_note_html(struct draft *, const char *);
/* Adds "NAME: VALUE" to the notes and says so; "" and NULL add nothing. */
void	 draft_note_field(struct draft *, const char *name, const char *value);
/* Adds a comment below the notes: "- Bob, 2026-11-01: text".  who may be NULL,
 * when 0. */
void	 draft_comment(struct draft *, const char *who, int64_t when,
	    const char *text);
/* Adds a tag, unless it has it; one that cannot be a tag is left out. */
void	 draft_tag(struct draft *, const char *name);
void	 draft_step(struct draft *, const char *id, const char *title,
	    bool done);
void	 draft_file(struct draft *, const struct draft_file *);
/* Stars it; or says which other priority it loses: NULL and "" are none. */
void	 draft_priority(struct draft *, bool star, const char *other);
/* Notes a change, and what it is about (copied), or NULL. */
void	 draft_lose(struct draft *, enum reason, const char *what);

/* Sets the due date: a day; or a moment, as a clock in the draft's zone shows
 * it: midnight is no time. */
void	 draft_due_day(struct draft *, int32_t day);
void	 draft_due_moment(struct draft *, int64_t stamp);
/* One that is not understood goes to the notes; NULL and "" are none. */
void	 draft_due_unread(struct draft *, const char *);
/* A time of the due date: microseconds of the day, in a zone, or NULL: on
 * everybody's own clock. */
void	 draft_due_time(struct draft *, int64_t usec, const char *zone);
/* Repeats it: an RRULE of RFC 5545 without its name, as that means it, by the
 * due date, which must be set.  One that is not known is in the notes:
 * false. */
bool	 draft_rule(struct draft *, const char *rule);
/* The same of services that mean the last day of a shorter month when they say
 * monthly or yearly; from the day it was done, or by the due date. */
void	 draft_repeat(struct draft *, const char *rule, bool from_completion);
/* completed_at may be 0. */
void	 draft_done(struct draft *, int64_t completed_at);
/* The first reminder; a second one is left out. */
void	 draft_reminder(struct draft *, int64_t stamp);
/* The day of a moment in the draft's zone, and the microsecond of that day. */
int32_t	 draft_day(const struct draft *, int64_t stamp, int64_t *usec);

/* Its place among the tasks of its list, from 0. */
void	 draft_place(struct draft *, size_t);
/* Completes title and notes. */
void	 draft_end(struct draft *);

/* A title as titles are here: one line, trimmed; NULL if nothing is left. */
const char *title_of(struct arena *, const char *);

#endif
