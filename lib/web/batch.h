/*
 * Many requests in one: each row is a request with its own transaction, rights,
 * limits and replay; one answer contains those of all rows.
 */
#ifndef WEB_BATCH_H
#define WEB_BATCH_H

#include "web/request.h"

#define BATCH_MAX	100	/* rows */

/* Fields of the route that calls batch_run(). */
extern const struct field batch_fields[];

/*
 * Runs the rows in order and answers 200 with the answer of each.  Rows that
 * would start after BATCH_SECONDS get 503 busy, so that no batch delays others;
 * rows after an error get 424 not-attempted if the batch asks for it.
 */
void	 batch_run(struct req *);

#endif
