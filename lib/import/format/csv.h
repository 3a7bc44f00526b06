/*
 * Any table with a head, whose columns are known by their heads in eight languages,
 * or chosen.
 */
#ifndef IMPORT_FORMAT_CSV_H
#define IMPORT_FORMAT_CSV_H

#include "import/format/format.h"

extern const struct import_format format_csv;

#endif
