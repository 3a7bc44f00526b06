/*
 * Reading what came with a request: its body within limits, the fields that
 * the route's table names, the query.
 */
#ifndef WEB_BODY_H
#define WEB_BODY_H

#include <stdbool.h>

struct req;

#define BODY_MAX	(1024 * 1024)	/* bytes of a JSON body */

/*
 * The body into memory.  False where it has been refused: too large, cut off,
 * a CONTENT_LENGTH that is no number.
 */
bool	 body_read(struct req *);
/*
 * The fields of the route into values.  What is wrong is noted in body_problem
 * and errors, to be told once the caller is known to be allowed to hear it.
 */
void	 body_fields(struct req *);
/* CONTENT_LENGTH: -1 where there is none, -2 where it is no number. */
long long	 body_length(const struct req *);

#endif
