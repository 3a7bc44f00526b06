#include "import/names.h"

#include <stddef.h>

const char *const import_formats[] = { "todoist", "todoist-json",
	"microsoft-todo", "outlook", "google-tasks", "ticktick", "trello",
	"vikunja", "taskwarrior", "todo-txt", "markdown", "ics", "csv",
	"docket", NULL };
