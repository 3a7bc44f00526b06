/*
 * Properties of characters, by tables and by utf8proc's categories.
 */
#ifndef BASE_UNICODE_H
#define BASE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct char_range {
	int32_t		 first;
	int32_t		 last;
};

/* Is the character in one of n ranges, which are in order? */
bool	 char_within(int32_t, const struct char_range *, size_t n);
/* A mark of any script: it belongs to the character before it. */
bool	 char_is_mark(int32_t);

#endif
