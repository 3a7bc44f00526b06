/*
 * ETags.  A record's ETag is its updatedAt in quotes, so that clients that sync
 * know it and can write conditionally.  Other answers are hashed.
 */
#ifndef WEB_ETAG_H
#define WEB_ETAG_H

#include <stdbool.h>
#include <stdint.h>

struct req;

/*
 * Does a list of entity tags, or "*", contain that one?  Ignores the difference
 * between weak and strong, and "-gzip" before the closing quote, which web
 * servers add when they compress.
 */
bool		 etag_matches(const char *list, const char *etag);
/* The ETag of an answer in memory: a hash of its body. */
void		 etag_of_body(struct req *);
/* The ETag of a record. */
const char	*etag_of_stamp(struct req *, int64_t stamp);

#endif
