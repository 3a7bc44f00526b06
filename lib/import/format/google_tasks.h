/*
 * Google Tasks: Tasks.json of Google Takeout, or a page of tasks of its API.
 */
#ifndef IMPORT_FORMAT_GOOGLE_TASKS_H
#define IMPORT_FORMAT_GOOGLE_TASKS_H

#include "import/format/format.h"

extern const struct import_format format_google_tasks;

#endif
