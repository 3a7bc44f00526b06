/*
 * Todoist, as its Sync API answers a full synchronization.
 */
#ifndef IMPORT_FORMAT_TODOIST_JSON_H
#define IMPORT_FORMAT_TODOIST_JSON_H

#include "import/format/format.h"

extern const struct import_format format_todoist_json;

#endif
