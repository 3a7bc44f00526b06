/*
 * Tasks as iCalendar (RFC 5545): VTODOs of any program.
 */
#ifndef IMPORT_FORMAT_ICS_H
#define IMPORT_FORMAT_ICS_H

#include "import/format/format.h"

extern const struct import_format format_ics;

#endif
