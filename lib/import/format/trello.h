/*
 * Trello: a board as JSON.
 */
#ifndef IMPORT_FORMAT_TRELLO_H
#define IMPORT_FORMAT_TRELLO_H

#include "import/format/format.h"

extern const struct import_format format_trello;

#endif
