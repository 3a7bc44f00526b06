/*
 * The forms of exports, and what they write.
 */
#ifndef EXPORT_FORM_H
#define EXPORT_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "core/list/list.h"
#include "core/task/step.h"
#include "core/task/task.h"

struct arena;
struct buf;

/* A task with its parts. */
struct export_task {
	const struct list *list;
	struct task	 task;
	const struct step *steps;
	size_t		 step_count;
	const char	**tags;		/* names, sorted */
	size_t		 tag_count;
};

struct export_out {
	struct buf	*to;
	struct arena	*arena;		/* until the next task */
	struct arena	*list_arena;	/* until the next list */
	const char	*zone;		/* of the caller */
	const char	**zones;	/* of a calendar: those that are written */
	size_t		 zone_count;
};

struct export_format {
	const char	*name;
	const char	*type;
	const char	*extension;
	bool		 archived;	/* several lists are files of an archive */
	/* What is before all, before a list and behind it; or NULL. */
	void		(*begin)(struct export_out *);
	void		(*begin_list)(struct export_out *, const struct list *);
	void		(*task)(struct export_out *, const struct export_task *);
	void		(*end_list)(struct export_out *);
};

#endif
