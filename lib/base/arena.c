#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/log.h"

/* Under AddressSanitizer each piece is a separate block with exact bounds, so
 * that overruns are detected. */
#ifdef __SANITIZE_ADDRESS__
#define BLOCK_SIZE	0
#define ALIGN		1
#else
#define BLOCK_SIZE	(16 * 1024)
#define ALIGN		alignof(max_align_t)
#endif
#define MORE		64	/* first size of an array; a power of two */

struct block {
	struct block	*next;
	size_t		 used;
	size_t		 size;
	alignas(max_align_t) char data[];
};

struct arena {
	struct block	*top;	/* the block served from; older ones follow */
};

static struct block *
block_new(size_t size, struct block *next)
{
	struct block *b = malloc(sizeof(*b) + size);

	if (b == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	b->next = next;
	b->used = 0;
	b->size = size;
	return b;
}

struct arena *
arena_new(void)
{
	struct arena *a = malloc(sizeof(*a));

	if (a == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	a->top = block_new(BLOCK_SIZE, NULL);
	return a;
}

void
arena_reset(struct arena *a)
{
	struct block *b;

	while (a->top->next != NULL) {
		b = a->top;
		a->top = b->next;
		free(b);
	}
	a->top->used = 0;
}

void
arena_free(struct arena *a)
{
	if (a == NULL)
		return;
	arena_reset(a);
	free(a->top);
	free(a);
}

void *
arena_raw(struct arena *a, size_t n)
{
	struct block *b = a->top;
	void *p;

	if (n > SIZE_MAX / 2)
		fatal(FATAL_INTERNAL, "out of memory");
	n = (n + ALIGN - 1) & ~(ALIGN - 1);
	if (b->size - b->used < n)
		b = a->top = block_new(n > BLOCK_SIZE ? n : BLOCK_SIZE, b);
	p = b->data + b->used;
	b->used += n;
	return p;
}

void *
arena_alloc(struct arena *a, size_t n)
{
	return memset(arena_raw(a, n), 0, n);
}

char *
arena_dup(struct arena *a, const void *p, size_t n)
{
	char *copy = arena_raw(a, n + 1);

	if (n > 0)
		memcpy(copy, p, n);
	copy[n] = '\0';
	return copy;
}

void *
arena_more(struct arena *a, void *array, size_t count, size_t size)
{
	void *more;

	if (count != 0 && (count < MORE || (count & (count - 1)) != 0))
		return array;
	more = arena_alloc(a, (count == 0 ? MORE : 2 * count) * size);
	if (count > 0)
		memcpy(more, array, count * size);
	return more;
}

char *
arena_str(struct arena *a, const char *s)
{
	return s == NULL ? NULL : arena_dup(a, s, strlen(s));
}

/* Most texts are short, and need one call. */
char *
arena_printf(struct arena *a, const char *fmt, ...)
{
	char guess[256];
	va_list ap;
	char *s;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(guess, sizeof(guess), fmt, ap);
	va_end(ap);
	if (n < 0)
		fatal(FATAL_INTERNAL, "vsnprintf failed");
	if ((size_t)n < sizeof(guess))
		return arena_dup(a, guess, (size_t)n);
	s = arena_raw(a, (size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(s, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return s;
}

/*
 * Memory for a buffer.  A process that is ending has probably run out of
 * memory: its answer uses memory reserved for it.
 */
static char *
buffer_memory(const struct buf *b, size_t size)
{
	static char last[8 * 1024];
	static size_t used;
	char *p;

	if (!fatal_begun())
		return realloc(b->data, size);
	if (size > sizeof(last) - used)
		return NULL;
	p = last + used;
	used += size;
	if (b->len > 0)
		memcpy(p, b->data, b->len);
	return p;
}

void
memory_require(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE |
	    MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		fatal(FATAL_INTERNAL, "out of memory");
	munmap(p, size);
}

void
buf_grow(struct buf *b, size_t n)
{
	size_t size = b->size > 0 ? b->size : 1024;
	char *p;

	while (size - b->len < n) {
		if (size > SIZE_MAX / 2)
			fatal(FATAL_INTERNAL, "out of memory");
		size *= 2;
	}
	if ((p = buffer_memory(b, size)) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	b->data = p;
	b->size = size;
}

void
buf_add(struct buf *b, const void *p, size_t n)
{
	if (n == 0)
		return;
	memcpy(buf_reserve(b, n), p, n);
	b->len += n;
}

void
buf_str(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_printf(struct buf *b, const char *fmt, ...)
{
	size_t left = b->size - b->len;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(left == 0 ? NULL : b->data + b->len, left, fmt, ap);
	va_end(ap);
	if (n < 0)
		fatal(FATAL_INTERNAL, "vsnprintf failed");
	if ((size_t)n >= left) {
		buf_reserve(b, (size_t)n + 1);
		va_start(ap, fmt);
		vsnprintf(b->data + b->len, (size_t)n + 1, fmt, ap);
		va_end(ap);
	}
	b->len += (size_t)n;
}

void
buf_free(struct buf *b)
{
	if (!fatal_begun())
		free(b->data);
	*b = (struct buf){ 0 };
}
