/*
 * A transaction sends what it has changed in one datagram: each scope once; an
 * empty one if there are too many; nothing if it was rolled back.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/change_signal.h"
#include "db/db.h"
#include "t/unit/lib/fixture.h"

/* Behind the last scope lies what must stay as it is. */
static struct {
	struct change_signal of;
	unsigned char behind[ID_BYTES];
} signal_of;
static struct change_signal *const w = &signal_of.of;
static int hears = -1;

static int
open_both(void **state)
{
	struct sockaddr_un to;

	if (fixture_open(state) == -1 || !change_signal_address(dir, &to))
		return -1;
	hears = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
	if (bind(hears, (const struct sockaddr *)&to, sizeof(to)) == -1)
		return -1;
	settings.wait = WAIT_ON;
	settings.data = dir;
	change_signal_open(w, &settings);
	change_signal_attach(w, c.db);
	return w->fd == -1 ? -1 : 0;
}

static int
close_both(void **state)
{
	close(w->fd);
	close(hears);
	return fixture_close(state);
}

/* Ends the transaction; how many bytes it has told, -1: nothing. */
static ssize_t
told(bool commit)
{
	unsigned char got[(CHANGE_SIGNAL_SCOPES + 2) * ID_BYTES];
	ssize_t n;

	if (commit)
		db_commit(c.db);
	else
		db_end(c.db);
	n = recv(hears, got, sizeof(got), 0);
	assert_int_equal(recv(hears, got, sizeof(got), 0), -1);
	assert_true(db_begin_write(c.db, 1));
	return n;
}

static void
note(size_t from, size_t end)
{
	char id[ID_SIZE];

	for (; from < end; from++) {
		snprintf(id, sizeof(id),
		    "00000000-0000-4000-8000-%012zx", from);
		change_signal_note(w, id);
	}
}

static void
each_scope_is_told_once(void **state)
{
	(void)state;
	assert_int_equal(told(true), -1);
	note(0, 3);
	note(0, 3);
	assert_int_equal(told(true), 3 * ID_BYTES);
	note(0, CHANGE_SIGNAL_SCOPES);
	assert_int_equal(told(true), CHANGE_SIGNAL_SCOPES * ID_BYTES);
}

static void
too_many_are_told_as_an_empty_datagram(void **state)
{
	(void)state;
	note(0, CHANGE_SIGNAL_SCOPES + 5);
	assert_int_equal(told(true), 0);
	assert_memory_equal(signal_of.behind, (unsigned char[ID_BYTES]){ 0 },
	    ID_BYTES);
	note(1, 2);
	assert_int_equal(told(true), ID_BYTES);
}

static void
what_was_rolled_back_is_not_told(void **state)
{
	(void)state;
	note(0, 2);
	assert_int_equal(told(false), -1);
	change_signal_note(w, "no id");
	assert_int_equal(told(true), -1);
}

/* A socket's path ends with a NUL, within the size that the system gives it. */
static void
a_directory_can_be_too_long(void **state)
{
	struct sockaddr_un to;
	char data[sizeof(to.sun_path) + 1] = "";
	size_t most = sizeof(to.sun_path) - sizeof("/" CHANGE_SIGNAL_SOCKET);

	(void)state;
	memset(data, 'd', most);
	assert_true(change_signal_address(data, &to));
	assert_int_equal(strlen(to.sun_path), sizeof(to.sun_path) - 1);
	data[most] = 'd';
	assert_false(change_signal_address(data, &to));
}

static void
without_wait_nobody_is_told(void **state)
{
	struct settings off = settings;
	struct change_signal none;

	(void)state;
	off.wait = WAIT_OFF;
	change_signal_open(&none, &off);
	assert_int_equal(none.fd, -1);
	change_signal_note(&none, "00000000-0000-4000-8000-000000000001");
	assert_int_equal(none.count, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_scope_is_told_once),
		cmocka_unit_test(too_many_are_told_as_an_empty_datagram),
		cmocka_unit_test(what_was_rolled_back_is_not_told),
		cmocka_unit_test(a_directory_can_be_too_long),
		cmocka_unit_test(without_wait_nobody_is_told),
	};

	return cmocka_run_group_tests(tests, open_both, close_both);
}
