/*
 * Percent-encoding in URLs (RFC 3986 section 2.1).
 */
#ifndef WEB_URL_H
#define WEB_URL_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/*
 * Decodes the n bytes at s.  A + is a blank, as in forms, or itself with
 * `plus`.  NULL if an escape is malformed, or the result is not UTF-8 or
 * contains U+0000.
 */
const char	*url_decode(struct arena *, const char *s, size_t n,
		    bool plus);
/* Encodes all but the unreserved characters (section 2.3). */
const char	*url_encode(struct arena *, const char *);

#endif
