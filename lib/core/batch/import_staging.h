/*
 * New lists of an import, before anybody sees them.  They belong to a
 * placeholder user and count as deleted, so that they can be filled in many
 * short transactions, and handed to the user at once in the last one.  The next
 * import or docket-cleanup discards what a killed import left.  Only one import
 * runs at a time, on any machine: stage_claim().
 */
#ifndef CORE_BATCH_IMPORT_STAGING_H
#define CORE_BATCH_IMPORT_STAGING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct list;

/* Outside a transaction: claims the placeholder until stage_release(), or the
 * end of the connection.  False if an import of another process has it. */
bool	 stage_claim(struct ctx *);
void	 stage_release(struct ctx *);

/* The context of the placeholder user. */
struct ctx	 stage_ctx(const struct ctx *);
bool	 stage_is_user(const char *user);
/* Is it one of those lists? */
bool	 stage_has(struct ctx *, const char *list);
/* Creates one, within a write transaction.  False if the caller would have too
 * many lists. */
bool	 stage_list(struct ctx *, const struct list *);
/* Has the caller reached the limit of text? */
bool	 stage_text_full(struct ctx *);
/* Hands a list to the caller, after the lists in no group.  False if it is not
 * such a list. */
bool	 stage_take(struct ctx *, const char *list);
/* Call when all are handed over. */
void	 stage_end(struct ctx *);

/*
 * A tag that the caller will get: hidden until stage_tag_show(), though it can
 * be in tag sets, as a deleted one.  CREATED, with its id; LIMIT_REACHED if the
 * caller would have too many, with the `more` that are hidden.
 */
enum outcome	 stage_tag(struct ctx *, const char *name, const char *space,
		    int64_t more, const char **id);
/* Shows it.  EXISTED, and the other takes its place, if the caller has made a
 * tag of that name meanwhile.  *stamp is the tag's. */
enum outcome	 stage_tag_show(struct ctx *, const char *id, const char *name,
		    int64_t *stamp);
/* Removes it, if it is still hidden and on no task. */
void	 stage_tag_drop(struct ctx *, const char *id);

/* Are there lists left by an interrupted import? */
bool	 stage_left(struct ctx *);
/* Removes at most about `max` records of those; false when nothing is left. */
bool	 stage_discard(struct ctx *, int max);

#endif
