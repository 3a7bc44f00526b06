/*
 * The body of a request: read within limits, and the values of the fields in
 * the route's table.
 */
#ifndef WEB_BODY_H
#define WEB_BODY_H

#include <stdbool.h>

struct field;
struct req;
struct value;
struct values;

#define BODY_MAX	(1024 * 1024)	/* bytes of a JSON body */

/*
 * Reads the body into memory.  False if refused: too large, cut off, a
 * CONTENT_LENGTH that is not a number.
 */
bool	 body_read(struct req *);
/*
 * Reads the route's fields into rq->body.values.  Keeps what is wrong in
 * rq->body.problem and the reply's errors, which are answered only after the
 * caller's access has been checked.
 */
void	 body_fields(struct req *);
/* CONTENT_LENGTH: -1 if there is none, -2 if it is not a number. */
long long	 body_length(const struct req *);

/* The values of the request, checked by the route's fields. */
const struct value	*field(struct req *, const char *name);
const struct value	*value_of(const struct values *, const char *name);
bool			 field_given(struct req *, const char *name);
bool			 field_has_value(struct req *, const char *name); /* not null */
const char		*field_text(struct req *, const char *name);
bool			 field_bool(struct req *, const char *name);
/* Does the position say the top?  `otherwise` if it is not given. */
bool			 field_top(struct req *, bool otherwise);
/* Stores the values of a record's fields into its struct; returns the set of
 * those that were given (core/record.h). */
unsigned		 field_record(struct req *,
			    const struct field *of_record, void *record);

#endif
