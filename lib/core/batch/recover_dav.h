/*
 * Recovers what clients of CalDAV keep: the names, UIDs and texts of tasks and
 * steps, and the name and properties of a list.
 */
#ifndef CORE_BATCH_RECOVER_DAV_H
#define CORE_BATCH_RECOVER_DAV_H

#include "core/ctx.h"

struct recovery;

/* Of the tasks and steps that are in the list and have none. */
void	 recover_texts(struct recovery *, struct ctx *owner, const char *list);
/* `user`: of that user alone; NULL: of everybody who can reach the list. */
void	 recover_collection(struct recovery *, const char *list,
	    const char *user);

#endif
