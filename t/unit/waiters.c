/*
 * The connections of docket-wait: whichever is dropped or moved, the others
 * stay in their queues and with their users.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "bin/wait/waiters.h"

#define SOME	3

/* Users whose lists are the same. */
static const unsigned char ada[ID_BYTES] = { 1 }, bob[ID_BYTES] = { 2 };

static struct waiters all;

static struct waiter *
one(const unsigned char user[ID_BYTES])
{
	struct waiter *w = waiters_add(&all, open("/dev/null", O_RDONLY), 7, 17);

	assert_true(w->fd >= 0);
	memcpy(w->user, user, ID_BYTES);
	return w;
}

static int
in(const struct waiter_queue *queue)
{
	const struct waiter *w;
	int n = 0;

	TAILQ_FOREACH(w, queue, queue)
		n++;
	return n;
}

static void
drops_any_of_those_that_arrive(void **state)
{
	struct waiter *w[SOME];
	size_t i, which;
	int fd;

	(void)state;
	for (which = 0; which < SOME; which++) {
		waiters_init(&all);
		for (i = 0; i < SOME; i++)
			w[i] = one(ada);
		fd = w[which]->fd;
		waiters_drop(&all, w[which]);
		assert_int_equal(fcntl(fd, F_GETFD), -1);
		assert_int_equal(in(&all.reading), SOME - 1);
		assert_int_equal(all.count, SOME - 1);
		for (i = 0; i < SOME; i++)
			if (i != which)
				waiters_drop(&all, w[i]);
		assert_true(TAILQ_EMPTY(&all.reading));
	}
}

static void
holds_keeps_and_hurries_any(void **state)
{
	struct waiter *w[SOME];
	size_t i, which;

	(void)state;
	for (which = 0; which < SOME; which++) {
		waiters_init(&all);
		for (i = 0; i < SOME; i++)
			w[i] = one(ada);
		for (i = 0; i < SOME; i++)
			waiters_wait(&all, w[(which + i) % SOME], 20);
		assert_int_equal(in(&all.waiting), SOME);
		assert_true(TAILQ_EMPTY(&all.reading));
		waiters_extend(&all, w[0], 30);
		assert_ptr_equal(TAILQ_LAST(&all.waiting, waiter_queue), w[0]);
		assert_int_equal(w[0]->due, 30);
		waiters_hurry(&all, w[which]);
		assert_ptr_equal(TAILQ_FIRST(&all.waiting), w[which]);
		assert_true(w[which]->due < 0);
		for (i = 1; i < SOME; i++)
			waiters_drop(&all, w[i]);
		waiters_hurry(&all, w[0]);
		assert_ptr_equal(TAILQ_LAST(&all.waiting, waiter_queue), w[0]);
		waiters_drop(&all, w[0]);
		assert_true(TAILQ_EMPTY(&all.waiting));
		assert_true(LIST_EMPTY(waiters_of(&all, ada)));
	}
}

static void
finds_the_oldest_of_a_user(void **state)
{
	struct waiter *w[2 * SOME];
	size_t i;

	(void)state;
	waiters_init(&all);
	assert_ptr_equal(waiters_of(&all, ada), waiters_of(&all, bob));
	for (i = 0; i < COUNT(w); i++) {
		w[i] = one(i % 2 == 0 ? ada : bob);
		waiters_wait(&all, w[i], 20);
	}
	assert_null(waiters_beyond(&all, ada, SOME + 1));
	assert_ptr_equal(waiters_beyond(&all, ada, SOME), w[0]);
	assert_ptr_equal(waiters_beyond(&all, bob, SOME), w[1]);
	/* One that is about to end makes room at once, before it is dropped. */
	waiters_hurry(&all, w[0]);
	assert_null(waiters_beyond(&all, ada, SOME));
	assert_ptr_equal(waiters_beyond(&all, ada, SOME - 1), w[2]);
	waiters_drop(&all, w[0]);
	assert_null(waiters_beyond(&all, ada, SOME));
	assert_ptr_equal(waiters_beyond(&all, ada, SOME - 1), w[2]);
	for (i = 1; i < COUNT(w); i++)
		waiters_drop(&all, w[i]);
	assert_int_equal(all.count, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drops_any_of_those_that_arrive),
		cmocka_unit_test(holds_keeps_and_hurries_any),
		cmocka_unit_test(finds_the_oldest_of_a_user),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
