/*
 * The lists that an access token or a calendar feed is limited to: an array of
 * ids in JSON, 16 bytes each as they are stored.
 */
#ifndef WEB_LISTS_H
#define WEB_LISTS_H

#include <stddef.h>

struct jw;
struct req;

/* Writes the member; lists NULL: null. */
void		 lists_put(struct jw *, const char *name, const void *lists,
		    size_t len);
/* Reads the member of the body: each list once, in its order; *len: the bytes.
 * NULL if refused, since the caller does not reach one of them. */
const void	*lists_read(struct req *, const char *name, size_t *len);

#endif
