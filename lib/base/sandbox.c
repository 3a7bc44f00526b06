/*
 * Landlock (Documentation/userspace-api/landlock.rst of the kernel), by its
 * three system calls; the headers of Debian 12 know its first versions only, so
 * the numbers that are needed are here.
 */
#include "base/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"

/* A file that grows beyond this does so by mistake. */
#define FILE_BYTES	(INT64_C(256) << 30)

#if defined(__has_feature)
#define HAS(feature)	__has_feature(feature)
#else
#define HAS(feature)	0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    HAS(address_sanitizer) || HAS(thread_sanitizer)
#define SANITIZED	true
#else
#define SANITIZED	false
#endif

/* Rights on files: those of the first version, and of later ones. */
#define WRITE_FILE	(1 << 1)
#define READ_FILE	(1 << 2)
#define READ_DIR	(1 << 3)
#define REMOVE_DIR	(1 << 4)
#define REMOVE_FILE	(1 << 5)
#define MAKE_DIR	(1 << 7)
#define MAKE_FILE	(1 << 8)
#define REFER		(1 << 13)
#define TRUNCATE	(1 << 14)
#define READING		(READ_FILE | READ_DIR)
#define CHANGING	(WRITE_FILE | READING | REMOVE_DIR | REMOVE_FILE | \
			MAKE_DIR | MAKE_FILE | REFER | TRUNCATE)
/* In the data directory, where the database makes and removes files. */
#define KEEPING		(WRITE_FILE | READING | REMOVE_FILE | MAKE_FILE | \
			TRUNCATE)
#define OF_FILES	(WRITE_FILE | READ_FILE | TRUNCATE)
#define CONNECT		(1 << 1)

/* The bits that each version handles: files, TCP, signals and sockets. */
static const struct handled {
	uint64_t	 files, tcp, scoped;
} handled[] = {
	{ 0, 0, 0 }, { 0x1fff, 0, 0 }, { 0x3fff, 0, 0 }, { 0x7fff, 0, 0 },
	{ 0x7fff, 3, 0 }, { 0xffff, 3, 0 }, { 0xffff, 3, 3 }
};
#define VERSIONS	((long)(COUNT(handled)))

enum { RULE_PATH = 1, RULE_PORT = 2, ASK_VERSION = 1 };

struct path_rule {
	uint64_t	 allowed;
	int32_t		 fd;
} __attribute__((packed));

struct port_rule {
	uint64_t	 allowed, port;
};

static long
landlock_version(void)
{
	long n = syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);

	return n < 0 ? 0 : n < VERSIONS ? n : VERSIONS - 1;
}

/* A missing file needs no rule. */
static bool
add_path(int ruleset, const char *path, uint64_t allowed)
{
	struct path_rule rule = { .allowed = allowed };
	size_t len = strlen(path);
	bool ok;

	rule.fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.fd == -1)
		return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
	if (path[len - 1] != '/')
		rule.allowed &= OF_FILES;
	ok = syscall(SYS_landlock_add_rule, ruleset, RULE_PATH, &rule, 0) == 0;
	close(rule.fd);
	return ok;
}

static bool
add_paths(int ruleset, const char *const *paths, uint64_t allowed)
{
	for (; paths != NULL && *paths != NULL; paths++)
		if (!add_path(ruleset, *paths, allowed))
			return false;
	return true;
}

/* Directories may be created only in files/; until that exists, beside the
 * database. */
static bool
add_data(int ruleset, const char *data, uint64_t handles)
{
	char path[4096];
	size_t len = strlen(data);
	uint64_t all = CHANGING & handles;

	if (len + sizeof("/files/") > sizeof(path))
		return false;
	memcpy(path, data, len);
	memcpy(path + len, "/files/", sizeof("/files/"));
	if (access(path, F_OK) == 0) {
		if (!add_path(ruleset, path, all & ~(uint64_t)REMOVE_DIR))
			return false;
		all &= KEEPING;
	}
	path[len + 1] = '\0';
	return add_path(ruleset, path, all);
}

static bool
restrict_files(const struct sandbox *s, long v)
{
	struct port_rule port = { .allowed = CONNECT };
	struct handled all = handled[v];
	int ruleset, error;
	const uint16_t *p;
	bool ok;

	if (s->any_port)
		all.tcp = 0;
	ruleset = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof(all),
	    0);
	if (ruleset == -1)
		return false;
	ok = (s->data == NULL || add_data(ruleset, s->data, all.files)) &&
	    add_paths(ruleset, s->read, READING) &&
	    add_paths(ruleset, s->write, CHANGING & all.files);
	for (p = s->ports; ok && all.tcp != 0 && p != NULL && *p != 0; p++) {
		port.port = *p;
		ok = syscall(SYS_landlock_add_rule, ruleset, RULE_PORT, &port,
		    0) == 0;
	}
	ok = ok && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
	error = errno;
	close(ruleset);
	errno = error;
	return ok;
}

