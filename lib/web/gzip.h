/*
 * Answers of JSON, compressed (RFC 9110 section 8.4.1.3) for clients that take
 * it.  Here and not in a web server, since a server compresses only an answer
 * that it holds whole, and the long ones pass it as they are written.
 */
#ifndef WEB_GZIP_H
#define WEB_GZIP_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct req;

#define GZIP_MARK	"-gzip\""	/* what its ETag ends with */
#define GZIP_LEAST	1024	/* bytes that are worth it */

/* May this answer be compressed?  Not one that holds a secret beside what its
 * caller chose: its length would tell of it (BREACH). */
bool	 gzip_may(const struct req *);
/* Does the client take it so? */
bool	 gzip_wanted(const struct req *);
/* Adds the next bytes, compressed, to the buffer; the last with `end`. */
void	 gzip_add(struct req *, struct buf *, const char *, size_t, bool end);

#endif
