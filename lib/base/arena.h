/*
 * Memory with one owner.  Everything that lives as long as one request (or one
 * item of a batch) comes from an arena and is freed at once; nobody frees
 * single pieces.  Running out of memory is fatal() here and nowhere else.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena;

/* A new, empty arena.  Never NULL. */
struct arena	*arena_new(void);
/* Frees everything; the arena stays usable and keeps its first block. */
void		 arena_reset(struct arena *);
/* Frees everything and the arena itself; NULL is allowed. */
void		 arena_free(struct arena *);

/* Zeroed memory, aligned for any type.  Never NULL. */
void		*arena_alloc(struct arena *, size_t);
/* The same, not zeroed. */
void		*arena_raw(struct arena *, size_t);
/* A copy of len bytes, with a NUL appended. */
char		*arena_dup(struct arena *, const void *, size_t);
/* An array of `count` elements with space for one more: the same array, or a
 * copy of twice the size.  NULL if there is none yet. */
void		*arena_more(struct arena *, void *array, size_t count,
		    size_t size);
/* A copy of a string; NULL gives NULL. */
char		*arena_str(struct arena *, const char *);
char		*arena_printf(struct arena *, const char *, ...)
		    __attribute__((format(printf, 2, 3)));

/* fatal() unless so much memory is available: before a library needs it that
 * would crash, or before something is counted that must not count without. */
void		 memory_require(size_t);

/*
 * A growing buffer outside any arena, for answers and files of unknown size.
 * Zero-initialised is empty; `data` is not NUL-terminated.
 */
struct buf {
	char	*data;
	size_t	 len;
	size_t	 size;
};

void	 buf_grow(struct buf *, size_t n);
/* Makes space for n more bytes; returns where they go.  len does not change. */
static inline char *
buf_reserve(struct buf *b, size_t n)
{
	if (b->size - b->len < n)
		buf_grow(b, n);
	return b->data + b->len;
}
void	 buf_add(struct buf *, const void *, size_t);
void	 buf_str(struct buf *, const char *);
void	 buf_printf(struct buf *, const char *, ...)
	    __attribute__((format(printf, 2, 3)));
void	 buf_free(struct buf *);

#endif
