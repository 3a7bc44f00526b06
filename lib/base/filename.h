/*
 * File names of attachments.
 */
#ifndef BASE_FILENAME_H
#define BASE_FILENAME_H

struct arena;

/*
 * A safe file name from a client's: its last path component (both / and \
 * separate), NFC, without control characters and bidirectional overrides, at
 * most 255 bytes cut between code points (an extension of up to 16 bytes is
 * kept).  "", ".", "..", NULL and text that is not UTF-8 become "attachment".
 */
const char	*filename_safe(struct arena *, const char *sent);
/* The value of Content-Disposition (RFC 6266) for a download: an ASCII name for
 * old clients, the whole name in filename*. */
const char	*filename_disposition(struct arena *, const char *filename);

#endif
