/*
 * A table: csv (RFC 4180).
 */
#ifndef EXPORT_CSV_H
#define EXPORT_CSV_H

#include "export/form.h"

extern const struct export_format export_csv;

#endif
