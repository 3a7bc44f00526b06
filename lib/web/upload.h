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
	const char	*type;		/* from its content */
	struct content	*content;
};

/*
 * Reads the whole body into rq->prepared.upload and sets rq->release
 * to remove it unless it is kept.  False if refused.
 */
bool	 upload_read(struct req *);

#endif
