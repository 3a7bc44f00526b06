/*
 * A client's text of a task or step, as an export has it.
 */
#ifndef CORE_TASK_CLIENT_TEXT_H
#define CORE_TASK_CLIENT_TEXT_H

#include "core/field.h"

struct record_kind;

struct client_text {
	const char	*task_id;
	const char	*step_id;	/* NULL: the task's */
	const char	*name;
	const char	*uid;
	const char	*text;		/* whole, with VTIMEZONEs */
};

extern const struct field client_text_fields[];
extern const struct record_kind kind_client_text;

#endif
