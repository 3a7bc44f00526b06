#include "import/format/outlook.h"

#include <string.h>

#include "base/arena.h"
#include "import/format/csv.h"

/* The name of a column that it has in every language. */
static bool
outlook_recognise(const struct head *h)
{
	struct arena *a = arena_new();
	bool is = h->json == '\0' && strstr(head_line(a, h), "Schedule+") !=
	    NULL;

	arena_free(a);
	return is;
}

const struct import_format format_outlook = {
	.name = "outlook", .recognise = outlook_recognise, .read = csv_read
};
