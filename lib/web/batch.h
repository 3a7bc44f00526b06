/*
 * Many requests in one: each row is a request with its own transaction, rights,
 * limits and replay; one answer contains those of all rows.
 */
#ifndef WEB_BATCH_H
#define WEB_BATCH_H

#include "core/field.h"
#include "web/request.h"

/* Fields of the route that calls batch_run(). */
extern const struct field batch_fields[];

/*
 * Runs the rows in order and answers 200 with the answer of each.  After 5
 * seconds the rows that are left get 503 busy, so that no batch delays others;
 * with stopOnError, rows after an error get 424 not-attempted.  On SQLite, the
 * rows of 20 ms wait for the disk once (db_gather()).
 */
void	 batch_run(struct req *);

#endif
