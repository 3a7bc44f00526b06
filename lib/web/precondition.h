/*
 * If-Match, and If-None-Match on PUT (RFC 9110 section 13): a change is made
 * only where the record is in the version that the client knows.
 */
#ifndef WEB_PRECONDITION_H
#define WEB_PRECONDITION_H

#include <stdbool.h>

struct req;

/*
 * Within the transaction, before the work.  The headers are held against the
 * updatedAt of the record that the path names, whether or not GET has the path;
 * on the other paths against the ETag that GET has there, and where there is
 * none they say nothing.  Nor do they of a record that is not found: that is the
 * handler's to say.  False where refused.
 */
bool	 precondition_holds(struct req *);

#endif
