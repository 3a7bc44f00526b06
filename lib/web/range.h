/*
 * Range requests (RFC 9110 section 14): one range of bytes.
 */
#ifndef WEB_RANGE_H
#define WEB_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct req;

/*
 * Sets status and the part of the file to be sent: 200 with all of it, 206 with
 * the range asked for.  Several ranges, or another unit, or an If-Range that is
 * not the present ETag, give all.  False where it was refused (416).
 */
bool	 range_choose(struct req *, int64_t size);

#endif
