/*
 * Attachments: files on tasks.  Everybody who can reach the task can read them;
 * the uploader and the list's owner can delete them.
 */
#ifndef CORE_FILE_ATTACHMENT_H
#define CORE_FILE_ATTACHMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/field.h"

struct content;
struct record_kind;
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
	const char	*list_id;	/* its task's; NULL in a batch */
	const char	*role;		/* the caller's in that list, likewise */
};

extern const struct record_kind kind_attachment;

/* Can the caller add attachments to the task?  DONE, TASK_NOT_FOUND. */
enum outcome	 attachment_may_add(struct ctx *, const char *task);
/*
 * CREATED; EXISTED if the caller already added that content with that id to
 * that task; ATTACHMENT_ID_IN_USE, TASK_NOT_FOUND, LIMIT_REACHED,
 * QUOTA_EXCEEDED.  The content is kept only if CREATED.
 */
enum outcome	 attachment_add(struct ctx *, const char *task, const char *id,
		    const char *filename, const char *type, struct content *,
		    struct attachment *);
/* Is there so much space in the caller's quota? */
bool		 attachment_fits(struct ctx *, const struct content *);
/* DONE, ATTACHMENT_NOT_FOUND. */
enum outcome	 attachment_get(struct ctx *, const char *id,
		    struct attachment *);
enum outcome	 attachment_delete(struct ctx *, const char *id,
		    struct attachment *);
/* If the deleted attachments of an uploader exceed the quota, too: erases the
 * oldest and returns the name of its content, which then may be an orphan.
 * Otherwise NULL. */
const char	*attachment_trim(struct ctx *, const char *uploader);
/* By whoever can delete it, until it is erased.  DONE, ATTACHMENT_NOT_FOUND,
 * LIMIT_REACHED, QUOTA_EXCEEDED (the uploader's). */
enum outcome	 attachment_restore(struct ctx *, const char *id,
		    struct attachment *);
/* For the feed: of a live task that the caller can reach; also tombstones. */
bool		 attachment_any(struct ctx *, const char *id,
		    struct attachment *);

#endif
