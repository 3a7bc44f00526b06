/*
 * Outlook: tasks exported as a table, in the user's language.
 */
#ifndef IMPORT_FORMAT_OUTLOOK_H
#define IMPORT_FORMAT_OUTLOOK_H

#include "import/format/format.h"

extern const struct import_format format_outlook;

#endif
