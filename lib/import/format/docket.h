/*
 * Docket's own export: JSON, and the same in a zip archive with the
 * attachments.
 */
#ifndef IMPORT_FORMAT_DOCKET_H
#define IMPORT_FORMAT_DOCKET_H

#include "import/format/format.h"

extern const struct import_format format_docket;

#endif
