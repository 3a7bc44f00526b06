/*
 * The audit in answers: {"items", "next", "more"} in pages by `limit` and
 * `after`, the newest first.  `next` is the time of the last item.
 */
#ifndef WEB_AUDIT_PAGE_H
#define WEB_AUDIT_PAGE_H

#include <stdbool.h>
#include <stdint.h>

struct jw;
struct req;

struct audit_page {
	int64_t		 limit;
	int64_t		 before;
};

/* Reads the two parameters.  False if refused. */
bool	 audit_page_read(struct req *, struct audit_page *);
/* Writes the three members into an open object.  scope: a user's id, or NULL
 * for all; about: each item says which user it is about. */
void	 audit_page_put(struct req *, struct jw *, const struct audit_page *,
	    const char *scope, bool about);

#endif
