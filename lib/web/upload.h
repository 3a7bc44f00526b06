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
 * Reads the whole body into rq->before.upload and sets rq->release, which
 * removes the file unless attachment_add() has kept it.  False if refused.
 */
bool	 upload_read(struct req *);

#endif
