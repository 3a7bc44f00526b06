/*
 * Markdown.
 */
#ifndef EXPORT_MARKDOWN_H
#define EXPORT_MARKDOWN_H

#include "export/form.h"

extern const struct export_format export_markdown;

#endif
