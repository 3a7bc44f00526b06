/*
 * Brings one list or one user back from a backup, beside everything that came
 * later.  Missing records are created and deleted ones restored, with their
 * ids; what exists is left as it is, so that recovering twice changes nothing.
 * Everything gets new stamps, so that clients receive it.  Nobody is notified.
 */
#ifndef CORE_BATCH_RECOVER_H
#define CORE_BATCH_RECOVER_H

#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

struct arena;
struct recovery;
struct user;

/* A list in a backup. */
struct recoverable {
	const char	*id;
	const char	*owner_id;
	const char	*email;		/* the owner's */
	int64_t		 tasks;
};

/* The lists with that id or title, of that owner unless it is NULL; returns how
 * many, *out in the arena. */
size_t	 recover_find(struct ctx *from, const char *list, const char *owner,
	    struct recoverable **out);

/* The present owner of a list, in the arena; NULL if it is gone. */
const char	*recover_owner(struct ctx *to, struct arena *,
		    const char *list);
/*
 * A list, for its present owner, with its tasks, steps, attachments, and
 * everybody's tags and My Day entries on them.  If the list is gone, it returns
 * to the owner it had, who must exist, and its members return too, except those
 * who have left it.
 */
void	 recover_list(struct recovery *, const char *list);
/*
 * A user: the account if it was removed, groups, tags, settings, the lists they
 * own and, if they were removed, their places in lists of others, which can
 * have been theirs.
 */
void	 recover_user(struct recovery *, const struct user *);

#endif
