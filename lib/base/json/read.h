/*
 * JSON: a strict reader and a streaming writer.
 *
 * json_read() accepts exactly the texts of RFC 8259 whose top is an object;
 * cJSON parses what passes.  The caller frees the tree with json_free().
 *
 * A struct jw appends to a struct buf and, if it has a drain, passes the buffer
 * on whenever it is full, so memory stays constant.  The writer places the
 * commas.
 */
#ifndef BASE_JSON_JSON_H
#define BASE_JSON_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

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
 * string or name by escape or byte.  *why is in the arena and left alone on
 * success.  Numbers: any that the grammar allows are accepted; ranges are
 * checked by the fields.  Read integers with json_int(): in the tree, a number
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

/* The writer.  Zero-initialise, give it a buffer (and a drain). */
struct jw {
	struct buf	*out;
	/* or NULL; takes the whole buffer, which is then emptied */
	void		(*drain)(void *, struct buf *);
	void		*drain_arg;
	size_t		 drain_at;	/* bytes in the buffer that drain it */
	bool		 comma;		/* a value came before on this level */
};

void	 jw_object(struct jw *);	/* { */
void	 jw_object_end(struct jw *);	/* }; drains where due */
void	 jw_array(struct jw *);
void	 jw_array_end(struct jw *);	/* ]; drains where due */
/* A member's name; exactly one value must follow.  ASCII without escapes. */
void	 jw_name(struct jw *, const char *);
/* Values.  Text is valid UTF-8; NULL is written as null. */
void	 jw_text(struct jw *, const char *);
void	 jw_int(struct jw *, int64_t);
void	 jw_bool(struct jw *, bool);
void	 jw_null(struct jw *);
/* A value that is JSON already; NULL is written as null. */
void	 jw_json(struct jw *, const char *);
/* Name and value together. */
void	 jw_put_text(struct jw *, const char *name, const char *);
/* Text that needs no escapes: ids, dates. */
void	 jw_put_plain(struct jw *, const char *name, const char *);
void	 jw_put_int(struct jw *, const char *name, int64_t);
void	 jw_put_bool(struct jw *, const char *name, bool);
/* A stamp of base/date.h in its canonical form; with _or_null, 0 is null. */
void	 jw_put_stamp(struct jw *, const char *name, int64_t);
void	 jw_put_stamp_or_null(struct jw *, const char *name, int64_t);

#endif
