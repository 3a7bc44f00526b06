/*
 * For unit tests with values in an arena: cmocka, and one arena for the group
 * or, if each test is set up, for the test.  It is in `arena` and in *state.
 */
#ifndef T_UNIT_LIB_UNIT_H
#define T_UNIT_LIB_UNIT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include "base/arena.h"

static struct arena *arena;

static int
setup(void **state)
{
	*state = arena = arena_new();
	return 0;
}

static int
teardown(void **state)
{
	arena_free(*state);
	return 0;
}

#endif
