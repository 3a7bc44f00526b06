/*
 * A long JSON object read piece by piece: what json_read() is too small for,
 * such as an export.  Its members' values come one after another as texts; of a
 * member that is an array, each element is a piece of its own.  A piece that is
 * an object is for json_read() to judge.
 */
#ifndef BASE_JSON_STREAM_H
#define BASE_JSON_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct arena;
struct jsonparts;

#ifndef JSONPARTS_MAX			/* less where it is fuzzed */
#define JSONPARTS_MAX	(1024 * 1024)	/* bytes of one piece */
#endif

struct jsonpart {
	const char	*member;	/* of the top; as written, unescaped not */
	bool		 element;	/* of an array */
	const char	*text;		/* until the next piece */
	size_t		 len;
};

/* read is like read(2): bytes, 0 at the end, -1 on failure. */
struct jsonparts *jsonparts_new(struct arena *,
		    ssize_t (*read)(void *arg, void *, size_t), void *arg);

/*
 * The next piece.  False at the end, and where the text is not of that form;
 * then *why says so in one sentence for a person, and at the end it is NULL.
 * Behind the object only white space may follow.
 */
bool		 jsonparts_next(struct jsonparts *, struct jsonpart *,
		    const char **why);

#endif
