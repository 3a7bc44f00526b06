#include "core/batch/parts.h"

const struct part_info parts[PART__MAX] = {
	[PART_GROUP] = { "groups", &kind_group },
	[PART_LIST] = { "lists", &kind_list },
	[PART_TASK] = { "tasks", &kind_task },
	[PART_STEP] = { "steps", &kind_step },
	[PART_MY_DAY] = { "myDay", &kind_my_day },
	[PART_ATTACHMENT] = { "attachments", &kind_attachment },
};
