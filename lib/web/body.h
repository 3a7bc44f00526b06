/*
 * Reads a request: its body within limits, the fields in the route's table, the
 * query.
 */
#ifndef WEB_BODY_H
#define WEB_BODY_H

#include <stdbool.h>

struct req;

#define BODY_MAX	(1024 * 1024)	/* bytes of a JSON body */

/*
 * Reads the body into memory.  False if refused: too large, cut off, a
 * CONTENT_LENGTH that is not a number.
 */
bool	 body_read(struct req *);
/*
 * Reads the route's fields into values.  Stores errors in body_problem and
 * errors, which are answered only after the caller's access has been checked.
 */
void	 body_fields(struct req *);
/* CONTENT_LENGTH: -1 if there is none, -2 if it is not a number. */
long long	 body_length(const struct req *);

#endif
