/*
 * The file that docket-import reads, several times and from its beginning.
 */
#ifndef BIN_IMPORT_INPUT_H
#define BIN_IMPORT_INPUT_H

#include <stdio.h>

/* Opens it; "-" is standard input, of which a copy is made in $TMPDIR or
 * /var/tmp that nobody else can read and that ends with the program.  NULL
 * with errno. */
FILE	*input_open(const char *path);

#endif
