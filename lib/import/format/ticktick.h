/*
 * TickTick: its backup, a table.
 */
#ifndef IMPORT_FORMAT_TICKTICK_H
#define IMPORT_FORMAT_TICKTICK_H

#include "import/format/format.h"

extern const struct import_format format_ticktick;

#endif
