/*
 * A bucket of an S3-compatible store, by libcurl: in docket-s3.so, which
 * programs load only if the settings name such a store.  Objects are named by
 * the SHA-256 of their bytes, in hexadecimal digits.
 */
#ifndef CORE_FILE_S3_CLIENT_H
#define CORE_FILE_S3_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct s3_place {
	const char	*bucket;	/* its URL */
	const char	*prefix;	/* of names, with a final slash; or "" */
	const char	*credentials;	/* KEY:SECRET */
	const char	*region;
	/* Around each wait for the store; or NULL.  The first says which
	 * sockets end it, too, when they can be written to: at most `max`. */
	size_t		(*wait_begin)(int *sockets, size_t max);
	void		(*wait_end)(void);
};

struct s3_get;

/* Each failure is in the log. */
struct s3_client {
	/* Once, before the sandbox.  The place must outlast it. */
	bool		(*init)(const struct s3_place *);
	/* True: the store has answered that it has so many bytes. */
	bool		(*put)(const char *name, int fd, int64_t size);
	/* True: the store has no such object, or no longer. */
	bool		(*remove)(const char *name);
	/* -1: there is none. */
	int64_t		(*size)(const char *name);
	/* So many bytes from there; from -1: all, which are so many.  NULL: it
	 * cannot be read. */
	struct s3_get	*(*get)(const char *name, int64_t from, int64_t len);
	/* 0: the end. */
	ssize_t		(*read)(struct s3_get *, void *, size_t);
	void		(*end)(struct s3_get *);
	bool		(*list)(void (*fn)(void *, const char *name), void *);
};

#endif
