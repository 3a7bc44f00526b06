/*
 * A recovery from a backup: where from, where to, and what became of each
 * record.
 */
#ifndef CORE_BATCH_RECOVERY_H
#define CORE_BATCH_RECOVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

struct exported;

struct recovery {
	struct ctx	*from;		/* a backup of this schema */
	struct ctx	*to;		/* the service; writing */
	/* Says what was left out; if `refused`, the transaction must be rolled
	 * back. */
	void		(*report)(void *arg, bool refused, const char *what,
			    const char *id, const char *why);
	void		*arg;
	struct recovered_content *contents;	/* recover_files.h */
	size_t		 content_count;
	int64_t		 created;
	int64_t		 existing;
	int64_t		 refused;
};

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
/* Says that a record was left out, or that it was refused. */
void	 recover_leave_out(struct recovery *, const char *what, const char *id,
	    const char *why);
void	 recover_refuse(struct recovery *, const char *what, const char *id,
	    const char *why);

#endif
