/*
 * The parts of an export: the kinds of its records, and their fields.
 */
#ifndef CORE_BATCH_PARTS_H
#define CORE_BATCH_PARTS_H

#include "core/file/attachment.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/task/my_day.h"
#include "core/task/step.h"
#include "core/task/task.h"

struct content;
struct record_kind;

enum part {
	PART_GROUP,
	PART_LIST,		/* after its group */
	PART_TASK,		/* after its list */
	PART_STEP,		/* after its task */
	PART_MY_DAY,
	PART_ATTACHMENT,
	PART__MAX
};

/* The name of the array of those records, and their kind.  The array of
 * attachments says which files are beside it (export_write()). */
extern const struct part_info {
	const char	*name;
	const struct record_kind *kind;
} parts[PART__MAX];

/*
 * A record.  One that is imported has the fields F_IMPORT (core/field.h): a rank
 * that is NULL or invalid means at the bottom, created_at 0 now, completed_at 0
 * not known; an assignee who cannot reach the task and the group of a list that
 * does not exist are dropped.
 */
struct exported {
	enum part	 part;
	union {
		struct group	 group;
		struct list	 list;
		struct task	 task;
		struct step	 step;
		struct my_day	 my_day;
		struct attachment attachment;
	} of;
	struct content	*content;	/* an attachment's, finished */
};

#endif
