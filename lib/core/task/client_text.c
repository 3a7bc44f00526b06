#include "core/task/client_text.h"

#include <stddef.h>

#include "core/record.h"
#include "core/task/resource.h"

static struct fault
check_resource_name(struct ctx *c, const char *name)
{
	(void)c;
	return resource_name_valid(name) ? (struct fault){ NULL, NULL } :
	    (struct fault){ "invalid", "Cannot be a name in an address." };
}

const struct field client_text_fields[] = {
	{ "taskId", F_UUID, F_REQUIRED | F_COPY, AT(client_text, task_id) },
	{ "stepId", F_UUID, F_NULL | F_COPY, AT(client_text, step_id) },
	{ "name", F_TEXT, F_REQUIRED | F_COPY, .min = 1,
	    .max = RESOURCE_NAME_MAX, AT(client_text, name),
	    .check = check_resource_name },
	{ "uid", F_TEXT, F_REQUIRED | F_COPY, .min = 1, .max = RESOURCE_MAX,
	    AT(client_text, uid) },
	{ "text", F_TEXT, F_REQUIRED | F_COPY, .min = 1, .max = RESOURCE_MAX,
	    AT(client_text, text) },
	{ .name = NULL }
};

const struct record_kind kind_client_text = { .name = "text",
	.fields = client_text_fields };
