/*
 * Shared objects that are part of Docket, and are loaded only if the settings
 * need them.
 */
#ifndef BASE_OBJECT_H
#define BASE_OBJECT_H

/* Loads it from beside the program, above it, or libexec; NULL if there is
 * none. */
void	*object_load(const char *file);

#endif
