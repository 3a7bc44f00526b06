/*
 * Any table with a head, whose columns are known by their heads in eight
 * languages, or chosen.
 */
#ifndef IMPORT_FORMAT_CSV_H
#define IMPORT_FORMAT_CSV_H

#include "import/format/format.h"

/* Reads one; for formats that are such tables. */
bool	 csv_read(struct import *, struct import_file *);

extern const struct import_format format_csv;

#endif
