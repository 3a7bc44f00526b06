/*
 * Many requests in one: each row is a request of its own, with its own
 * transaction, rights, limits and replay; what the rows answer is one answer.
 */
#ifndef WEB_BATCH_H
#define WEB_BATCH_H

#include "web/request.h"

#define BATCH_MAX	100	/* rows */

/* Of the route that answers with batch_run(). */
extern const struct field batch_fields[];

/*
 * Runs the rows in their order and answers 200 with what each of them answers.
 * Rows whose turn comes after BATCH_SECONDS are answered with 503 busy, so that
 * no batch keeps others waiting; after an error, where the batch asks for it,
 * with 424 not-attempted.
 */
void	 batch_run(struct req *);

#endif