static void
limit(int what, rlim_t most)
{
	struct rlimit l;

	/* Never raise a limit that the parent set. */
	if (getrlimit((__rlimit_resource_t)what, &l) == -1)
		return;
	/* RLIM_INFINITY is the largest value. */
	if (l.rlim_max > most)
		l.rlim_max = most;
	if (l.rlim_cur > most)
		l.rlim_cur = most;
	setrlimit((__rlimit_resource_t)what, &l);
}

static void
limit_all(const struct sandbox *s)
{
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, FILE_BYTES);
	limit(RLIMIT_NOFILE, (rlim_t)s->files);
	limit(RLIMIT_AS, (rlim_t)s->memory);
	if (s->cpu_seconds > 0)
		limit(RLIMIT_CPU, (rlim_t)s->cpu_seconds);
}

bool
sandbox_timer(int signal, int64_t first, int64_t every)
{
	struct sigevent how = { .sigev_notify = SIGEV_SIGNAL,
	    .sigev_signo = signal };
	const struct itimerspec when = { { every, 0 }, { first, 0 } };
	timer_t timer;

	return timer_create(CLOCK_MONOTONIC, &how, &timer) == 0 &&
	    timer_settime(timer, 0, &when, NULL) == 0;
}

static const char *
give_up_files(const struct sandbox *s)
{
	long v = landlock_version();

	if (v == 0)
		return "the kernel or this container offers no Landlock (Linux "
		    "5.13 with CONFIG_SECURITY_LANDLOCK, and \"landlock\" in "
		    "its lsm=)";
	if (restrict_files(s, v))
		return NULL;
	return errno == EMFILE || errno == ENFILE ? "no file descriptor is "
	    "left: raise the limit of open files (ulimit -n, LimitNOFILE=)" :
	    "Landlock refused the rules";
}

static const char *
give_up_calls(const struct sandbox *s)
{
	return sandbox_calls(s->calls) ? NULL : "the kernel cannot filter "
	    "system calls (CONFIG_SECCOMP_FILTER)";
}

bool
sandbox_enter(const struct sandbox *s, const char **why)
{
	const char *files, *calls;

	if (SANITIZED)
		return true;
	limit_all(s);
	/* By a signal that cannot be caught. */
	if (s->wall_seconds > 0 &&
	    !sandbox_timer(SIGKILL, s->wall_seconds, 0) && !s->lenient) {
		*why = "there is no timer (RLIMIT_SIGPENDING)";
		return false;
	}
	/* The kernel requires it for the other two. */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1) {
		*why = "the kernel does not support no_new_privs";
		return s->lenient;
	}
	files = give_up_files(s);
	if (files != NULL && !s->lenient) {
		*why = files;
		return false;
	}
	calls = give_up_calls(s);
	if (calls != NULL && !s->lenient) {
		*why = calls;
		return false;
	}
	return true;
}

/* A reason is a string constant: the child and we have it at the same
 * address. */
bool
sandbox_try(const struct sandbox *s, const char **why)
{
	const char *reason = NULL;
	ssize_t n;
	int fd[2];
	pid_t pid;

	*why = "cannot start a process to test it";
	if (pipe(fd) == -1)
		return false;
	if ((pid = fork()) == 0) {
		if (sandbox_enter(s, &reason))
			reason = NULL;
		_exit(write(fd[1], &reason, sizeof(reason)) == -1);
	}
	close(fd[1]);
	n = read(fd[0], &reason, sizeof(reason));
	close(fd[0]);
	if (pid == -1 || n != (ssize_t)sizeof(reason))
		return false;
	waitpid(pid, NULL, 0);
	if (reason != NULL)
		*why = reason;
	return reason == NULL;
}

const char **
sandbox_paths(struct arena *a, const char *const *one, const char *const *two)
{
	const char **all;
	size_t n = 0, k;

	for (k = 0; one != NULL && one[k] != NULL; k++)
		n++;
	for (k = 0; two != NULL && two[k] != NULL; k++)
		n++;
	all = arena_alloc(a, (n + 1) * sizeof(*all));
	for (n = 0; one != NULL && one[n] != NULL; n++)
		all[n] = one[n];
	for (k = 0; two != NULL && two[k] != NULL; k++)
		all[n++] = two[k];
	return all;
}

/* The file that a variable names ("": none); without it, a harmless one. */
static const char *
named(const char *variable)
{
	const char *path = getenv(variable);

	return path == NULL ? "/dev/null" : path;
}

const char **
sandbox_network(struct arena *a)
{
	const char *const all[] = { "/etc/resolv.conf",
		"/run/systemd/resolve/", "/etc/hosts", "/etc/host.conf",
		"/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
		"/etc/ssl/certs/", "/etc/ssl/openssl.cnf", "/usr/lib/ssl/",
		"/usr/share/ca-certificates/",
		"/usr/local/share/ca-certificates/",
		named("CURL_CA_BUNDLE"), named("SSL_CERT_FILE"), NULL };

	return sandbox_paths(a, all, NULL);
}

const char *
sandbox_offered(void)
{
	static const char *const names[] = { "no Landlock", "Landlock 1",
		"Landlock 2", "Landlock 3", "Landlock 4", "Landlock 5",
		"Landlock 6" };

	return names[landlock_version()];
}
