/*
 * Checklists in Markdown (github.github.com/gfm, task list items), and our own
 * export in that form.
 */
#ifndef IMPORT_FORMAT_MARKDOWN_H
#define IMPORT_FORMAT_MARKDOWN_H

#include "import/format/format.h"

extern const struct import_format format_markdown;

#endif
