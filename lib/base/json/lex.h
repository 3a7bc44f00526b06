/*
 * Strings and numbers of JSON, for the reader of base/json/json.h only: their
 * grammar, the meaning of strings, and replacements for numbers that cJSON,
 * which keeps doubles, would round to others.
 */
#ifndef BASE_JSON_LEX_H
#define BASE_JSON_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The integers that a double keeps exactly: RFC 8259 section 6. */
#define JSON_INT_MAX	((INT64_C(1) << 53) - 1)
#define JSON_FIX_SIZE	24	/* any int64_t and a NUL */

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

/* The length of the number at s (RFC 8259 section 6); 0 if there is none. */
size_t		 json_number_length(const char *s, const char *end);
/*
 * Does cJSON need a replacement for this number of n bytes?  Then true and the
 * other text, never longer, in out: of an integer too long to be read whole the
 * plain digits; and infinity for what is no integer within JSON_INT_MAX but
 * might be rounded into one.
 */
bool		 json_number_fix(const char *s, size_t n,
		    char out[JSON_FIX_SIZE]);

#endif
