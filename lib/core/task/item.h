/*
 * Tasks and steps as the items of a list in CalDAV.
 */
#ifndef CORE_TASK_ITEM_H
#define CORE_TASK_ITEM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

#define ITEM_SUFFIX		".ics"

/* A live task or step, with what its user sees of it in CalDAV. */
struct item {
	const char	*id;
	const char	*list_id;
	const char	*parent_id;	/* of a step: its task; else NULL */
	const char	*parent_uid;	/* that a client gave to the task, or NULL */
	const char	*title;
	const char	*notes;
	bool		 done;
	bool		 starred;
	const char	*due_date, *due_time, *due_zone, *rule;
	int64_t		 reminder_at;
	int64_t		 completed_at;
	int64_t		 created_at;
	int64_t		 stamp;
	const char	*name, *uid;	/* these as in struct resource (resource.h) */
	const void	*text;
	int64_t		 text_len;
	const void	*base;
	int64_t		 base_len;
	const char	*zone;
	const char	*former;
	bool		 over;
	int64_t		 version;
	const void	*own;		/* the user's CATEGORIES */
	int64_t		 own_len;	/* 0: none */
	const char	*tags;		/* the names of theirs, each on a line; or
					 * NULL */
	int64_t		 own_at;	/* when these changed; 0: there were none */
};

/* The name and UID of an item. */
const char	*item_name(struct arena *, const struct item *);
const char	*item_uid(const struct item *);
/* The id that a name is made of; NULL: it is made by a client. */
const char	*item_id_in_name(struct arena *, const char *name);
/* The UID of a step's task. */
const char	*item_parent_uid(const struct item *);

/* The live item of that name, UID or id.  steps: also a step.  False: there is
 * none, or the caller cannot reach the list. */
bool		 item_by_name(struct ctx *, const char *list, const char *name,
		    bool steps, struct item *);
bool		 item_by_uid(struct ctx *, const char *list, const char *uid,
		    struct item *);
bool		 item_get(struct ctx *, const char *list, const char *id,
		    struct item *);

#endif
