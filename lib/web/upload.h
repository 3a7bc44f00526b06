/*
 * An upload: multipart/form-data with id, filename and file, streamed to disk
 * before any transaction.
 */
#ifndef WEB_UPLOAD_H
#define WEB_UPLOAD_H

#include <stdbool.h>

struct content;
struct req;

struct upload {
	const char	*id;
	const char	*filename;	/* safe */
	const char	*type;		/* by its content */
	struct content	*content;
};

/*
 * Reads it all into rq->prepared, a struct upload, and sets rq->release to remove what
 * is not kept.  False where refused.
 */
bool	 upload_read(struct req *);

#endif
