/*
 * Reads a long JSON object, such as an export, piece by piece.  Each member's
 * value is a piece; each element of a member that is an array is a piece, too.
 * json_read() checks pieces that are objects.
 */
#ifndef BASE_JSON_STREAM_H
#define BASE_JSON_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct arena;
struct json_stream;

#ifndef JSON_PIECE_MAX			/* less when fuzzed */
#define JSON_PIECE_MAX	(1024 * 1024)	/* bytes of one piece */
#endif

struct json_piece {
	const char	*member;	/* of the top level; as written, not
					 * unescaped */
	bool		 element;	/* of an array */
	const char	*text;		/* until the next piece */
	size_t		 len;
};

/* read is like read(2): bytes, 0 at the end, -1 on failure. */
struct json_stream *json_stream_new(struct arena *,
		    ssize_t (*read)(void *arg, void *, size_t), void *arg);

/*
 * The next piece.  False at the end, with *why NULL, and if the text is
 * malformed, with *why a sentence for people.  Only white space may follow the
 * object.
 */
bool		 json_stream_next(struct json_stream *, struct json_piece *,
		    const char **why);

#endif
