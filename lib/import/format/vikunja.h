/*
 * Vikunja: its export, a zip archive of data.json and files, or data.json
 * alone.
 */
#ifndef IMPORT_FORMAT_VIKUNJA_H
#define IMPORT_FORMAT_VIKUNJA_H

#include "import/format/format.h"

extern const struct import_format format_vikunja;

#endif
