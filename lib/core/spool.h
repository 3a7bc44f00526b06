/*
 * A long answer before it is sent, or an export for a pipe.  Nothing is sent
 * until it is complete and the database's snapshot has ended: so whoever reads
 * slowly holds neither a snapshot nor a connection, and an answer that fails is
 * an error with its status, not a 200 cut short.
 *
 * The answer is in memory up to SPOOL_MEMORY bytes, otherwise in a file without
 * a name in the data directory.
 */
#ifndef CORE_SPOOL_H
#define CORE_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct spool;

#define SPOOL_MEMORY	(768 * 1024)

/* An empty one; its file will be in that directory. */
struct spool	*spool_new(const char *dir);
/* Appends; ends the process if the disk is full. */
void		 spool_add(struct spool *, const void *, size_t);
int64_t		 spool_length(const struct spool *);
/* Bytes from that place, at most `size`: how many, 0 at the end, -1 with a line
 * in the log if they cannot be read. */
ssize_t		 spool_read(const struct spool *, int64_t at, char *, size_t size);
/* NULL is allowed. */
void		 spool_free(struct spool *);

#endif
