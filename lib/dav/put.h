/*
 * PUT of an item: what of a client's text becomes of the task.
 */
#ifndef DAV_PUT_H
#define DAV_PUT_H

#include <stdbool.h>

struct req;

/* The `before` step: reads the text.  False if refused. */
bool	 put_before(struct req *);
/* 201, 204; or refused. */
void	 put_handle(struct req *);

#endif
