/*
 * Attachments: files on tasks.  Who reaches the task reads them; the uploader
 * or the list's owner deletes one.
 */
#ifndef CORE_FILE_ATTACHMENT_H
#define CORE_FILE_ATTACHMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

struct content;
struct rows;

struct attachment {
	const char	*id;
	const char	*task_id;
	const char	*uploader_id;
	const char	*filename;
	const char	*content_type;
	int64_t		 size;
	const unsigned char *sha256;	/* 32 bytes */
	int64_t		 created_at;
	int64_t		 stamp;
	int64_t		 deleted_at;
	const char	*list_id;	/* its task's; NULL in a listing */
	const char	*role;		/* the caller's in that list, likewise */
};

/* May the caller put one more on the task?  DONE, TASK_NOT_FOUND. */
enum outcome	 attachment_may_add(struct ctx *, const char *task);
/*
 * CREATED; EXISTED where the caller put that content under that id on that
 * task before; ATTACHMENT_ID_IN_USE, TASK_NOT_FOUND, LIMIT_REACHED,
 * QUOTA_EXCEEDED.  The content is kept only where CREATED.
 */
enum outcome	 attachment_add(struct ctx *, const char *task, const char *id,
		    const char *filename, const char *type, struct content *,
		    struct attachment *);
/* DONE, ATTACHMENT_NOT_FOUND. */
enum outcome	 attachment_get(struct ctx *, const char *id,
		    struct attachment *);
enum outcome	 attachment_delete(struct ctx *, const char *id);
/* By whoever may delete it, while it is kept.  DONE, ATTACHMENT_NOT_FOUND,
 * LIMIT_REACHED, QUOTA_EXCEEDED (the uploader's). */
enum outcome	 attachment_restore(struct ctx *, const char *id,
		    struct attachment *);
/* For the feed: of a live task the caller reaches; a tombstone too. */
bool		 attachment_any(struct ctx *, const char *id,
		    struct attachment *);

#endif
