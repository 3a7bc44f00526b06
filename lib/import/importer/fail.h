/*
 * Giving an import up.  The first reason counts.
 */
#ifndef IMPORT_IMPORTER_FAIL_H
#define IMPORT_IMPORTER_FAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/outcome.h"

struct import;

/* The file cannot be read: returns false.  row may be 0. */
bool		 run_malformed(struct import *, int64_t row, const char *why);
/* The same with another outcome. */
bool		 run_fail(struct import *, enum outcome, const char *why);

#endif
