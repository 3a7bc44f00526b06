/*
 * Microsoft To Do, as Microsoft Graph answers it: an array of lists with their
 * tasks, or a page of tasks or lists.
 */
#ifndef IMPORT_FORMAT_MICROSOFT_TODO_H
#define IMPORT_FORMAT_MICROSOFT_TODO_H

#include "import/format/format.h"

extern const struct import_format format_microsoft_todo;

#endif
