/*
 * Writes a zip archive as its files are made: each is followed by its size and
 * checksum.  At most 4 GiB and 65,535 files.  Why not libarchive: see reader.h.
 */
#ifndef BASE_ZIP_WRITER_H
#define BASE_ZIP_WRITER_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct zip_writer;

struct zip_writer *zip_writer_new(struct arena *, int64_t now);
/* Begins a file of that name, which is copied, and ends it. */
void		 zip_begin(struct zip_writer *, struct buf *, const char *name);
void		 zip_end(struct zip_writer *, struct buf *);
/* The next bytes of the file. */
void		 zip_add(struct zip_writer *, struct buf *, const void *,
		    size_t);
/* After the last file. */
void		 zip_close(struct zip_writer *, struct buf *);

#endif
