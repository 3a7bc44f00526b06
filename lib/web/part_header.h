/*
 * The headers of one part of a multipart/form-data message.
 */
#ifndef WEB_PART_HEADER_H
#define WEB_PART_HEADER_H

#include <stddef.h>

struct arena;

struct form_part {
	const char	*name;		/* never NULL; valid UTF-8 */
	const char	*filename;	/* NULL: none; as sent, valid UTF-8, not
					 * cleaned */
};

/*
 * Adds a header line, without its CRLF, to the part.  NULL, or what is wrong
 * with it.  Fields other than Content-Disposition and Content-Transfer-Encoding
 * are ignored (RFC 7578 section 4.8).  Folded lines are refused: no client
 * sends them, and HTTP has deprecated them.
 */
const char	*part_header(struct arena *, struct form_part *, const char *line,
		    size_t len);

#endif
