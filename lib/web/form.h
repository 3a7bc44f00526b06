/*
 * A body of multipart/form-data with files, which are streamed to wherever the
 * route puts them, and parts that are short texts.
 */
#ifndef WEB_FORM_H
#define WEB_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct form_part;
struct req;

#define FORM_TEXT_MAX	4096	/* bytes of most parts that are texts */

/* A part that is a text; another one is ignored. */
struct form_text {
	const char	*name;		/* NULL ends the table */
	size_t		 most;		/* bytes; longer ones are cut off */
	const char	*value;		/* set if it was sent */
};

struct form {
	struct form_text *texts;
	int64_t		 most;		/* bytes of all files */
	int64_t		 files;		/* of them, at most */
	/* A part with the name "file" begins; then come its bytes.  False if
	 * the route has refused the request. */
	bool		 (*begin)(struct req *, void *, const struct form_part *);
	bool		 (*add)(struct req *, void *, const char *, size_t);
	void		*arg;
};

/* Reads the whole body.  False if refused: 400 malformed-request,
 * malformed-body; 411; 413 file-too-large; 415. */
bool	 form_read(struct req *, struct form *);

#endif
