/*
 * ETags: that of a record is its updatedAt in quotes, which the feed tells too,
 * so that whoever syncs can write conditionally; that of another answer is made
 * of its bytes.
 */
#ifndef WEB_ETAG_H
#define WEB_ETAG_H

#include <stdbool.h>
#include <stdint.h>

struct req;

/*
 * Does a list of entity tags, or "*", name that one?  Weak and strong are alike
 * here, and so is one with the "-gzip" that web servers put before the closing
 * quote of what they compress.
 */
bool		 etag_matches(const char *list, const char *etag);
/* The ETag of an answer in memory: a hash of its body. */
void		 etag_of_body(struct req *);
/* That of a record. */
const char	*etag_of_stamp(struct req *, int64_t stamp);

#endif
