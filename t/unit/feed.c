/*
 * Reading the feed merges several scopes; a page is the first of all rows,
 * whatever its size.
 */
#include "core/feed.h"
#include "db/db.h"
#include "t/unit/lib/fixture.h"

static void
a_page_of_the_feed_is_the_first_rows(void **state)
{
	const char *in[3], *usual = c.user;
	struct feed_row all[64], page[64];
	size_t first, n, i;
	int64_t since;

	(void)state;
	c.user = add_user("eve@example.org");
	for (i = 0; i < 3; i++)
		in[i] = add_list();
	for (first = 0; first < 3; first++) {
		since = db_stamp(c.db, c.now, c.user);
		for (i = 0; i < 18; i++)
			add_task(in[i < 8 ? first : (first + 1 + i % 2) % 3]);
		assert_int_equal(feed_read(&c, NULL, FEED_ALL, since, all,
		    64), 18);
		for (i = 1; i < 18; i++)
			assert_true(all[i - 1].stamp < all[i].stamp);
		for (n = 1; n <= 18; n++) {
			assert_int_equal(feed_read(&c, NULL, FEED_ALL, since,
			    page, n), n);
			for (i = 0; i < n; i++)
				assert_string_equal(page[i].id, all[i].id);
		}
	}
	c.user = usual;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_page_of_the_feed_is_the_first_rows),
	};

	return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
