/*
 * Tasks and steps as iCalendar: the text that a client sent, with what has
 * changed since; or one of our own.
 */
#ifndef ICAL_TASK_H
#define ICAL_TASK_H

#include "core/ctx.h"
#include "ical/base.h"

struct buf;
struct ical_item;
struct item;
struct stored;
struct resource;
struct resource_zone;

/* What is stored of a whole text, if that says what the item says; NULL: it is
 * no text of one item. */
struct resource_text *text_stored(struct ctx *, const struct item *,
	    const char *text);
/* Its lines of CATEGORIES, as stored (own_bytes()), if its tags are these. */
const void *text_own(struct arena *, const struct resource_text *,
	    const char **tags, size_t count, size_t *len);
/* The VTIMEZONEs of a text that was cut. */
const struct resource_zone *zones_of(struct arena *, const struct stored *);

/* What an item says. */
void	 todo_of_item(struct ctx *, const struct item *, struct todo *);
/* Adds the text of an item, as its user reads it. */
void	 task_text(struct ctx *, const struct item *, struct buf *);

/* Adds the text that a client sent last, with the user's CATEGORIES. */
void	 task_text_sent(struct ctx *, const struct item *, struct buf *);
/* Does its user read that? */
bool	 task_text_is_sent(struct ctx *, const struct item *);
/* The value that the user's CATEGORIES in it stand for. */
uint64_t own_tags_of_item(const struct item *);

/* The base of an item, as stored; false: there is none. */
bool	 base_of_item(const struct item *, struct todo_base *);
/* In the arena, as stored. */
const void *base_bytes(struct arena *, const struct todo_base *,
	    int64_t *len);

/* The user's CATEGORIES of a text, as stored: those lines, the value that they
 * stand for, and the version of the text that has their places.  NULL: there
 * are none. */
const void *own_bytes(struct arena *, const char *lines, size_t lines_len,
	    uint64_t tags, int64_t version, size_t *len);

#endif
