/*
 * The file that docket-import reads, several times and from its beginning.
 */
#ifndef BIN_IMPORT_INPUT_H
#define BIN_IMPORT_INPUT_H

#include <stdio.h>

/* Opens it.  "-" is standard input, which is copied to an unnamed file in
 * $TMPDIR or /var/tmp that no other user can read.  NULL with errno. */
FILE	*input_open(const char *path);

#endif
