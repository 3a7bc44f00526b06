/* What all command-line programs share. */
#include "cli/program.h"
#include "t/unit/lib/unit.h"

static void
a_program_may_have_no_options_of_its_own(void **state)
{
	struct program p = { .name = "docket-made-up", .usage = "" };
	char name[] = "docket-made-up", help[] = "--help";
	char *words[] = { name, help, NULL };

	(void)state;
	assert_int_equal(program_begin(&p, 2, words), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_program_may_have_no_options_of_its_own),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
