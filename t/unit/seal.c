/*
 * lib/base/seal.c: what is sealed opens with its key, purpose and user, and
 * with nothing else.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seal.h"

#define VALUE	"12345678901234567890"
#define LEN	(sizeof(VALUE) - 1)
#define SEALED	(LEN + SEAL_EXTRA)

static void
it_opens_with_what_it_was_made_for(void **state)
{
	struct seal_keys keys = { .count = 0 }, other = { .count = 0 };
	unsigned char sealed[SEALED], again[SEALED], value[LEN];
	size_t i;

	(void)state;
	seal_add_key(&keys);
	seal_add_key(&other);
	seal_make(&keys, "totp", "ada", VALUE, LEN, sealed);
	seal_make(&keys, "totp", "ada", VALUE, LEN, again);
	assert_memory_not_equal(sealed, again, SEALED);
	assert_true(seal_open(&keys, "totp", "ada", sealed, SEALED, value));
	assert_memory_equal(value, VALUE, LEN);
	assert_false(seal_open(&keys, "totp", "bob", sealed, SEALED, value));
	assert_false(seal_open(&keys, "ticket", "ada", sealed, SEALED, value));
	assert_false(seal_open(&other, "totp", "ada", sealed, SEALED, value));
	for (i = 0; i < SEALED; i++) {
		assert_false(seal_open(&keys, "totp", "ada", sealed, i, value));
		sealed[i] ^= 1;
		assert_false(seal_open(&keys, "totp", "ada", sealed, SEALED,
		    value));
		sealed[i] ^= 1;
	}
	assert_true(seal_open(&keys, "totp", "ada", sealed, SEALED, value));
}

static void
the_key_before_opens_and_does_not_seal(void **state)
{
	struct seal_keys keys = { .count = 0 }, first;
	unsigned char old[SEALED], new[SEALED], value[LEN];
	char id[SEAL_ID_TEXT], id_of_new[SEAL_ID_TEXT];

	(void)state;
	seal_add_key(&keys);
	first = keys;
	seal_key_id(&keys, id);
	seal_make(&keys, "totp", "ada", VALUE, LEN, old);
	seal_add_key(&keys);
	assert_int_equal(keys.count, 2);
	seal_key_id(&keys, id_of_new);
	assert_string_not_equal(id, id_of_new);
	assert_true(seal_open(&keys, "totp", "ada", old, SEALED, value));
	seal_make(&keys, "totp", "ada", VALUE, LEN, new);
	assert_true(seal_open(&keys, "totp", "ada", new, SEALED, value));
	assert_false(seal_open(&first, "totp", "ada", new, SEALED, value));
	seal_add_key(&keys);
	assert_int_equal(keys.count, 2);
	assert_false(seal_open(&keys, "totp", "ada", old, SEALED, value));
}

static void
a_file_is_one_key_or_two(void **state)
{
	char dir[] = "/tmp/docket-seal-XXXXXX", path[64];
	struct seal_keys keys = { .count = 0 }, read;
	unsigned char bytes[100] = { 1 };
	struct stat st;
	FILE *fp;
	size_t n;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/key", dir);
	assert_int_equal(seal_read_keys(path, &read), SEAL_FILE_FAILED);
	assert_int_equal(errno, ENOENT);
	for (n = 1; n <= 2; n++) {
		seal_add_key(&keys);
		seal_write_keys(path, &keys);
		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
		assert_int_equal(seal_read_keys(path, &read), SEAL_FILE_READ);
		assert_int_equal(read.count, n);
		assert_memory_equal(read.key, keys.key, n * SEAL_KEY_BYTES);
	}
	for (n = 0; n < sizeof(bytes); n++) {
		fp = fopen(path, "w");
		assert_non_null(fp);
		assert_int_equal(fwrite(bytes, 1, n, fp), n);
		fclose(fp);
		assert_int_equal(seal_read_keys(path, &read), n == 32 ||
		    n == 64 ? SEAL_FILE_READ : SEAL_FILE_INVALID);
	}
	unlink(path);
	rmdir(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_opens_with_what_it_was_made_for),
		cmocka_unit_test(the_key_before_opens_and_does_not_seal),
		cmocka_unit_test(a_file_is_one_key_or_two),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
