/*
 * The alarm of a VTODO that is the task's reminder: of those that show or sound
 * something, the earliest (RFC 5545, section 3.6.6).  Not one that rings at a
 * place (X-APPLE-PROXIMITY), that stands for none (1976-04-01T00:55:45Z), or
 * that was acknowledged (RFC 9074).
 */
#ifndef ICAL_ALARM_H
#define ICAL_ALARM_H

#include <stdint.h>

struct arena;
struct ical_item;
struct ical_line;
struct ical_lines;
struct todo_change;
struct todo_read;
struct todo_time;
struct todo_trigger;

/* Reads the lines after a BEGIN:VALARM, up to its END.  Keeps the alarm as a
 * candidate: alarm_decide() chooses once the VTODO is read. */
struct alarm	*alarm_read(struct arena *, const struct ical_item *,
		    const struct ical_line *begin, struct ical_lines *,
		    struct alarm *others);
void		 alarm_decide(const struct alarm *, struct todo_read *);
/* When it rings, by these times. */
int64_t		 alarm_moment(const struct todo_trigger *,
		    const struct todo_time *due, const struct todo_time *start,
		    const char *zone);

/* Copies an alarm with its new trigger; or not, if there is no reminder. */
void		 alarm_change(struct todo_change *, const struct ical_line *begin,
		    struct ical_lines *);
/* Writes a new one. */
void		 alarm_write(struct todo_change *);

#endif
