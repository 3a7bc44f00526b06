/*
 * What users have imported: for 30 days, an import is known with what it made,
 * so that it can be undone (import_undo.h).  Until it is complete, it belongs
 * to the placeholder user (import_staging.h), and nobody sees it.
 */
#ifndef CORE_BATCH_IMPORTS_H
#define CORE_BATCH_IMPORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/feed.h"
#include "core/field.h"

struct record_kind;
struct rows;

struct imported {
	const char	*id;
	const char	*format;
	const char	*filename;
	int64_t		 created_at;
	const char	*counts;	/* JSON, as in answers */
	const char	*lists;
	const char	*reasons;
	const char	*columns;	/* or NULL */
};

extern const struct record_kind kind_imported;

/* Within a write transaction: begins one, which nobody sees yet. */
void		 imported_begin(struct ctx *, const struct imported *);
/* The same: gives it to the caller, if they do not have it yet, with what it
 * now says. */
void		 imported_end(struct ctx *, const struct imported *);
/* Has the caller as many as are kept? */
bool		 imported_full(struct ctx *);

/* Has made a record: the stamp is that of its row in the feed. */
void		 imported_made(struct ctx *, const char *import,
		    enum feed_kind, const char *id, int64_t stamp);
/* The same for a task with all of its parts, for a part (step, attachment, My
 * Day entry) of a task, and for a list that is complete. */
void		 imported_made_task(struct ctx *, const char *import,
		    const char *task);
void		 imported_made_part(struct ctx *, const char *import,
		    enum feed_kind, const char *id, const char *task);
void		 imported_made_list(struct ctx *, const char *import,
		    const char *list);

/* Of the last 30 days.  DONE or IMPORT_NOT_FOUND. */
enum outcome	 imported_get(struct ctx *, const char *id,
		    struct imported *);
/* Those, newest first. */
struct rows	*imported_all(struct ctx *);

/* Is there one that was interrupted, or what it staged? */
bool		 imported_left(struct ctx *);
/* Removes at most about `max` records of those; false when nothing is left. */
bool		 imported_discard(struct ctx *, int max);

#endif
