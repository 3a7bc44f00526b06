/*
 * The sandbox, each entered by a child: only what is named can be reached, and
 * failures say why.  t/fault/sandbox.t tests whole programs.
 *
 * The data directory is that of the build, in which a build for coverage writes
 * down where the child has been.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/sandbox.h"
#include "base/syscalls.h"
#include "cli/confine.h"
#include "cli/program.h"

/* In a child: ends it, and says where. */
#define MUST(so) do {							\
	if (!(so)) {							\
		print_message("# line %d: %s: errno %d\n", __LINE__,	\
		    #so, errno);					\
		fflush(NULL);						\
		exit(1);						\
	}								\
} while (0)

#define ADDRESSES	(INT64_C(1) << 40)	/* bytes of addresses: enough */

/* What the kernel is not to offer: an option of prctl(2), or 0. */
static int without;

static struct fixture {
	char		 data[PATH_MAX];
	char		 given[PATH_MAX];
	char		 too_long[5000];
	const char	*read[4];
	const char	*write[2];
	uint16_t	 port[2];	/* that is named, and another */
} fixture;

/* Has a hard limit been asked for above what it was?  Root gets it. */
static bool raised;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
int
setrlimit(__rlimit_resource_t what, const struct rlimit *l)
{
	struct rlimit old;

	raised |= getrlimit(what, &old) == 0 && l->rlim_max > old.rlim_max;
	return (int)syscall(SYS_prlimit64, 0, what, l, NULL);
}
#endif

int
prctl(int option, ...)
{
	unsigned long arg[4];
	va_list ap;
	int i;

	if (option == without) {
		errno = EINVAL;
		return -1;
	}
	va_start(ap, option);
	for (i = 0; i < 4; i++)
		arg[i] = va_arg(ap, unsigned long);
	va_end(ap);
	return (int)syscall(SYS_prctl, option, arg[0], arg[1], arg[2], arg[3]);
}

/* How a file is opened: 0, or why not. */
static int
opened(const char *dir, const char *name, int flags)
{
	char path[2 * PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	if ((fd = open(path, flags | O_CLOEXEC, 0600)) == -1)
		return errno;
	close(fd);
	return 0;
}

/* Nobody listens; a process that may connect gets that error. */
static int
connected(uint16_t port)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
		.sin_port = htons(port), .sin_addr.s_addr =
		htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), error;

	error = fd == -1 || connect(fd, (struct sockaddr *)&to,
	    sizeof(to)) == 0 ? 0 : errno;
	close(fd);
	return error;
}

/* What a child's checks came to: all of them held. */
static bool
child(void (*run)(struct sandbox *), struct sandbox s)
{
	int status;
	pid_t pid;

	fflush(NULL);
	if ((pid = fork()) == 0) {
		run(&s);
		exit(0);
	}
	waitpid(pid, &status, 0);
	return status == 0;
}

static struct sandbox
sandbox(void)
{
	struct sandbox s = { .data = fixture.data, .read = fixture.read,
		.write = fixture.write, .ports = fixture.port,
		.calls = CALLS_NETWORK, .memory = ADDRESSES, .files = 64 };

	return s;
}

/* A kernel without Landlock, or a build that enters nothing.  (prove takes what
 * cmocka's skip() prints for a failure.) */
static bool
none(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	return true;
#else
	return strcmp(sandbox_offered(), "no Landlock") == 0;
#endif
}

static void
try_files(struct sandbox *s)
{
	const char *why;

	MUST(sandbox_enter(s, &why));
	MUST(opened("/etc", "passwd", O_RDONLY) == EACCES);
	MUST(opened("/usr/share/zoneinfo", "UTC", O_RDONLY) == 0);
	MUST(opened("/usr/share/zoneinfo", "UTC", O_WRONLY) == EACCES);
	MUST(opened("/dev", "urandom", O_RDONLY) == 0);
	MUST(opened(s->data, "sandbox.tmp", O_WRONLY | O_CREAT) == 0);
	MUST(opened(fixture.given, "x", O_WRONLY | O_CREAT) ==
	    (s->write == NULL ? EACCES : 0));
	MUST(opened("/tmp", "sandbox.tmp", O_WRONLY | O_CREAT) == EACCES);
	MUST(syscall(SYS_ptrace, 0, 0, 0, 0) == -1);
	MUST(errno == EPERM);
}

