/*
 * Todoist's table of a project, which is a template or a file of a backup.
 */
#ifndef IMPORT_FORMAT_TODOIST_H
#define IMPORT_FORMAT_TODOIST_H

#include "import/format/format.h"

extern const struct import_format format_todoist;

#endif
