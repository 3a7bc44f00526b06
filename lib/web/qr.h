/*
 * QR codes (ISO/IEC 18004), by libqrencode: in docket-qr.so.  Only the program
 * whose route draws one loads it, before the sandbox, which lets no memory
 * become executable.
 */
#ifndef WEB_QR_H
#define WEB_QR_H

#include <stdbool.h>

struct arena;

/* Loads it; false, with a line in the log, if that fails. */
bool		 qr_open(void);
/* The QR code of a text as an SVG image: black on white, with the light margin
 * of four modules that readers need, one unit of the viewBox a module.  It has
 * paths alone, no script and no style.  NULL if qr_open() failed, if the text
 * is too long (2,331 bytes), or without memory. */
const char	*qr_svg(struct arena *, const char *text);

#endif
