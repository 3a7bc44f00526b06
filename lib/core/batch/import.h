/*
 * Imports a user's records from any format.  A record keeps its id, order and
 * creation time, and gets a new stamp, so that clients receive it.  Existing
 * records are unchanged, so importing twice changes nothing; deleted records
 * are restored; the rules refuse what they would refuse over HTTP.  Nobody is
 * notified.
 */
#ifndef CORE_BATCH_IMPORT_H
#define CORE_BATCH_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct content;
struct task;

enum import_kind {
	IMPORT_GROUP,
	IMPORT_LIST,		/* after its group */
	IMPORT_TASK,		/* after its list */
	IMPORT_STEP,		/* after its task */
	IMPORT_MY_DAY,
	IMPORT_ATTACHMENT,
	IMPORT_KIND__MAX
};

/* Texts are within the interface's bounds, ids UUIDs in lower case. */
struct import_record {
	enum import_kind kind;
	const char	*id;		/* none for My Day */
	const char	*parent;	/* a list's group or NULL; a task's
					 * list; the task of a step, entry or
					 * file */
	const char	*title;		/* a file's name */
	const char	*rank;		/* NULL or invalid: at the bottom */
	int64_t		 created_at;	/* 0: now */
	bool		 done;
	int64_t		 completed_at;	/* 0: not known */
	bool		 starred;
	const char	*due_date;	/* My Day: the day it was added on */
	const char	*notes;
	int64_t		 notes_at;
	const char	*assignee_id;	/* dropped if they cannot reach it */
	int64_t		 reminder_at;
	const char	*recurrence;
	struct content	*content;	/* finished */
};

enum import_verdict {
	IMPORT_MADE,
	IMPORT_THERE,
	IMPORT_REFUSED,
	IMPORT_LATER,
	IMPORT_VERDICT__MAX
};

/*
 * Imports a record before the last write transaction if possible: tasks and
 * steps of new lists, which nobody sees yet (stage.h), and existing records.
 * IMPORT_LATER: import_record() must do it.
 */
enum import_verdict	 import_ahead(struct ctx *,
			    const struct import_record *, const char **why);
/*
 * Imports a record within the last write transaction.  *why is a phrase for
 * people if it was refused or exists.
 */
enum import_verdict	 import_record(struct ctx *,
			    const struct import_record *, const char **why);
/* A phrase for people: why a record with that outcome was refused. */
const char		*import_reason(enum outcome);
/* The id of an attachment that was deleted from the task is free again. */
void			 import_free_file_id(struct ctx *, const struct task *,
			    const char *id);

#endif
