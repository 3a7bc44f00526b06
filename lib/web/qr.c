#include "web/qr.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/object.h"
#include "web/qr/libqrencode.h"

#define FILE_NAME	"docket-qr.so"
#define MARGIN		4	/* modules */
#define RUN_MAX		24	/* bytes of "M181 181h177v1h-177z" */
#define FRAME_MAX	256	/* bytes around the runs */

static const struct qr_functions *functions;

bool
qr_open(void)
{
	void *object;

	if (functions == NULL && (object = object_load(FILE_NAME)) != NULL)
		functions = dlsym(object, "qr_functions");
	if (functions == NULL)
		log_error("QR codes need " FILE_NAME " and libqrencode");
	return functions != NULL;
}

/* A rectangle for each run of dark modules in a row. */
static char *
put_row(char *to, const unsigned char *row, int width, int y)
{
	int x, from;

	for (x = 0; x < width; x++) {
		if (!row[x])
			continue;
		for (from = x; x < width && row[x]; x++)
			;
		to += snprintf(to, RUN_MAX, "M%d %dh%dv1h-%dz", from + MARGIN,
		    y + MARGIN, x - from, x - from);
	}
	return to;
}

const char *
qr_svg(struct arena *a, const char *text)
{
	unsigned char *m;
	char *svg, *to;
	int width, side, y;

	if (functions == NULL ||
	    (m = functions->modules(text, &width)) == NULL)
		return NULL;
	side = width + 2 * MARGIN;
	svg = to = arena_alloc(a, FRAME_MAX +
	    (size_t)width * ((size_t)width / 2 + 1) * RUN_MAX);
	to += snprintf(to, FRAME_MAX, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
	    "viewBox=\"0 0 %d %d\" shape-rendering=\"crispEdges\"><path "
	    "fill=\"#fff\" d=\"M0 0h%dv%dh-%dz\"/><path d=\"", side, side, side,
	    side, side);
	for (y = 0; y < width; y++)
		to = put_row(to, m + y * width, width, y);
	snprintf(to, RUN_MAX, "\"/></svg>");
	free(m);
	return svg;
}
