/*
 * The sandbox profile of each batch program.  docket-serve, which starts other
 * programs, and docket-admin, which does anything, have none.
 */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

#include <stdbool.h>

#include "base/sandbox.h"

struct program;

/*
 * Enters the sandbox (base/sandbox.h) of the program's row in confine.c, plus
 * the given paths and ports.  Prints an error and returns false if the kernel
 * does not offer it and the settings require it.
 */
bool		 program_confine(struct program *, struct sandbox);
/* The path if it is a directory, or its parent; ends with "/". */
const char	*program_place(struct program *, const char *path);

#endif
