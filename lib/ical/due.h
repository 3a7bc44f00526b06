/*
 * When a task is due: DUE, DTSTART and DURATION of a VTODO.
 */
#ifndef ICAL_DUE_H
#define ICAL_DUE_H

#include <stdint.h>

struct ical_item;
struct ical_line;
struct todo_change;
struct todo_read;
struct todo_time;
struct arena;

/* Reads a DATE or DATE-TIME; nothing if it is none. */
void	 due_read_time(struct arena *, const struct ical_item *,
	    const struct ical_line *, struct todo_time *);
/* Sets due date, time and zone, once all properties are read.  00:00:00 on the
 * clock that it is read by means no time. */
void	 due_decide(struct arena *, struct todo_read *);
/* The moment of a time; one without a zone is on the reader's clock. */
int64_t	 due_moment(const struct todo_time *, const char *zone);

/*
 * Decides how a new due date is written: in the form that DUE has, as far as
 * that can say it.  DTSTART moves by as many days, takes DUE's form, and does
 * not come after it.
 */
void	 due_plan(struct todo_change *);
/* Writes a line of that name, if the time is given. */
void	 due_write_time(struct todo_change *, const char *name,
	    const struct todo_time *);

#endif
