/*
 * The strings and numbers of JSON, for the door of base/json.h alone: their
 * grammar, what a string means, and what cJSON, which keeps a double, must be
 * given in place of a number that it would take for another.
 */
#ifndef BASE_JSON_LEX_H
#define BASE_JSON_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The integers that every double-based reader keeps: RFC 8259 section 6. */
#define JSON_INT_MAX	((INT64_C(1) << 53) - 1)
#define JSON_FIX_SIZE	24	/* any int64_t and a NUL */

struct json_fault {
	const char	*at;	/* in the text */
	const char	*what;	/* for a person */
};

/*
 * Read the string whose first quote is at s (RFC 8259 section 7) in a text
 * that is valid as text_valid() has it.  Returns the place behind its last
 * quote and whether it has escapes; or NULL and the fault.
 */
const char	*json_string_end(const char *s, const char *end,
		    bool *escaped, struct json_fault *);
/*
 * What n bytes between the quotes of such a string mean; out has room for n.
 * Returns the length.
 */
size_t		 json_unescape(const char *s, size_t n, char *out);

/* The length of the number at s (RFC 8259 section 6); 0 where there is none. */
size_t		 json_number_length(const char *s, const char *end);
/*
 * Must cJSON be given something else for this number of n bytes?  Then true
 * and the other text, never longer, in out: of an integer too long to be read
 * whole the plain digits; and infinity for what is no integer within
 * JSON_INT_MAX but might be rounded into one.
 */
bool		 json_number_fix(const char *s, size_t n,
		    char out[JSON_FIX_SIZE]);

#endif
