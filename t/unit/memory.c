/*
 * lib/db/sqlite/memory.c: SQLite's memory in a process that serves one request.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "db/sqlite/connection.h"

struct block {
	unsigned char	*bytes;		/* NULL: none */
	int		 size;
	unsigned char	 mark;		/* each byte's value */
};

static unsigned int seed = 1;

static int
below(int n)
{
	seed = seed * 1103515245 + 12345;
	return (int)(seed >> 8) % n;
}

/* Mostly as SQLite asks: small; some at the bound of what is cut from chunks,
 * some larger. */
static int
some_size(void)
{
	static const int most[] = { 40, 40, 40, 200, 1200, 2100, 9000, 90000 };

	return 1 + below(most[below((int)COUNT(most))]);
}

static void
intact(const struct block *b, int size)
{
	int i;

	for (i = 0; i < size; i++)
		if (b->bytes[i] != b->mark)
			fail_msg("byte %d of %d", i, b->size);
}

static void
fill(struct block *b, int size)
{
	assert_non_null(b->bytes);
	assert_int_equal((uintptr_t)b->bytes % 8, 0);
	assert_true(sqlite3_msize(b->bytes) >= (sqlite3_uint64)size);
	b->size = size;
	b->mark = (unsigned char)below(256);
	memset(b->bytes, b->mark, (size_t)size);
}

static void
step(struct block *b)
{
	int size = some_size();

	if (b->bytes == NULL) {
		b->bytes = sqlite3_malloc(size);
	} else if (below(3) > 0) {
		intact(b, b->size);
		b->bytes = sqlite3_realloc(b->bytes, size);
		intact(b, size < b->size ? size : b->size);
	} else {
		intact(b, b->size);
		sqlite3_free(b->bytes);
		b->bytes = NULL;
		return;
	}
	fill(b, size);
}

static void
pieces_keep_their_bytes(void **state)
{
	struct block blocks[200] = { { NULL, 0, 0 } };
	int i;

	(void)state;
	for (i = 0; i < 100000; i++)
		step(&blocks[below((int)COUNT(blocks))]);
	for (i = 0; i < (int)COUNT(blocks); i++) {
		if (blocks[i].bytes != NULL)
			intact(&blocks[i], blocks[i].size);
		sqlite3_free(blocks[i].bytes);
	}
}

static void
a_freed_piece_is_used_again(void **state)
{
	void *first = sqlite3_malloc(100);

	(void)state;
	sqlite3_free(first);
	assert_ptr_equal(sqlite3_malloc(100), first);
	sqlite3_free(first);
}

/* The last: nothing is freed after it. */
static void
a_process_that_ends_frees_no_small_pieces(void **state)
{
	void *first = sqlite3_malloc(100), *large = sqlite3_malloc(100000);

	(void)state;
	db_ending();
	sqlite3_free(first);
	sqlite3_free(large);
	assert_ptr_not_equal(sqlite3_malloc(100), first);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_keep_their_bytes),
		cmocka_unit_test(a_freed_piece_is_used_again),
		cmocka_unit_test(a_process_that_ends_frees_no_small_pieces),
	};

	db_once();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