static void
only_named_files_can_be_reached(void **state)
{
	struct sandbox bare = sandbox();

	(void)state;
	if (none())
		return;
	assert_true(child(try_files, sandbox()));
	bare.write = NULL;
	assert_true(child(try_files, bare));
}

static void
try_named_port(struct sandbox *s)
{
	const char *why;

	MUST(sandbox_enter(s, &why));
	MUST(connected(fixture.port[0]) == ECONNREFUSED);
	MUST(connected(fixture.port[0] + 1) == EACCES);
}

static void
try_any_port(struct sandbox *s)
{
	const char *why;

	MUST(sandbox_enter(s, &why));
	MUST(connected(fixture.port[0]) == ECONNREFUSED);
	MUST(connected(fixture.port[0] + 1) == ECONNREFUSED);
}

static void
try_no_port(struct sandbox *s)
{
	const char *why;

	MUST(sandbox_enter(s, &why));
	MUST(connected(fixture.port[0]) == EACCES);
}

static void
only_named_ports_can_be_reached(void **state)
{
	struct sandbox s = sandbox();

	(void)state;
	if (none() || strcmp(sandbox_offered(), "Landlock 4") < 0)
		return;
	assert_true(child(try_named_port, s));
	s.any_port = true;
	assert_true(child(try_any_port, s));
	s.any_port = false;
	s.ports = NULL;
	assert_true(child(try_no_port, s));
}

static void
try_limits(struct sandbox *s)
{
	struct rlimit files = { 20, 100 }, cpu;
	const char *why;

	MUST(setrlimit(RLIMIT_NOFILE, &files) == 0);
	MUST(sandbox_enter(s, &why));
	MUST(getrlimit(RLIMIT_NOFILE, &files) == 0);
	MUST(files.rlim_cur == 20);
	MUST(files.rlim_max == 64);
	MUST(getrlimit(RLIMIT_CPU, &cpu) == 0);
	MUST(cpu.rlim_max == 7);
}

static void
try_less(struct sandbox *s)
{
	struct rlimit files = { 20, 30 };
	const char *why;

	MUST(setrlimit(RLIMIT_NOFILE, &files) == 0);
	MUST(sandbox_enter(s, &why));
	MUST(!raised);
	MUST(getrlimit(RLIMIT_NOFILE, &files) == 0);
	MUST(files.rlim_cur == 20);
	MUST(files.rlim_max == 30);
}

/* Who starts a program may allow it less. */
static void
limits_are_set(void **state)
{
	struct sandbox s = sandbox();

	(void)state;
	if (none())
		return;
	s.cpu_seconds = 7;
	s.lenient = true;
	without = PR_SET_SECCOMP;	/* nobody could ask for limits */
	assert_true(child(try_limits, s));
	assert_true(child(try_less, s));
	without = 0;
}

static void
try_to_stay(struct sandbox *s)
{
	const char *why;

	MUST(sandbox_enter(s, &why));
	MUST(syscall(SYS_timer_delete, 0) == -1);
	MUST(errno == EPERM);
	MUST(syscall(SYS_timer_settime, 0, 0, NULL, NULL) == -1);
	MUST(errno == EPERM);
	signal(SIGKILL, SIG_IGN);
	sleep(30);
}

static void
a_timer_ends_the_process(void **state)
{
	struct sandbox s = sandbox();
	int status;
	pid_t pid;

	(void)state;
	if (none())
		return;
	s.wall_seconds = 1;
	fflush(NULL);
	if ((pid = fork()) == 0) {
		try_to_stay(&s);
		exit(0);
	}
	waitpid(pid, &status, 0);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
}

