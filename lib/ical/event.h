/*
 * Tasks as events (RFC 5545, section 3.6.1), for programs that show no tasks.
 */
#ifndef ICAL_EVENT_H
#define ICAL_EVENT_H

#include <stdbool.h>

struct arena;
struct calendar;
struct todo;

/* Adds a task that has a due date: all day, or half an hour.  url: of the task
 * in the app. */
void	 event_write(struct arena *, struct calendar *, const struct todo *,
	    const char *url, bool reminder);

#endif
