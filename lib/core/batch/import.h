/*
 * Imports a user's records from any format.  A record keeps its id, order and
 * creation time, and gets a new stamp, so that clients receive it.  Existing
 * records are unchanged, so importing twice changes nothing; deleted records
 * are restored; the rules refuse what they would refuse over HTTP.  Nobody is
 * notified.
 */
#ifndef CORE_BATCH_IMPORT_H
#define CORE_BATCH_IMPORT_H

#include <stddef.h>

#include "core/ctx.h"

struct exported;
struct task;

enum import_verdict {
	IMPORT_MADE,
	IMPORT_THERE,
	IMPORT_REFUSED,
	IMPORT_LATER
};

/*
 * Imports a record before the last write transaction if possible: tasks, steps
 * and files of new lists, which nobody sees yet (import_staging.h), and
 * existing records.  IMPORT_LATER: import_record() must do it.
 */
enum import_verdict	 import_ahead(struct ctx *,
			    const struct exported *, const char **why);
/*
 * Imports a record within the last write transaction.  *why is a phrase for
 * people if it was refused or exists.
 */
enum import_verdict	 import_record(struct ctx *,
			    const struct exported *, const char **why);
/* Puts the caller's tags on a task that was just made, also in a new list: each
 * tag once. */
void			 import_tags(struct ctx *, const char *task,
			    const char *const *tags, size_t);
/* A phrase for people: why a record with that outcome was refused. */
const char		*import_reason(enum outcome);
/* The id of an attachment that was deleted from the task is free again. */
void			 import_free_file_id(struct ctx *, const struct task *,
			    const char *id);

#endif
