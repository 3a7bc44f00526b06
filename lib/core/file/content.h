/*
 * The bytes of attachments, in the content store that the setting `files`
 * names: each content once, by its SHA-256, whatever the number of attachments.
 *
 * A content is complete and durable before its row is committed: so no row is
 * without its content.  A content without a row is an orphan, which
 * docket-cleanup removes (orphans.h).
 */
#ifndef CORE_FILE_CONTENT_H
#define CORE_FILE_CONTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/ctx.h"

#define CONTENT_HEAD	(64 * 1024)	/* bytes that tell the type */

struct content;
struct content_reader;

/* A new, empty content.  The context must outlast it. */
struct content	*content_new(struct ctx *);
void		 content_add(struct content *, const void *, size_t);
/* Call when complete: makes it durable and computes its hash. */
void		 content_finish(struct content *);
/* Keeps it under its hash, within the write transaction that adds its row.  If
 * the store has that content already, this one may be left to
 * content_drop(). */
void		 content_keep(struct ctx *, struct content *);
/* Removes a content that was not kept; NULL is allowed. */
void		 content_drop(struct content *);

int64_t			 content_size(const struct content *);
const unsigned char	*content_hash(const struct content *);	/* CONTENT_HASH */
/* The first bytes, at most CONTENT_HEAD. */
const char		*content_head(const struct content *, size_t *len);

/*
 * Opens a content for reading; NULL with errno if it is missing.  size: how
 * many bytes its row says it has.  With the database store, each piece
 * is read in the transaction that is open, or in one of its own.
 */
struct content_reader *content_open(struct ctx *, const unsigned char *sha256,
		    int64_t size);
/* How many bytes it has. */
int64_t		 content_length(struct content_reader *);
/* Does reading need the database? */
bool		 content_needs_database(const struct content_reader *);
/* So many bytes from there will be read.  False with errno if they cannot
 * be. */
bool		 content_start(struct content_reader *, int64_t from, int64_t len);
/*
 * The next ones: how many, 0 at their end, -1 with errno if they are missing.
 * If all are read, their hash is compared before the last ones are returned: -1
 * with EBADMSG if it differs.
 */
ssize_t		 content_read(struct content_reader *, void *, size_t);
/* What errno means after one of these. */
const char	*content_error(void);
/* NULL is allowed. */
void		 content_close(struct content_reader *);

/* Is it there, with that hash?  No more bytes are read than its row says, since
 * the answer of a store may have no end. */
bool		 content_whole(struct ctx *, const unsigned char *sha256,
		    int64_t size);
/* Copies it for content_keep(), which will replace any existing one; NULL, and
 * nothing is changed, if the source is missing or damaged.  Memory does not
 * grow with its size. */
struct content	*content_stage(struct ctx *to, struct ctx *from,
		    const unsigned char *sha256, int64_t size);
/* Copies it durably, replacing any existing one; false, and nothing is changed,
 * if the source is missing or damaged. */
bool		 content_fetch(struct ctx *to, struct ctx *from,
		    const unsigned char *sha256, int64_t size);

/* Does a store on another machine do what this one asks?  Each failure is in
 * the log. */
bool		 content_answers(struct ctx *);

/* Where the content with that hash is, for people and content_sweep(). */
const char	*content_name(struct ctx *, const unsigned char *sha256);

#endif
