/*
 * The addresses of resources.
 */
#ifndef DAV_HREF_H
#define DAV_HREF_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct place;
struct req;

/* Adds the path of a resource, escaped, always in the same way. */
void		 href_put(struct req *, struct buf *, const struct place *);
/* Adds that of an item by its name in a list; list: its id or name. */
void		 href_put_item(struct req *, struct buf *, const char *list,
		    const char *name);
/* What an address of a client means. */
struct href {
	const char	*user, *list, *name;	/* as decoded; NULL: none */
	bool		 other_host;
	bool		 bad;		/* nothing here can have it */
};

/* A part of a path as it is meant; NULL: it is none that a resource can
 * have. */
const char	*href_decode(struct arena *, const char *, size_t len);
/* Reads a URL or a path. */
void		 href_read(struct req *, const char *, struct href *);

/* The name by which the caller's clients know the list. */
const char	*list_segment(const struct place *);

#endif
