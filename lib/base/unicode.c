#include "base/unicode.h"

#include <stdlib.h>
#include <utf8proc.h>

static int
unicode_compare(const void *key, const void *element)
{
	const int32_t c = *(const int32_t *)key;
	const struct char_range *r = element;

	return c < r->first ? -1 : c > r->last;
}

bool
char_within(int32_t c, const struct char_range *r, size_t n)
{
	return bsearch(&c, r, n, sizeof(*r), unicode_compare) != NULL;
}

bool
char_is_mark(int32_t c)
{
	const utf8proc_category_t of = utf8proc_category(c);

	return of == UTF8PROC_CATEGORY_MN || of == UTF8PROC_CATEGORY_MC ||
	    of == UTF8PROC_CATEGORY_ME;
}
