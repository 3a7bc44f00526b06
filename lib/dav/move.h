/*
 * MOVE of an item (RFC 4918, section 9.9): to another of the caller's lists, or
 * to another name.
 */
#ifndef DAV_MOVE_H
#define DAV_MOVE_H

struct collection;
struct item;
struct req;

/* 201, 204; 403, 404, 409, 412, 502, 507. */
void	 move_answer(struct req *, const struct collection *,
	    const struct item *);

#endif
