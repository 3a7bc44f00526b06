/*
 * The bytes of attachments: files below files/ in the data directory, named by
 * their SHA-256, written once and shared by all attachments with that content.
 * A file is written under another name, made durable, and takes its own name
 * inside the transaction that adds its row: so no row is without its file, and
 * a file without a row is an orphan that the cleanup program removes.
 */
#ifndef CORE_FILE_CONTENT_H
#define CORE_FILE_CONTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

#define CONTENT_DIR	"files"
#define CONTENT_HEAD	(64 * 1024)	/* bytes that tell the type */

#define CONTENT_HASH	32	/* bytes of a SHA-256 */

struct content;

/* A new, empty file. */
struct content	*content_new(struct ctx *);
void		 content_add(struct content *, const void *, size_t);
/* All is there: durable, and its hash known. */
void		 content_finish(struct content *);
/*
 * Takes its name, durably; within the write transaction that adds its row.  A
 * file that has the name already holds the same bytes, unless it has rotted: it
 * is replaced.
 */
void		 content_keep(struct ctx *, struct content *);
/* Removes what was not kept; NULL is allowed. */
void		 content_drop(struct content *);

int64_t			 content_size(const struct content *);
const unsigned char	*content_hash(const struct content *);	/* CONTENT_HASH */
/* The first bytes, at most CONTENT_HEAD. */
const char		*content_head(const struct content *, size_t *len);

/* Where the content of that hash lies. */
const char	*content_path(struct ctx *, const unsigned char *sha256);

/*
 * Files that no attachment names, and what uploads left behind that ended a day
 * ago or more: their paths below the data directory, in the arena.  One of them
 * may be named again before it is removed: content_sweep() looks again, within
 * a write transaction, and says whether it removed it.
 */
size_t		 content_orphans(struct ctx *, const char ***paths);
bool		 content_sweep(struct ctx *, const char *path);
/* Has the path the form of a content's, and no attachment names that? */
bool		 content_unnamed(struct ctx *, const char *path);

/*
 * The media type of a file by its first bytes (libmagic), not by what a client
 * claims; the name's extension only tells CSV and Markdown from other plain
 * text, as no content can.
 */
extern const char *const media_files[];	/* what that reads; NULL ends */
const char	*media_type(struct ctx *, const char *head, size_t len,
		    const char *filename);

#endif
