/*
 * The kinds of records in an export, and their fields.
 */
#ifndef CORE_BATCH_EXPORT_KINDS_H
#define CORE_BATCH_EXPORT_KINDS_H

#include "core/file/attachment.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/task/client_text.h"
#include "core/task/my_day.h"
#include "core/task/step.h"
#include "core/task/task.h"

struct content;
struct record_kind;
struct resource_text;

enum export_kind {
	EXPORT_GROUP,
	EXPORT_LIST,		/* after its group */
	EXPORT_TASK,		/* after its list */
	EXPORT_STEP,		/* after its task */
	EXPORT_MY_DAY,
	EXPORT_TEXT,		/* after its task or step */
	EXPORT_ATTACHMENT,
	EXPORT__MAX
};

/* The name of the array of those records, and their kind.  The array of
 * attachments says which files are beside it (export_write()). */
extern const struct export_kind_info {
	const char	*name;
	const struct record_kind *kind;
} export_kinds[EXPORT__MAX];

/*
 * A record.  One that is imported has the fields F_IMPORT (core/field.h): a
 * rank that is NULL or invalid means at the bottom, created_at 0 now,
 * completed_at 0 not known; an assignee who cannot reach the task and the group
 * of a list that does not exist are dropped.
 */
struct exported {
	enum export_kind	 kind;
	union {
		struct group	 group;
		struct list	 list;
		struct task	 task;
		struct step	 step;
		struct my_day	 my_day;
		struct client_text text;
		struct attachment attachment;
	} of;
	struct content	*content;	/* an attachment's, finished */
	struct resource_text *text;	/* a text's; NULL: it is none */
};

#endif
