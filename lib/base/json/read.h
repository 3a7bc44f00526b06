/*
 * A strict JSON reader.  json_read() accepts exactly the texts of RFC 8259
 * whose top is an object; cJSON parses what passes.  The caller frees the tree
 * with json_free().
 *
 * A text is read twice because cJSON accepts more than RFC 8259, names no byte
 * for what it refuses, and rounds numbers.  The check builds nothing, so it is
 * the cheaper half: of the instructions of json_read() it takes 44 % for 1 KiB
 * of tasks (43,000 of 98,000) and 39 % for 100 KiB (3.6 of 9.3 million), as
 * counted by valgrind --tool=callgrind --toggle-collect=json_read.
 */
#ifndef BASE_JSON_READ_H
#define BASE_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cJSON;

#define JSON_DEPTH	32	/* the deepest nesting accepted */

/*
 * Read one JSON text.  Returns its tree, or NULL with *why set to one sentence
 * for a person ("byte 17: a member name is repeated"; the first byte of a text
 * is byte 1): not UTF-8 (RFC 3629: no surrogates, no overlong forms), a byte
 * order mark, not JSON (numbers, escapes, control characters, white space
 * exactly as RFC 8259 says), the top not an object, anything but white space
 * behind it, deeper than JSON_DEPTH (the top counts), a member name repeated in
 * one object (compared after unescaping), a lone surrogate escape, U+0000 in a
 * string or name by escape or byte.  *why is in the arena, and unchanged on
 * success.  Every number that the grammar allows is accepted; fields check
 * ranges.  Read integers with json_int(): in the tree, a number
 * that a double might round to an integer (0.99999999999999999, 1e-400) is
 * infinity.
 */
struct cJSON	*json_read(struct arena *, const char *text, size_t len,
		    const char **why);
/* Frees a tree; NULL is allowed. */
void		 json_free(struct cJSON *);

/* The member of that name (case matters), or NULL; NULL if it is not an
 * object. */
const struct cJSON *json_member(const struct cJSON *, const char *name);
/*
 * The value of a number that is an integer within -(2^53-1) to 2^53-1 as
 * written (1, 1.0, 1e2, -0 are; 1.5, 1e400, 9007199254740993 and
 * 0.99999999999999999 are not).  For these, for other types and for NULL:
 * false, and the output is unchanged.
 */
bool		 json_int(const struct cJSON *, int64_t *);

#endif
