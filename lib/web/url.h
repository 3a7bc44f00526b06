/*
 * What is escaped in a URL (RFC 3986 section 2.1).
 */
#ifndef WEB_URL_H
#define WEB_URL_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/*
 * The n bytes at s without their escapes.  A + is a blank, as forms write it,
 * but with `plus` itself.  NULL where an escape is none, or what comes of it is
 * not UTF-8 or holds U+0000.
 */
const char	*url_decode(struct arena *, const char *s, size_t n,
		    bool plus);

#endif
