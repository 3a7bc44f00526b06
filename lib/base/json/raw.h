/*
 * Values as written: parts of a text that json_read() has accepted, for values
 * that must be passed on, kept or compared byte for byte, which a tree of
 * doubles loses.
 */
#ifndef BASE_JSON_RAW_H
#define BASE_JSON_RAW_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

struct json_raw {
	const char	*text;		/* from its first byte; NULL: none */
	size_t		 len;		/* to its last */
};

/* The whole text, without the white space around it. */
struct json_raw	 json_raw_whole(const char *text);
/* The member of that name; without a text if there is none. */
struct json_raw	 json_raw_member(struct arena *, struct json_raw object,
		    const char *name);
/* The first element of an array, or the one after that; false at the end.
 * Start with an item without a text. */
bool		 json_raw_next(struct json_raw array, struct json_raw *item);

#endif
