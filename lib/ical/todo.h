/*
 * A VTODO (RFC 5545, section 3.6.2) as a task.  property.c has the table that
 * says which property has which member, and how it is read and written.
 */
#ifndef ICAL_TODO_H
#define ICAL_TODO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ical/value.h"

struct arena;
struct ical_out;

/* What a task has in a VTODO.  Stored, in the base of a text: never
 * renumber. */
enum todo_member {
	TODO_TITLE,
	TODO_NOTES,
	TODO_DONE,		/* and when */
	TODO_STARRED,
	TODO_DUE,		/* date, time and zone */
	TODO_RULE,
	TODO_REMINDER,
	TODO_TAGS,
	TODO_UID,
	TODO_PARENT,
	TODO__MAX
};

#define TODO_ALL	((1U << TODO__MAX) - 1)

struct todo {
	const char	*title;
	const char	*notes;		/* or NULL */
	bool		 done;
	int64_t		 completed_at;	/* 0: open, or not known */
	bool		 starred;
	const char	*due_date;	/* YYYY-MM-DD or NULL */
	const char	*due_time;	/* HH:MM or NULL */
	const char	*due_zone;	/* an IANA name, or NULL: on any clock */
	const char	*rule;		/* an RRULE without its name, or NULL */
	int64_t		 reminder_at;	/* 0: none */
	const char	**tags;		/* names */
	size_t		 tag_count;
	const char	*uid;
	const char	*parent;	/* the UID of the task that it is a step
					 * of, or NULL */
	int64_t		 created_at;	/* 0: not known */
	int64_t		 changed_at;
};

/* A DUE, DTSTART or RECURRENCE-ID as a text has it. */
struct todo_time {
	bool		 given;
	struct ical_time time;
	const char	*tzid;		/* as written, or NULL */
	const char	*zone;		/* that it stands for; NULL: unknown */
};

/* When an alarm rings: at a moment, or by a span from DTSTART (if there is one)
 * or from DUE. */
struct todo_trigger {
	const char	*alarm;		/* where its VALARM begins; NULL: none */
	bool		 relative;
	bool		 from_due;
	struct ical_span span;
	int64_t		 at;
};

/* What a text says, and how: that decides how it is changed. */
struct todo_read {
	struct todo	 todo;
	struct todo_time due, start, occurrence;
	bool		 has_span;	/* DTSTART and DURATION instead of DUE */
	struct ical_span span;
	bool		 more_dates;	/* RDATE, EXDATE or EXRULE */
	bool		 has_tags;	/* a CATEGORIES */
	bool		 has_status;
	bool		 complete;	/* COMPLETED, or PERCENT-COMPLETE:100 */
	bool		 plain;		/* nothing that a step cannot have */
	struct todo_trigger trigger;	/* of the alarm that reminds */
	const char	*zone;		/* of who reads it */
};

/* What is written over a text. */
struct todo_change {
	struct arena	*arena;
	struct ical_out	*out;
	const struct todo *to;
	const struct todo_read *was;
	unsigned	 set;		/* bits of enum todo_member */
	struct todo_time due, start;	/* how they are written (due.h) */
	bool		 keeps_span;	/* DTSTART and DURATION stay instead of DUE */
};

#endif
