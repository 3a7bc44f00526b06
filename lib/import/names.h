/*
 * The names of the formats, for programs that do not import.
 */
#ifndef IMPORT_NAMES_H
#define IMPORT_NAMES_H

/* NULL last. */
extern const char *const import_formats[];

#endif
