/*
 * Range requests (RFC 9110 section 14): one range of bytes.
 */
#ifndef WEB_RANGE_H
#define WEB_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct req;

/*
 * Sets the status and the part of the file to send: 200 with all of it, or 206
 * with the requested range.  Several ranges, another unit, or an If-Range that
 * is not the current ETag give all.  False if refused (416).
 */
bool	 range_choose(struct req *, int64_t size);

#endif
