/*
 * Where an export goes: a file that takes its name when it is whole, or
 * standard output; the JSON alone, or a zip archive with the JSON and the files.
 * Whatever cannot be written is fatal(), and leaves no half file under its name.
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
/* In a zip: what follows is the file of that name, until the next.  size is -1
 * where nobody knows; when in microseconds. */
void		 sink_entry(struct sink *, const char *name, int64_t size,
		    int64_t when);
void		 sink_write(struct sink *, const void *, size_t);
/* For struct jw: takes all of the buffer. */
void		 sink_drain(void *sink, struct buf *);
/* Durable, and under its name. */
void		 sink_close(struct sink *);

#endif
