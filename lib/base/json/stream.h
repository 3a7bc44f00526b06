/*
 * Reads long JSON, such as an export, in one pass and in constant memory.  The
 * caller goes from value to value, enters the objects and arrays that it wants
 * to see from within, and takes or skips the others whole.  json_read() checks
 * what was taken if it is an object; of the rest only the end is found.
 */
#ifndef BASE_JSON_STREAM_H
#define BASE_JSON_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct arena;
struct json_stream;

#ifndef JSON_PIECE_MAX			/* less when fuzzed */
#define JSON_PIECE_MAX	(1024 * 1024)	/* bytes of a value that is taken */
#endif
#define JSON_STREAM_DEPTH	16	/* containers within each other */

enum json_type {
	JSON_NONE,		/* the end of the container, or malformed */
	JSON_SCALAR,
	JSON_OBJECT,
	JSON_ARRAY
};

struct json_piece {
	const char	*text;		/* until the next call */
	size_t		 len;
};

/* read is like read(2): bytes, 0 at the end, -1 on failure.  With `lines` there
 * may be several values at the top, with commas between them or without. */
struct json_stream *json_stream_new(struct arena *,
		    ssize_t (*read)(void *arg, void *, size_t), void *arg,
		    bool lines);

/*
 * Goes on to the next member or element of the container that was entered last,
 * at first to the value at the top; a value that was neither entered nor taken
 * is skipped.  JSON_NONE leaves the container; at the top it is the end of the
 * text, where only white space may follow.
 */
enum json_type	 json_stream_next(struct json_stream *);
/* The name of the member, as written, not unescaped; "" of an element. */
const char	*json_stream_member(const struct json_stream *);
/* Enters the object or array that json_stream_next() has found. */
void		 json_stream_enter(struct json_stream *);
/* Takes the value that json_stream_next() has found: false if malformed. */
bool		 json_stream_take(struct json_stream *, struct json_piece *);
/* A sentence for people if the text is malformed, otherwise NULL. */
const char	*json_stream_why(const struct json_stream *);

#endif
