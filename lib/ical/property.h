/*
 * The properties of a VTODO that a task has, in one table.
 */
#ifndef ICAL_PROPERTY_H
#define ICAL_PROPERTY_H

#include <stddef.h>

struct arena;
struct ical_item;
struct ical_line;
struct todo_change;
struct todo_read;

/* What a property is read into. */
struct reading {
	struct arena		*arena;
	const struct ical_item	*item;
	struct todo_read	*to;
};

struct property {
	const char	*name;
	size_t		 len;
	/* The members that are read from it: if one of them changes, the
	 * property is written again. */
	unsigned	 members;
	void		(*read)(struct reading *, const struct ical_line *);
	/* Writes its line in place of an old one, which is NULL if there was
	 * none; or nothing.  NULL: never. */
	void		(*write)(struct todo_change *,
			    const struct ical_line *);
};

/* Ended by the name NULL. */
extern const struct property properties[];
#define PROPERTIES	24	/* at most */

/* That of a line; NULL: a task has nothing of it. */
const struct property	*property_of(struct arena *,
			    const struct ical_line *);

/* A title as SUMMARY has it: one line. */
const char		*todo_title(struct arena *, const char *title);

#endif
