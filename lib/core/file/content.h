/*
 * The bytes of attachments: files below files/ in the data directory, named by
 * their SHA-256, written once and shared by all attachments with that content.
 * A file is written under a temporary name, made durable, and renamed inside
 * the transaction that adds its row: so no row is without its file, and a file
 * without a row is an orphan, which docket-cleanup removes.
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
/* Call when complete: makes the file durable and computes its hash. */
void		 content_finish(struct content *);
/*
 * Renames it durably, within the write transaction that adds its row.  Replaces
 * an existing file, which has the same bytes unless it is damaged.
 */
void		 content_keep(struct ctx *, struct content *);
/* Removes a file that was not kept; NULL is allowed. */
void		 content_drop(struct content *);

int64_t			 content_size(const struct content *);
const unsigned char	*content_hash(const struct content *);	/* CONTENT_HASH */
/* The first bytes, at most CONTENT_HEAD. */
const char		*content_head(const struct content *, size_t *len);

/* The path of the content with that hash. */
const char	*content_path(struct ctx *, const unsigned char *sha256);

#endif
