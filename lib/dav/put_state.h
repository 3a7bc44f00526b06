/*
 * A PUT of an item: what came, what was there, and what has become of it so
 * far.
 */
#ifndef DAV_PUT_STATE_H
#define DAV_PUT_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/list/collection.h"
#include "core/task/item.h"
#include "ical/base.h"
#include "ical/item.h"
#include "ical/todo.h"

struct req;

struct put {
	struct req	*rq;
	struct collection list;
	struct ical_item item;		/* what came */
	struct todo_read in;
	struct item	 was;		/* id NULL: it is new */
	bool		 whole;		/* of the version that the client knows */
	bool		 same;		/* exactly as it would be read */
	unsigned	 set;		/* members that the client changed */
	struct todo_base base;		/* of the text that it had */
	bool		 has_base;
	/* What has become of it. */
	const char	*id;
	const char	*task_id;	/* the same; or a step's task */
	int64_t		 stamp;
	const char	*waits_for;	/* the UID of a task that is not there yet */
	/* Of a text that completes a repeating task (put_series.h). */
	bool		 completes;
	int64_t		 done_at;	/* when, or 0: now */
	const struct ical_component *drop; /* the occurrence that is done */
	bool		 drop_all;	/* the changed occurrences are over */
	struct todo	 before;	/* what the task said before that */
};

#endif
