#include "db/sqlite/memory.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define STEP	16			/* sizes are multiples of it */
#define SMALL	2048			/* larger pieces are malloc()'s */
#define CHUNK	((size_t)64 * 1024)	/* that small ones are cut from */

/* A piece: its size with this, and what SQLite gets, aligned to 8 bytes. */
struct piece {
	size_t		 size;
	union {
		struct piece	*next;	/* of the free ones of this size */
		unsigned char	 bytes[8];
	};
};

struct chunk {
	struct chunk	*before;
	unsigned char	 bytes[CHUNK - sizeof(struct chunk *)];
};

static struct piece *unused[SMALL / STEP + 1];	/* by size */
static struct chunk *newest;
static size_t left;			/* bytes of the newest chunk */
static bool ending;

static struct piece *
piece_of(void *p)
{
	return (struct piece *)((unsigned char *)p -
	    offsetof(struct piece, bytes));
}

static size_t
size_for(int n)
{
	return ((size_t)n + offsetof(struct piece, bytes) + STEP - 1) &
	    ~(size_t)(STEP - 1);
}

/* NULL: there is no memory. */
static struct piece *
memory_cut(size_t size)
{
	struct chunk *chunk;

	if (left < size) {
		if ((chunk = malloc(sizeof(*chunk))) == NULL)
			return NULL;
		chunk->before = newest;
		newest = chunk;
		left = sizeof(chunk->bytes);
	}
	left -= size;
	return (struct piece *)(newest->bytes + sizeof(newest->bytes) - left -
	    size);
}

static void *
memory_take(int n)
{
	const size_t size = size_for(n);
	struct piece *p = size <= SMALL ? unused[size / STEP] : malloc(size);

	if (size <= SMALL && p != NULL)
		unused[size / STEP] = p->next;
	else if (size <= SMALL)
		p = memory_cut(size);
	if (p == NULL)
		return NULL;
	p->size = size;
	return p->bytes;
}

static void
memory_give_back(void *bytes)
{
	struct piece *p = piece_of(bytes);

	if (p->size > SMALL)
		free(p);
	else if (!ending) {
		p->next = unused[p->size / STEP];
		unused[p->size / STEP] = p;
	}
}

static int
memory_size_of(void *bytes)
{
	return (int)(piece_of(bytes)->size - offsetof(struct piece, bytes));
}

static int
round_up(int n)
{
	return (int)(size_for(n) - offsetof(struct piece, bytes));
}

static void *
resize(void *bytes, int n)
{
	struct piece *p = piece_of(bytes);
	const size_t size = size_for(n);
	void *other;

	if (size > SMALL && p->size > SMALL) {
		if ((other = realloc(p, size)) == NULL)
			return NULL;
		p = other;
		p->size = size;
		return p->bytes;
	}
	if ((other = memory_take(n)) == NULL)
		return NULL;
	memcpy(other, bytes, size < p->size ? (size_t)n :
	    (size_t)memory_size_of(bytes));
	memory_give_back(bytes);
	return other;
}

static int
memory_init(void *arg)
{
	(void)arg;
	return SQLITE_OK;
}

static void
stop(void *arg)
{
	(void)arg;
}

void
memory_start(void)
{
	static const sqlite3_mem_methods methods = { memory_take,
	    memory_give_back, resize, memory_size_of, round_up, memory_init,
	    stop, NULL };

	/* If SQLite has started already, it goes on with malloc(). */
	sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

void
memory_ending(void)
{
	ending = true;
}
