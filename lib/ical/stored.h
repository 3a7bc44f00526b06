/*
 * A client's text as it is stored: without VTIMEZONEs, of which the list keeps
 * one copy each, and without CATEGORIES, which are their sender's alone.  Gaps
 * stand in their places, so that the text comes back byte for byte.  A gap is a
 * NUL, which no text has, and a letter; after that of a VTIMEZONE, its SHA-256.
 */
#ifndef ICAL_STORED_H
#define ICAL_STORED_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct ical_item;

#define ZONE_HASH	32

struct stored_zone {
	const char	*text;
	size_t		 len;
	unsigned char	 hash[ZONE_HASH];
};

struct stored {
	const char	*text;		/* with gaps */
	size_t		 len;
	struct stored_zone *zones;	/* in their order */
	size_t		 zone_count;
	const char	*own;		/* the lines of CATEGORIES */
	size_t		 own_len;
};

/* Cuts the text of an item. */
void	 stored_cut(struct arena *, const struct ical_item *, struct stored *);
/* Adds the whole text to the buffer.  own: those lines, or NULL.  zone()
 * returns the VTIMEZONE of a hash, or NULL. */
void	 stored_join(struct arena *, struct buf *, const char *text, size_t len,
	    const char *own, size_t own_len,
	    const char *(*zone)(void *, const unsigned char *hash, size_t *len),
	    void *);
#endif
