/*
 * Bringing a user's records in, whatever form they were read from.  A record
 * keeps its id, its order and when it was made; it gets a new stamp, since
 * clients are to hear of it.  What is there already is left as it is, so that
 * importing twice changes nothing; what was deleted comes back; what the rules
 * refuse is refused as it would be over HTTP.  Nobody is notified.
 */
#ifndef CORE_BATCH_IMPORT_H
#define CORE_BATCH_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct content;

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
	const char	*parent;	/* list's group or NULL; task's list;
					 * a step's, entry's, file's task */
	const char	*title;		/* a file's name */
	const char	*rank;		/* NULL or no rank: at the bottom */
	int64_t		 created_at;	/* 0: now */
	bool		 done;
	int64_t		 completed_at;	/* 0: not known */
	bool		 starred;
	const char	*due_date;	/* My Day: the day it was added on */
	const char	*notes;
	int64_t		 notes_at;
	const char	*assignee_id;	/* dropped where they do not reach it */
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
 * One record of the caller, as far as it can be done before the last write
 * transaction: tasks and steps of new lists, which nobody sees yet (stage.h),
 * and what is there already.  IMPORT_LATER: it is import_record()'s.
 */
enum import_verdict	 import_ahead(struct ctx *,
			    const struct import_record *, const char **why);
/*
 * One record of the caller, within the last write transaction.  *why is one
 * phrase for a person where it was refused, or there.
 */
enum import_verdict	 import_record(struct ctx *,
			    const struct import_record *, const char **why);

#endif
