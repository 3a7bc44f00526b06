/*
 * The properties of resources, in one table.
 */
#ifndef DAV_PROP_H
#define DAV_PROP_H

#include <stdbool.h>

struct buf;
struct place;
struct req;

struct prop {
	const char	*ns;
	const char	*name;
	unsigned	 kinds;		/* bits of enum dav_kind */
	bool		 in_all;	/* allprop has it */
	bool		 needs_text;	/* the whole of an item */
	/* Adds its value, as XML.  False: it is not set. */
	bool		(*write)(struct req *, struct buf *,
			    const struct place *);
};

/* That of a name; NULL: it is not one of Docket. */
const struct prop *prop_find(const char *ns, const char *name);

/* Ended by the name NULL. */
extern const struct prop *const prop_table;

#endif
