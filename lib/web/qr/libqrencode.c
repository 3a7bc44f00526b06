#include "web/qr/libqrencode.h"

#include <qrencode.h>
#include <stdlib.h>

/* Medium correction of errors (15 % of the code), as is usual on screens. */
static unsigned char *
modules(const char *text, int *width)
{
	QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
	unsigned char *m = NULL;
	int i, n;

	if (code == NULL)
		return NULL;
	*width = code->width;
	n = code->width * code->width;
	if ((m = malloc((size_t)n)) != NULL)
		for (i = 0; i < n; i++)
			m[i] = code->data[i] & 1;
	QRcode_free(code);
	return m;
}

const struct qr_functions qr_functions = { modules };
