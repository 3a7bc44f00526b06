/*
 * Recovers the parts of a list's tasks.  `user`: of that user alone; NULL: of
 * everybody who can reach the list.
 */
#ifndef CORE_BATCH_RECOVER_PARTS_H
#define CORE_BATCH_RECOVER_PARTS_H

#include <stdbool.h>

#include "core/ctx.h"

struct recovery;
struct tag;
struct task;

/* The task, if it is live in that list.  Parts of any other are left out. */
bool	 recover_task_in(const struct recovery *, const char *list,
	    const char *id, struct task *);
void	 recover_steps(struct recovery *, struct ctx *owner, const char *list);
void	 recover_my_day(struct recovery *, const char *list, const char *user);
void	 recover_tag_sets(struct recovery *, const char *list,
	    const char *user);
/* The tag, unless it exists: CREATED; EXISTED with the tag of that id or name;
 * LIMIT_REACHED. */
enum outcome	 recover_tag(struct ctx *, const char *id, const char *name,
		    struct tag *);

#endif
