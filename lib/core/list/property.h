/*
 * Properties that clients of CalDAV set on a list, each for their own user.
 */
#ifndef CORE_LIST_PROPERTY_H
#define CORE_LIST_PROPERTY_H

#include <stddef.h>

#include "core/ctx.h"

struct property {
	const char	*list_id;
	const char	*name;		/* the namespace, a blank, the name */
	const char	*value;		/* the whole element, as XML */
};

#define CAP_PROPERTIES	50		/* of a user on a list */
#define PROPERTY_MAX	(16 * 1024)	/* bytes of one */
#define PROPERTIES_MAX	(4 * 1024 * 1024) /* bytes of a user's */

/* The caller's on a list, or NULL: on all; by their names. */
size_t		 property_all(struct ctx *, const char *list,
		    struct property **);
/* Sets one; value NULL: removes it.  DONE; LIMIT_REACHED if there are too many,
 * or it is too long. */
enum outcome	 property_set(struct ctx *, const char *list, const char *name,
		    const char *value);

#endif
