/*
 * ETags.  A record's ETag is its updatedAt in quotes, so that clients that sync
 * know it and can write conditionally.  Other answers are hashed.
 */
#ifndef WEB_ETAG_H
#define WEB_ETAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct req;

/*
 * Does a list of entity tags, or "*", contain that one?  Ignores the difference
 * between weak and strong, and "-gzip" before the closing quote, which web
 * servers add when they compress.
 */
bool		 etag_matches(const char *list, const char *etag);
/* Takes a part of a long answer into account.  Call for each but the last. */
void		 etag_of_part(struct req *, const void *, size_t);
/* The ETag of an answer, whose last part is in memory: a hash of its body. */
void		 etag_of_body(struct req *);
/* The ETag of a record. */
const char	*etag_of_stamp(struct req *, int64_t stamp);

#endif
