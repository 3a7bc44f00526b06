#include "import/names.h"

#include <stddef.h>

const char *const import_formats[] = { "todoist", "todo-txt", "csv", "docket",
	NULL };
