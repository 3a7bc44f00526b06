/*
 * QR codes by libqrencode, in docket-qr.so: what it has for web/qr.h.
 */
#ifndef WEB_QR_LIBQRENCODE_H
#define WEB_QR_LIBQRENCODE_H

struct qr_functions {
	/* The modules of the code of a text, a byte each, row by row: 1 is
	 * dark, 0 light.  `width` is that of a row; there are as many rows.
	 * The caller frees them.  NULL if the text is too long, or without
	 * memory. */
	unsigned char	*(*modules)(const char *text, int *width);
};

/* What a program finds in the object. */
extern const struct qr_functions qr_functions;

#endif