static void
try_to_enter(struct sandbox *s)
{
	const char *why = NULL;

	MUST(sandbox_enter(s, &why) == s->lenient);
	MUST(s->lenient || why != NULL);
}

/* Why one cannot be entered, which `lenient` accepts. */
static void
impossible(struct sandbox s, const char *reason)
{
	const char *why = "";

	assert_false(sandbox_try(&s, &why));
	assert_non_null(strstr(why, reason));
	assert_true(child(try_to_enter, s));
	s.lenient = true;
	assert_true(sandbox_try(&s, &why));
	assert_true(child(try_to_enter, s));
}

static void
failing_rules_are_reported(void **state)
{
	struct sandbox s = sandbox();
	const char *paths[] = { fixture.too_long, NULL };
	const char *why;

	(void)state;
	if (none())
		return;
	assert_true(sandbox_try(&s, &why));
	s.data = fixture.too_long;
	impossible(s, "Landlock refused the rules");
	s.data = fixture.data;
	s.read = paths;
	impossible(s, "Landlock refused the rules");
	s.read = NULL;
	s.write = paths;
	impossible(s, "Landlock refused the rules");
	assert_int_equal(opened("/etc", "passwd", O_RDONLY), 0);
}

static void
missing_kernel_features_are_reported(void **state)
{
	struct sandbox s = sandbox();

	(void)state;
	if (none())
		return;
	without = PR_SET_NO_NEW_PRIVS;
	impossible(s, "no_new_privs");
	without = PR_SET_SECCOMP;
	impossible(s, "CONFIG_SECCOMP_FILTER");
	without = 0;
}

static void
try_without_files(struct sandbox *s)
{
	struct rlimit usual, none;
	const char *why;
	bool able;

	MUST(getrlimit(RLIMIT_NOFILE, &usual) == 0);
	none = usual;
	none.rlim_cur = 3;
	MUST(setrlimit(RLIMIT_NOFILE, &none) == 0);
	able = sandbox_try(s, &why);
	MUST(setrlimit(RLIMIT_NOFILE, &usual) == 0);
	MUST(!able);
	MUST(strcmp(why, "cannot start a process to test it") == 0);
}

static void
a_failed_trial_is_reported(void **state)
{
	(void)state;
	assert_true(child(try_without_files, sandbox()));
}

static void
lists_of_paths_are_joined(void **state)
{
	const char *const one[] = { "a", "b", NULL }, *const two[] = { "c",
		NULL };
	struct arena *a = arena_new();
	const char **all = sandbox_paths(a, one, two);

	(void)state;
	assert_string_equal(all[0], "a");
	assert_string_equal(all[1], "b");
	assert_string_equal(all[2], "c");
	assert_null(all[3]);
	assert_string_equal(sandbox_paths(a, NULL, two)[0], "c");
	assert_null(sandbox_paths(a, NULL, NULL)[0]);
	arena_free(a);
}

static void
try_profile(struct sandbox *s)
{
	struct program p = { .name = "docket-remind" };

	p.ctx.arena = arena_new();
	p.settings.data = s->data;
	p.settings.database = "";
	p.settings.sandbox = SANDBOX_ON;
	MUST(setenv("CURL_CA_BUNDLE", "/etc/passwd", 1) == 0);
	MUST(setenv("SSL_CERT_FILE", "", 1) == 0);
	MUST(program_confine(&p, (struct sandbox){ 0 }));
	MUST(opened("/etc", "passwd", O_RDONLY) == 0);
	MUST(opened("/etc", "group", O_RDONLY) == EACCES);
	arena_free(p.ctx.arena);
}

