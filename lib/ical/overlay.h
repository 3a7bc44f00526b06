/*
 * A text that a client sent, with what has changed since written over it.  All
 * other lines stay as they are.
 */
#ifndef ICAL_OVERLAY_H
#define ICAL_OVERLAY_H

struct arena;
struct buf;
struct ical_out;
struct ical_item;
struct todo;

/*
 * Adds the text to the buffer, with the members of the set (bits of enum
 * todo_member) as the task has them.  zone: of who set the reminder, for a text
 * whose times have none.
 */
void	 todo_overlay(struct arena *, struct buf *, const struct ical_item *,
	    const struct todo *, unsigned set, const char *zone);
/* Adds the whole text of a task that no client wrote. */
void	 todo_write(struct arena *, struct buf *, const struct todo *);
/* Parts of a calendar of many: its first lines, which an END:VCALENDAR must
 * follow; the VTODO of a task, without the VTIMEZONE of its zone. */
void	 ical_begin(struct ical_out *);
void	 todo_write_part(struct arena *, struct ical_out *,
	    const struct todo *);

#endif
