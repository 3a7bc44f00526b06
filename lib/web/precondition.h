/*
 * If-Match, and If-None-Match on PUT (RFC 9110 section 13): a change is made
 * only if the record is in the version that the client knows.
 */
#ifndef WEB_PRECONDITION_H
#define WEB_PRECONDITION_H

#include <stdbool.h>

struct req;

/*
 * Call within the transaction, before the work.  Compares the headers with the
 * updatedAt of the record that the path names, even if the path has no GET; on
 * other paths with the ETag of GET, if there is one.  Ignores missing records,
 * which the handler reports.  False if refused.
 */
bool	 precondition_holds(struct req *);

#endif
