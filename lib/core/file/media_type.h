/*
 * The media type of a file from its first bytes (libmagic), not from what a
 * client claims; the extension only distinguishes CSV and Markdown from other
 * plain text.
 */
#ifndef CORE_FILE_MEDIA_TYPE_H
#define CORE_FILE_MEDIA_TYPE_H

#include <stddef.h>

struct ctx;

const char	*media_type(struct ctx *, const char *head, size_t len,
		    const char *filename);

/* The files that libmagic reads, for the sandbox; NULL last. */
extern const char *const media_files[];

#endif
