/*
 * The filter of system calls, for every number: an interpreter of the kernel's
 * classic BPF, as far as it is used here, runs it, and the results are compared
 * with its tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include <cmocka.h>

struct sock_fprog;
static int catch_filter(int, int, struct sock_fprog *, int, int);
#define prctl	catch_filter
#include "base/syscalls.h"
#include "lib/base/syscalls.c"
#undef prctl

#define NUMBERS	1024
#define REFUSED	(SECCOMP_RET_ERRNO | EPERM)

static struct sock_filter code[FILTER_MAX];
static unsigned int length;

static int
catch_filter(int option, int mode, struct sock_fprog *program, int a, int b)
{
	assert_int_equal(option, PR_SET_SECCOMP);
	assert_int_equal(mode, SECCOMP_MODE_FILTER);
	assert_int_equal(a + b, 0);
	assert_in_range(program->len, 1, FILTER_MAX);
	memcpy(code, program->filter, program->len * sizeof(code[0]));
	length = program->len;
	return 0;
}

static unsigned int
run(const struct seccomp_data *d)
{
	unsigned int a = 0, x = 0, at, k;
	const struct sock_filter *i;

	for (at = 0; at < length; at++) {
		i = code + at;
		k = i->k;
		switch (i->code) {
		case BPF_RET | BPF_K:
			return k;
		case BPF_LD | BPF_W | BPF_ABS:
			memcpy(&a, (const char *)d + k, sizeof(a));
			break;
		case BPF_LD | BPF_IMM:
			a = k;
			break;
		case BPF_ALU | BPF_AND | BPF_K:
			a &= k;
			break;
		case BPF_ALU | BPF_LSH | BPF_X:
			a <<= x;
			break;
		case BPF_MISC | BPF_TAX:
			x = a;
			break;
		case BPF_MISC | BPF_TXA:
			a = x;
			break;
		case BPF_JMP | BPF_JEQ | BPF_K:
			at += a == k ? i->jt : i->jf;
			break;
		case BPF_JMP | BPF_JGE | BPF_K:
			at += a >= k ? i->jt : i->jf;
			break;
		case BPF_JMP | BPF_JSET | BPF_K:
			at += a & k ? i->jt : i->jf;
			break;
		default:
			fail_msg("instruction %u: code %u", at, i->code);
		}
	}
	fail_msg("the end was run past");
	return 0;
}

static unsigned int
answer(unsigned int nr, unsigned int argument, unsigned int value)
{
	struct seccomp_data d = { .nr = (int)nr, .arch = ARCH };

	d.args[argument] = value;
	return run(&d);
}

static bool
listed(unsigned int nr, enum sandbox_calls who)
{
	size_t i, j;

	for (i = 0; i < SETS; i++)
		for (j = 0; sets[i].whose[who] && j < sets[i].count; j++)
			if (sets[i].nr[j] == nr)
				return true;
	return false;
}

static bool
conditional(unsigned int nr, enum sandbox_calls who)
{
	size_t i;

	for (i = 0; i < CONDITIONS; i++)
		if (conditions[i].nr == nr && conditions[i].whose[who])
			return true;
	return false;
}

static void
only_listed_calls_are_allowed(void **state)
{
	enum sandbox_calls who;
	unsigned int nr, allowed;

	(void)state;
	for (who = 0; who < CALLS__MAX; who++) {
		assert_true(sandbox_calls(who));
		for (nr = allowed = 0; nr < NUMBERS; nr++) {
			/* The x32 ABI has the same architecture. */
			assert_int_equal(answer(nr | 0x40000000, 0, 0),
			    REFUSED);
			if (conditional(nr, who)) {
				assert_false(listed(nr, who));
				continue;
			}
			assert_int_equal(answer(nr, 0, 0), listed(nr, who) ?
			    SECCOMP_RET_ALLOW : REFUSED);
			allowed += listed(nr, who);
		}
		assert_in_range(allowed, 50, 120);
		assert_int_equal(answer(~0U, 0, 0), REFUSED);
	}
}

static void
arguments_are_checked(void **state)
{
	static const struct {
		enum sandbox_calls who;
		unsigned int nr, argument, value, answer;
	} cases[] = {
		{ CALLS_SERVICE, SYS_openat, 3, 0600, SECCOMP_RET_ALLOW },
		{ CALLS_SERVICE, SYS_openat, 3, S_ISUID | 0700, REFUSED },
		{ CALLS_FILES, SYS_openat, 3, S_ISGID | 0700, REFUSED },
		{ CALLS_NETWORK, SYS_fchmod, 1, S_ISUID | 0700, REFUSED },
		{ CALLS_SERVICE, SYS_fchmod, 1, 0600, SECCOMP_RET_ALLOW },
		{ CALLS_SERVICE, SYS_mkdirat, 2, S_ISGID | 0700, REFUSED },
		{ CALLS_SERVICE, SYS_mkdirat, 2, 0700, SECCOMP_RET_ALLOW },
		{ CALLS_SERVICE, SYS_mmap, 2, PROT_READ | PROT_WRITE,
		    SECCOMP_RET_ALLOW },
		{ CALLS_SERVICE, SYS_mmap, 2, PROT_READ | PROT_EXEC, REFUSED },
		{ CALLS_SERVICE, SYS_mprotect, 2, PROT_EXEC, REFUSED },
		{ CALLS_SERVICE, SYS_ioctl, 1, TCGETS, REFUSED },
		{ CALLS_SERVICE, SYS_socket, 0, AF_INET, REFUSED },
		{ CALLS_SERVICE, SYS_clone, 0, CLONE_THREAD, REFUSED },
		{ CALLS_FILES, SYS_ioctl, 1, TCGETS, SECCOMP_RET_ALLOW },
		{ CALLS_FILES, SYS_ioctl, 1, TIOCSTI, REFUSED },
		{ CALLS_FILES, SYS_ioctl, 1, FIONREAD, REFUSED },
		{ CALLS_FILES, SYS_socket, 0, AF_INET, REFUSED },
		{ CALLS_NETWORK, SYS_ioctl, 1, FIONREAD, SECCOMP_RET_ALLOW },
		{ CALLS_NETWORK, SYS_socket, 0, AF_INET, SECCOMP_RET_ALLOW },
		{ CALLS_NETWORK, SYS_socket, 0, AF_NETLINK,
		    SECCOMP_RET_ALLOW },
		{ CALLS_NETWORK, SYS_socket, 0, AF_UNIX, REFUSED },
		{ CALLS_NETWORK, SYS_socket, 0, AF_PACKET, REFUSED },
		{ CALLS_NETWORK, SYS_clone, 0, CLONE_VM | CLONE_THREAD,
		    SECCOMP_RET_ALLOW },
		{ CALLS_NETWORK, SYS_clone, 0, CLONE_VM, REFUSED },
		{ CALLS_NETWORK, SYS_clone3, 0, 0,
		    SECCOMP_RET_ERRNO | ENOSYS },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_true(sandbox_calls(cases[i].who));
		assert_int_equal(answer(cases[i].nr, cases[i].argument,
		    cases[i].value), cases[i].answer);
	}
}

static void
another_architecture_is_killed(void **state)
{
	const struct seccomp_data d = { .nr = SYS_read, .arch = ARCH ^ 1 };

	(void)state;
	assert_true(sandbox_calls(CALLS_SERVICE));
	assert_int_equal(run(&d), SECCOMP_RET_KILL_PROCESS);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_listed_calls_are_allowed),
		cmocka_unit_test(arguments_are_checked),
		cmocka_unit_test(another_architecture_is_killed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
