/*
 * multipart/form-data (RFC 7578 over RFC 2046 section 5.1.1), read as a stream:
 * memory does not grow with a part.  Debian has no such library.
 */
#ifndef WEB_MULTIPART_H
#define WEB_MULTIPART_H

#include <stdbool.h>
#include <stddef.h>

#include "web/part_header.h"

struct arena;
struct multipart;

#define MULTIPART_PARTS		32	/* more parts than this are refused */
#define MULTIPART_HEADERS	8192	/* bytes of one part's headers */

enum multipart_event {
	MULTIPART_PART,		/* a part begins: multipart_part() */
	MULTIPART_DATA,		/* bytes of the current part */
	MULTIPART_PART_END,	/* the current part is complete */
	MULTIPART_END,		/* the closing delimiter */
	MULTIPART_MALFORMED,	/* or cut off: see multipart_why() */
	MULTIPART_FAILED	/* the reader failed (its -1) */
};

/*
 * The boundary parameter of a Content-Type of multipart/form-data (media type
 * and parameter names without regard to case, value bare or quoted, 1 to 70
 * characters of RFC 2046's bchars).  NULL if it is another type or has no valid
 * boundary.
 */
const char	*multipart_boundary(struct arena *, const char *content_type);

/*
 * read(arg, p, n) gives up to n bytes, 0 at the end, -1 on failure.
 */
struct multipart *multipart_new(struct arena *, const char *boundary,
		    long (*read)(void *, char *, size_t), void *arg);

/*
 * The next event; after MULTIPART_END, MULTIPART_MALFORMED and MULTIPART_FAILED
 * the same again.  With MULTIPART_DATA, *data and *len are bytes that are valid
 * until the next call.
 *
 * Malformed: a part without a form-data Content-Disposition with a name,
 * headers over MULTIPART_HEADERS, a bad or folded header line, bytes that are
 * not UTF-8 in a name, a repeated parameter, a Content-Transfer-Encoding other
 * than 7bit, 8bit or binary, more than MULTIPART_PARTS parts.  filename* (RFC
 * 5987) is not used in form-data and is ignored.  Quoted names are read as
 * browsers write them (%22, %0D, %0A; the WHATWG form), and \" and \\ as older
 * clients do; any other backslash stands for itself.
 *
 * A line that only begins like a delimiter (the boundary followed by more than
 * blanks) belongs to the part.  Bytes after MULTIPART_END are not read.
 */
enum multipart_event multipart_next(struct multipart *, const char **data,
		    size_t *len);
const struct form_part *multipart_part(const struct multipart *);
const char	*multipart_why(const struct multipart *);

#endif
