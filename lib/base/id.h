/*
 * UUIDs as text and as bytes (RFC 9562 section 4).  Table-driven, because each
 * request converts many.
 */
#ifndef BASE_ID_H
#define BASE_ID_H

#include <stdbool.h>

#define ID_BYTES	16
#define ID_SIZE		37	/* as text, with a NUL */

/* Accepts either case; false if it is not a UUID. */
bool	 id_parse(const char *text, unsigned char bytes[ID_BYTES]);
/* In lower case. */
void	 id_format(const unsigned char bytes[ID_BYTES], char text[ID_SIZE]);

#endif
