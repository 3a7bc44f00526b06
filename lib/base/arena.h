/*
 * Memory with one owner.  Everything that lives as long as one request (or one
 * item of a batch) comes from an arena and is given back at once; nobody frees
 * single pieces.  Running out of memory is fatal() here and nowhere else.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/base.h"

struct arena;

/* A new, empty arena.  Never NULL. */
struct arena	*arena_new(void);
/* Give back everything; the arena stays usable and keeps its first block. */
void		 arena_reset(struct arena *);
/* Give back everything and the arena itself; NULL is allowed. */
void		 arena_free(struct arena *);

/* Zeroed memory, aligned for any type.  Never NULL. */
void		*arena_alloc(struct arena *, size_t);
/* The same, not zeroed: for what is filled at once. */
void		*arena_room(struct arena *, size_t);
/* A copy of len bytes with a NUL behind them. */
char		*arena_dup(struct arena *, const void *, size_t);
/* An array of `count` things of that size, with room for one more: the same, or
 * a copy with twice the room.  NULL where there are none yet. */
void		*arena_more(struct arena *, void *array, size_t count,
		    size_t size);
/* A copy of a string; NULL gives NULL. */
char		*arena_str(struct arena *, const char *);
char		*arena_printf(struct arena *, const char *, ...)
		    __attribute__((format(printf, 2, 3)));

/*
 * A buffer that grows, outside any arena, for answers and files whose size is
 * not known.  Zero-initialised is empty; `data` is not NUL-terminated.
 */
struct buf {
	char	*data;
	size_t	 len;
	size_t	 size;
};

void	 buf_grow(struct buf *, size_t n);
/* Where the next n bytes go, once room is made for them; len stays. */
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
