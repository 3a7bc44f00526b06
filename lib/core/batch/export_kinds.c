#include "core/batch/export_kinds.h"

const struct export_kind_info export_kinds[EXPORT__MAX] = {
	[EXPORT_GROUP] = { "groups", &kind_group },
	[EXPORT_LIST] = { "lists", &kind_list },
	[EXPORT_TASK] = { "tasks", &kind_task },
	[EXPORT_STEP] = { "steps", &kind_step },
	[EXPORT_MY_DAY] = { "myDay", &kind_my_day },
	[EXPORT_TEXT] = { "dav", &kind_client_text },
	[EXPORT_ATTACHMENT] = { "attachments", &kind_attachment },
};
