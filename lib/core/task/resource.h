/*
 * What clients of CalDAV keep beside a task or step: its name, UID and text.
 * What these texts say is the business of lib/ical.
 */
#ifndef CORE_TASK_RESOURCE_H
#define CORE_TASK_RESOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

struct item;

#define RESOURCE_NAME_MAX	255	/* bytes */
#define RESOURCE_MAX		(256 * 1024)	/* bytes of a text */
#define RESOURCE_HASH		32	/* bytes of a SHA-256 */

/* A row of the table. */
struct resource {
	const char	*id;		/* of the task or step */
	const char	*list_id;
	const char	*name;		/* NULL: the id, and .ics */
	const char	*uid;		/* NULL: the id */
	const void	*text;
	int64_t		 text_len;	/* 0: none */
	const void	*base;
	int64_t		 base_len;
	const char	*zone;
	const void	*zones;		/* hashes of VTIMEZONEs */
	int64_t		 zones_len;
	const char	*parent;	/* the UID that a bare task waits for */
	const char	*former;	/* names that it had here, a line each */
	int64_t		 bytes;		/* of the text as it came */
	bool		 over;		/* its changed occurrences are over */
	int64_t		 version;
};

/* Can it be a name in an address?  That has 1 to RESOURCE_NAME_MAX bytes, no
 * slash and no control characters, and is neither "." nor "..". */
bool		 resource_name_valid(const char *);
/* A VTIMEZONE of a text. */
struct resource_zone {
	const char	*text;
	size_t		 len;
	unsigned char	 hash[RESOURCE_HASH];
};

/* What is stored of a text: the row, but for the ids and the name; and the
 * lines of CATEGORIES, which are its sender's alone. */
struct resource_text {
	struct resource	 row;
	const struct resource_zone *zones;
	size_t		 zone_count;
	const char	*own;
	size_t		 own_len;
};

/* Stores the row of a task or step, with the VTIMEZONEs of its text.  Whatever
 * was deleted loses its name and UID to it.  task: the task, or the step's. */
void		 resource_put(struct ctx *, const char *task,
		    struct resource *, const struct resource_zone *, size_t);
/* Stores that of a task or step which has none: with its name, unless something
 * else of the list has that.  CREATED; EXISTED if it has one, or something else
 * the UID, such as the successor of a repeating task. */
enum outcome	 resource_bring(struct ctx *, const char *task,
		    struct resource *, const struct resource_zone *, size_t);
/* Another name; keeps the old one among the former ones. */
void		 resource_rename(struct ctx *, const struct item *,
		    const char *name);
/* The tasks that wait for one of that UID, to be its steps: those that have
 * nothing that a step cannot have. */
size_t		 resource_waiting(struct ctx *, const char *list,
		    const char *uid, struct resource **);
/* Gives a row to another task or step; task: that, or the step's. */
void		 resource_inherit(struct ctx *, const struct resource *,
		    const char *task, const char *id, int64_t version);
/* The VTIMEZONE of that SHA-256 in the list's texts; NULL: there is none. */
const char	*resource_zone(struct ctx *, const char *list,
		    const unsigned char *hash, size_t *len);
/* What happens to a task happens to its resources, and to those of its steps.
 * The caller updates what is derived (derived.h), but for
 * resource_end_step(). */
void		 resource_end_task(struct ctx *, const char *task);
/* Of a tombstone without contents, for clients that have it. */
void		 resource_keep_names(struct ctx *, const char *list,
		    const char *id, const char *names);
/* erased: its name stays, for clients that have it. */
void		 resource_end_step(struct ctx *, const char *task,
		    const char *step, bool erased);
/* The names that a task and its steps have and had in their list, a line
 * each. */
const char	*resource_names(struct ctx *, const char *task);
/* The task has gone to another list, where it had those names before. */
void		 resource_move(struct ctx *, const char *task,
		    const char *list, const char *former);

/* A task or step has come back, or into the list: another can have its name.
 * task: the task, or the step's, whose text is counted. */
void		 resource_unique(struct ctx *, const char *task,
		    const char *list, const char *id);

/* What was deleted loses its name and UID in the list, so that something else
 * can have them; clients that have it still learn that it is gone.  The caller
 * has seen that nothing live has. */
void		 resource_free_names(struct ctx *, const struct resource *);
/* The names, a line each, and more; either can be NULL.  None is there twice,
 * and the oldest go if there are too many. */
const char	*resource_more_names(struct arena *, const char *names,
		    const char *more);

/* The bytes of text that a user's lists hold. */
int64_t		 user_text(struct ctx *, const char *user);

#endif
