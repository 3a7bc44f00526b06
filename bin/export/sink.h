/*
 * The output of an export: a file that is renamed into place when complete, a
 * device or pipe, or standard output.  It is the JSON, or a zip archive of the
 * JSON and the attachments.  Write errors are fatal() and leave no partial file
 * under its name.
 */
#ifndef BIN_EXPORT_SINK_H
#define BIN_EXPORT_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct sink;

/* path NULL: standard output. */
struct sink	*sink_open(struct arena *, const char *path, bool zip);
/* Does writing wait for whoever reads? */
bool		 sink_waits(const struct sink *);
/* In a zip: begins the file of that name.  size is -1 if unknown; when is in
 * microseconds. */
void		 sink_entry(struct sink *, const char *name, int64_t size,
		    int64_t when);
void		 sink_write(struct sink *, const void *, size_t);
/* For struct jw: writes the whole buffer. */
void		 sink_drain(void *sink, struct buf *);
/* Makes it durable and renames it into place. */
void		 sink_close(struct sink *);

#endif
