/*
 * Numbers of JSON, for the reader: their grammar, and replacements for those
 * that cJSON, which keeps doubles, would round to others.
 */
#ifndef BASE_JSON_NUMBER_H
#define BASE_JSON_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The integers that a double keeps exactly: RFC 8259 section 6. */
#define JSON_INT_MAX	((INT64_C(1) << 53) - 1)
#define JSON_FIX_SIZE	24	/* any int64_t and a NUL */

/* The length of the number at s (RFC 8259 section 6); 0 if there is none. */
size_t		 json_number_length(const char *s, const char *end);
/*
 * Does cJSON need a replacement for this number of n bytes?  If so: true, and
 * the replacement, never longer, in out: plain digits for an integer that is
 * too long to be read whole; infinity for a number that is not an integer
 * within JSON_INT_MAX but might be rounded to one.
 */
bool		 json_number_fix(const char *s, size_t n,
		    char out[JSON_FIX_SIZE]);

#endif
