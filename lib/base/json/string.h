/*
 * Strings of JSON, for the reader: their grammar and their meaning.
 */
#ifndef BASE_JSON_STRING_H
#define BASE_JSON_STRING_H

#include <stdbool.h>
#include <stddef.h>

struct json_fault {
	const char	*at;	/* in the text */
	const char	*what;	/* for a person */
};

/*
 * Read the string whose first quote is at s (RFC 8259 section 7) in valid text
 * (text_valid()).  Returns the position after its last quote, and whether it
 * has escapes; or NULL and the fault.
 */
const char	*json_string_end(const char *s, const char *end,
		    bool *escaped, struct json_fault *);
/*
 * Unescapes the n bytes between the quotes of such a string to out, which has
 * space for n.  Returns the length.
 */
size_t		 json_unescape(const char *s, size_t n, char *out);

#endif
