/*
 * Taskwarrior: what `task export` writes, an array or a task on each line.
 */
#ifndef IMPORT_FORMAT_TASKWARRIOR_H
#define IMPORT_FORMAT_TASKWARRIOR_H

#include "import/format/format.h"

extern const struct import_format format_taskwarrior;

#endif
