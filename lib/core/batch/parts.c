#include "core/batch/parts.h"


const struct part_info parts[PART__MAX] = {
	[PART_GROUP] = { "groups", group_fields },
	[PART_LIST] = { "lists", list_fields },
	[PART_TASK] = { "tasks", task_fields },
	[PART_STEP] = { "steps", step_fields },
	[PART_MY_DAY] = { "myDay", my_day_fields },
	[PART_ATTACHMENT] = { NULL, attachment_fields },
};
