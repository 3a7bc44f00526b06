/*
 * Compresses JSON answers (RFC 9110 section 8.4.1.3) for clients that accept
 * it.  Web servers compress only answers that they buffer, and long answers are
 * streamed.
 */
#ifndef WEB_GZIP_H
#define WEB_GZIP_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct req;

#define GZIP_SUFFIX	"-gzip\""	/* suffix of the ETag */
#define GZIP_LEAST	1024	/* bytes that are worth compressing */

/* May this answer be compressed?  Not if it contains a secret next to text that
 * the caller chose: its length would reveal it (BREACH). */
bool	 gzip_may(const struct req *);
/* Does the client accept gzip? */
bool	 gzip_wanted(const struct req *);
/* Adds the next bytes, compressed, to the buffer; the last with `end`. */
void	 gzip_add(struct req *, struct buf *, const char *, size_t, bool end);
/* Ends the compression of an answer that is not sent. */
void	 gzip_drop(struct req *);

#endif
