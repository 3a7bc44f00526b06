/*
 * Brings one list or one user back from a backup, beside everything that came
 * later.  Missing records are created and deleted ones restored, with their
 * ids; what exists is left as it is, so that recovering twice changes nothing.
 * Everything gets new stamps, so that clients hear of it.  Nobody is notified.
 */
#ifndef CORE_BATCH_RECOVER_H
#define CORE_BATCH_RECOVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/batch/import.h"
#include "core/ctx.h"

struct tag;
struct user;

struct recovery {
	struct ctx	*from;		/* a backup with this program's schema */
	struct ctx	*to;		/* the service, in a write transaction */
	/* Says what was left out; if `refused`, the transaction must be rolled
	 * back. */
	void		(*tell)(void *arg, bool refused, const char *what,
			    const char *id, const char *why);
	void		*arg;
	int64_t		 created;
	int64_t		 existing;
	int64_t		 refused;
};

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

/*
 * A list of a user who exists, with its tasks, steps, attachments, and
 * everybody's tags and My Day entries on them.  If the list is gone, its
 * members return too, except those who have left it.
 */
void	 recover_list(struct recovery *, const char *list);
/*
 * A user: the account if it was removed, groups, tags, settings, the lists they
 * own and, if they were removed, their places in lists of others.
 */
void	 recover_user(struct recovery *, const struct user *);

/*
 * For recover.c: the parts of a list's tasks (recover_parts.c).  `user`: of
 * that user alone; NULL: of everybody who can reach the list.
 */
void	 recover_steps(struct recovery *, struct ctx *owner, const char *list);
void	 recover_files(struct recovery *, struct ctx *owner, const char *list);
void	 recover_my_day(struct recovery *, const char *list, const char *user);
void	 recover_tag_sets(struct recovery *, const char *list,
	    const char *user);
/* The tag, unless it exists: CREATED; EXISTED with the tag of that id or name;
 * LIMIT_REACHED. */
enum outcome	 recover_tag(struct ctx *, const char *id, const char *name,
		    struct tag *);

/* The service as that user sees it. */
struct ctx	 recover_as(const struct recovery *, const char *user);
/* Empties both arenas, after a record. */
void	 recover_next(struct recovery *);
/* Counts a record; says why if it was refused. */
void	 recover_count(struct recovery *, const char *what, const char *id,
	    enum outcome);
/* Imports and counts a record; true if it was created. */
bool	 recover_import(struct recovery *, struct ctx *, const char *what,
	    const struct exported *);

#endif