/* Of those that reach no network. */
static void
try_files_profile(struct sandbox *s)
{
	struct program p = { .name = "docket-cleanup" };
	int n;

	p.ctx.arena = arena_new();
	p.settings.data = s->data;
	p.settings.database = "";
	p.settings.sandbox = SANDBOX_ON;
	MUST(program_confine(&p, (struct sandbox){ 0 }));
	MUST(socket(AF_INET, SOCK_STREAM, 0) == -1);
	MUST(errno == EPERM);
	MUST(ioctl(STDIN_FILENO, FIONREAD, &n) == -1);
	MUST(errno == EPERM);
	MUST(opened("/etc", "hosts", O_RDONLY) == EACCES);
	arena_free(p.ctx.arena);
}

static void
try_no_profile(struct sandbox *s)
{
	struct program p = { .name = "docket-other" };

	p.ctx.arena = arena_new();
	p.settings.data = s->data;
	p.settings.database = "";
	p.settings.sandbox = SANDBOX_ON;
	MUST(!program_confine(&p, (struct sandbox){ 0 }));
	p.name = "docket-mail";
	p.settings.data = fixture.too_long;
	MUST(!program_confine(&p, (struct sandbox){ 0 }));
	p.settings.sandbox = SANDBOX_OFF;
	MUST(program_confine(&p, (struct sandbox){ 0 }));
	arena_free(p.ctx.arena);
}

static void
programs_get_their_profile(void **state)
{
	(void)state;
	if (none())
		return;
	assert_true(child(try_profile, sandbox()));
	assert_true(child(try_files_profile, sandbox()));
	assert_true(child(try_no_profile, sandbox()));
}

/* Where a program may write that was given a path to write to. */
static void
an_output_opens_its_directory(void **state)
{
	static const char *const of[][2] = { { "/tmp", "/tmp/" },
		{ "/tmp/none", "/tmp/" }, { "/none/there/", "/none/" },
		{ "/none//", "/" }, { "none", "./" }, { "/", "//" },
		{ "/etc/passwd", "/etc/" }, { "", "./" } };
	struct program p = { .name = "docket-export" };
	size_t i;

	(void)state;
	p.ctx.arena = arena_new();
	for (i = 0; i < sizeof(of) / sizeof(of[0]); i++)
		assert_string_equal(program_place(&p, of[i][0]), of[i][1]);
	arena_free(p.ctx.arena);
}

/* A port, and the one above it, that nobody listens on. */
static int
setup(void **state)
{
	const char *build = getenv("DOCKET_BUILD");

	(void)state;
	if (realpath(build == NULL ? "build" : build, fixture.data) == NULL)
		return -1;
	strcpy(fixture.given, "/tmp/docket-sandbox-XXXXXX");
	if (mkdtemp(fixture.given) == NULL)
		return -1;
	strcat(fixture.given, "/");	/* a directory, to the sandbox */
	memset(fixture.too_long, 'x', sizeof(fixture.too_long) - 1);
	fixture.read[0] = "/usr/share/zoneinfo/";
	fixture.read[1] = "/dev/urandom";
	fixture.read[2] = "/none/there";
	fixture.write[0] = fixture.given;
	fixture.port[0] = 4;
	return 0;
}

static int
teardown(void **state)
{
	char path[PATH_MAX + 16];

	(void)state;
	snprintf(path, sizeof(path), "%s/x", fixture.given);
	unlink(path);
	rmdir(fixture.given);
	snprintf(path, sizeof(path), "%s/sandbox.tmp", fixture.data);
	unlink(path);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_named_files_can_be_reached),
		cmocka_unit_test(only_named_ports_can_be_reached),
		cmocka_unit_test(limits_are_set),
		cmocka_unit_test(a_timer_ends_the_process),
		cmocka_unit_test(failing_rules_are_reported),
		cmocka_unit_test(missing_kernel_features_are_reported),
		cmocka_unit_test(a_failed_trial_is_reported),
		cmocka_unit_test(lists_of_paths_are_joined),
		cmocka_unit_test(programs_get_their_profile),
		cmocka_unit_test(an_output_opens_its_directory),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
