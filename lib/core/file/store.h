/*
 * What a content store is, for lib/core/file only.  content.h and orphans.h
 * document what the functions do.
 */
#ifndef CORE_FILE_STORE_H
#define CORE_FILE_STORE_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/ctx.h"
#include "core/file/names.h"

struct s3_get;
struct store;

struct content {
	const struct store *store;
	struct ctx	*ctx;
	int64_t		 size;
	char		*head;
	size_t		 head_len;
	unsigned char	 sha256[CONTENT_HASH];
	crypto_hash_sha256_state state;
	bool		 replaces;	/* an existing one, which is damaged */
	bool		 ended;		/* kept, or dropped */
	/* A file: */
	int		 fd;
	const char	*tmp;
	/* Pieces: */
	const char	*id;
	int64_t		 n;		/* those that are complete */
	char		*piece;		/* the next */
	size_t		 piece_len;
};

struct content_reader {
	const struct store *store;
	struct ctx	*ctx;
	unsigned char	 sha256[CONTENT_HASH];
	int64_t		 recorded;	/* its row's size */
	int64_t		 size;		/* the store's */
	int64_t		 at;		/* the next byte, */
	int64_t		 left;		/* and how many from there */
	bool		 whole;		/* all will be read: hashed in */
	crypto_hash_sha256_state state;
	int		 fd;
	const char	*id;
	struct arena	*arena;		/* of a piece */
	const char	*piece;
	size_t		 piece_len;
	int64_t		 n;		/* its number */
	struct s3_get	*object;
};

struct store {
	bool		 rows;		/* contents have rows in the database */
	bool		 outside;	/* reading does not need it */

	/* Each failure is fatal(). */
	void		(*begin)(struct content *);
	void		(*add)(struct content *, const void *, size_t);
	void		(*finish)(struct content *);
	void		(*keep)(struct ctx *, struct content *);
	void		(*drop)(struct content *);

	/* Sets the size, or -1: then length() asks for it. */
	bool		(*open)(struct content_reader *);
	int64_t		(*length)(struct content_reader *);
	bool		(*start)(struct content_reader *);
	/* 0: it has no more. */
	ssize_t		(*read)(struct content_reader *, void *, size_t);
	void		(*close)(struct content_reader *);

	const char	*(*name)(struct ctx *, const unsigned char *sha256);
	/* Adds them. */
	void		(*orphans)(struct ctx *, struct orphans *);
	bool		(*sweep)(struct ctx *, const char *);
	/* NULL: sweep() has removed everything. */
	bool		(*remove)(struct ctx *, int most);
	/* NULL: it is on this machine. */
	bool		(*answers)(struct ctx *);
};

/* The name of a hash: its digits. */
const char	*store_hex(struct ctx *, const unsigned char *sha256);
/* Back again; false if it is something else. */
bool		 store_hash(const char *hex, unsigned char *sha256);

/* One more; the name must last as long as the arena. */
void		 store_orphan(struct ctx *, struct orphans *, const char *name);

#endif
