/*
 * The filter of a calendar-query (RFC 4791, section 9.7).
 */
#ifndef DAV_FILTER_H
#define DAV_FILTER_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct xml;

struct filter;

enum filter_read {
	FILTER_GOOD,
	FILTER_ALL,		/* everything matches */
	FILTER_NOTHING,		/* nothing can */
	FILTER_UNSUPPORTED,
	FILTER_COLLATION	/* that is not known */
};

/* Reads the element `filter`. */
enum filter_read filter_read(struct arena *, const struct xml *,
		    struct filter **);
/* Does the text of an item match?  zone: of times without one. */
bool		 filter_matches(struct arena *, const struct filter *,
		    const char *text, size_t len, const char *zone);

#endif
