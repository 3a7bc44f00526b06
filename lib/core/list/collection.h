/*
 * Lists as the collections of CalDAV.
 */
#ifndef CORE_LIST_COLLECTION_H
#define CORE_LIST_COLLECTION_H

#include <stdint.h>

#include "core/ctx.h"

struct collection {
	const char	*id;
	const char	*title;
	const char	*owner_id;
	const char	*role;
	const char	*dav_name;	/* that a client gave it, or NULL */
	int64_t		 newest;	/* stamp of the last change of a resource */
	int64_t		 tags_at;	/* of the user's own tags on one */
};

/* DONE or LIST_NOT_FOUND: the caller's list of that id, or that they made under
 * that name. */
enum outcome	 collection_find(struct ctx *, const char *name,
		    struct collection *);

/* The name under which the caller's clients know one of their lists. */
void		 collection_name(struct ctx *, const char *list,
		    const char *name);

#endif
