/*
 * iCalendar (RFC 5545).
 */
#ifndef EXPORT_ICS_H
#define EXPORT_ICS_H

#include "export/form.h"

extern const struct export_format export_ics;

#endif
