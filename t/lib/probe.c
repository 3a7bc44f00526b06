/*
 * What a program can still do once it has given up the rest.  A library that is
 * loaded before the program's own (LD_PRELOAD): when the program has entered
 * its sandbox, of which the filter of system calls is the last, it tries what
 * the program must not be able to, and then what it must, and ends it.  So it
 * is the real program, with the profile, settings and paths that it really has.
 * A line each: the word "refused", "reached" or, of what it needs, "works" or
 * "fails", and what it was.
 *
 *	PROBE		words: "sandbox": as said; "start": at once, without a
 *			sandbox; "without": the program and those that it starts
 *			see a kernel that offers no Landlock; "escape": it
 *			tries nothing but to add PROBE_TEXT to PROBE_FILE;
 *			"helper": the process that the program starts tries all,
 *			and the program nothing
 *	DOCKET_DATA	a directory with "file", and "link" to one outside
 *	PROBE_OUTSIDE	one beside it, with "file" and "gone"
 *	PROBE_GIVEN	one that the program was given to write to
 *
 * Whatever could do harm is tried with arguments that do none: everything but
 * EPERM, EACCES and ENOSYS is reached.
 */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAMED	2525	/* the port of the settings, where they name one */
#define LEFT	9	/* a descriptor that whoever started it left open */

static char data[512], outside[512], given[512];
static void (*then)(void);
static int out = STDOUT_FILENO;	/* that of the program */
static bool helper;

static const char *
at(const char *dir, const char *name)
{
	static char path[4][1100];
	static int turn;

	turn = (turn + 1) % 4;
	snprintf(path[turn], sizeof(path[turn]), "%s/%s", dir, name);
	return path[turn];
}

static long
opened(const char *path, int flags)
{
	return syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
}

/* Of files: outside, or by a way that leads there. */
static long read_outside(void) { return opened(at(outside, "file"), O_RDONLY); }
static long list_outside(void) { return opened(outside, O_RDONLY |
    O_DIRECTORY); }
static long list_root(void) { return opened("/", O_RDONLY | O_DIRECTORY); }
static long read_passwd(void) { return opened("/etc/passwd", O_RDONLY); }
static long read_program(void) { return opened("/bin/sh", O_RDONLY); }
static long read_memory(void) { return opened("/proc/self/mem", O_RDWR); }
static long read_environment(void) { return opened("/proc/self/environ",
    O_RDONLY); }
static long write_outside(void) { return opened(at(outside, "file"), O_WRONLY); }
static long make_outside(void) { return opened(at(outside, "new"), O_WRONLY |
    O_CREAT); }
static long by_dots(void) { return opened(at(data, "../outside/file"),
    O_RDONLY); }
static long by_link(void) { return opened(at(data, "link"), O_RDONLY); }
static long remove_outside(void) { return syscall(SYS_unlinkat, AT_FDCWD,
    at(outside, "gone"), 0); }
static long dir_outside(void) { return syscall(SYS_mkdirat, AT_FDCWD,
    at(outside, "dir"), 0700); }
static long move_out(void) { return syscall(SYS_renameat2, AT_FDCWD, at(data,
    "file"), AT_FDCWD, at(outside, "moved"), 0); }
static long link_in(void) { return syscall(SYS_linkat, AT_FDCWD, at(outside,
    "file"), AT_FDCWD, at(data, "hard"), 0); }
static long make_link(void) { return syscall(SYS_symlinkat, "/etc", AT_FDCWD,
    at(data, "symlink")); }
static long make_device(void) { return syscall(SYS_mknodat, AT_FDCWD, at(data,
    "node"), 010600, 0); }
static long mode_outside(void) { return syscall(SYS_fchmodat, AT_FDCWD,
    at(outside, "file"), 0600); }
static long owner_outside(void) { return syscall(SYS_fchownat, AT_FDCWD,
    at(outside, "file"), -1, -1, 0); }
static long cut_outside(void) { return syscall(SYS_truncate, at(outside,
    "gone"), 0); }
static long make_given(void) { return opened(at(given, "given"), O_WRONLY |
    O_CREAT); }
static long times_outside(void) { return syscall(SYS_utimensat, AT_FDCWD,
    at(outside, "file"), NULL, 0); }

static long dir_beside(void) { return mkdir(at(data, "folder"), 0700); }
static long make_setuid(void) { return syscall(SYS_openat, AT_FDCWD, at(data,
    "setuid"), O_WRONLY | O_CREAT, 04700); }

static long
set_setgid(void)
{
	int fd = (int)opened(at(data, "setgid"), O_WRONLY | O_CREAT);
	long result = fchmod(fd, 02700);
	int error = errno;

	close(fd);
	errno = error;
	return result;
}

/* A child that has been made must not go on with the tries. */
static long
forked(void)
{
	long pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);

	if (pid == 0)
		_exit(0);
	return pid;
}

/* Nobody listens there: it is refused by them, or by the sandbox. */
static long
connect_to(int port)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
	    .sin_port = htons((uint16_t)port) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return fd == -1 ? -1 : connect(fd, (struct sockaddr *)&to,
	    sizeof(to));
}

static long connect_named(void) { return connect_to(NAMED); }
static long connect_else(void) { return connect_to(NAMED + 1); }

/* The limits have errors of their own. */
static long
limited(bool refused)
{
	errno = EPERM;
	return refused ? -1 : 0;
}

static long
much_memory(void)
{
	return limited(mmap(NULL, (size_t)5 << 30, PROT_READ, MAP_PRIVATE |
	    MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED);
}

static long
long_file(void)
{
	int fd = (int)opened(at(data, "long"), O_WRONLY | O_CREAT);

	return limited(fd == -1 || (ftruncate(fd, (off_t)300 << 30) == -1 &&
	    errno == EFBIG));
}

/* Before the attempts themselves open files. */
static bool left;

static long
left_open(void)
{
	return limited(!left);
}

static long
executable_map(void)
{
	return (long)mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE |
	    MAP_ANONYMOUS, -1, 0);
}

static long
made_executable(void)
{
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE |
	    MAP_ANONYMOUS, -1, 0);

	return mprotect(p, 4096, PROT_READ | PROT_EXEC);
}

#define CALL(name, ...)							\
	static long name(void) { return syscall(__VA_ARGS__); }
CALL(execute, SYS_execve, "/nowhere", NULL, NULL)
CALL(execute_at, SYS_execveat, -1, "", NULL, NULL, AT_EMPTY_PATH)
CALL(clone3, SYS_clone3, NULL, 0)
CALL(inet, SYS_socket, AF_INET, SOCK_STREAM, 0)
CALL(inet6, SYS_socket, AF_INET6, SOCK_DGRAM, 0)
CALL(local, SYS_socket, AF_UNIX, SOCK_STREAM, 0)
CALL(netlink, SYS_socket, AF_NETLINK, SOCK_RAW, 0)
CALL(connected, SYS_connect, 0, NULL, 0)
CALL(bound, SYS_bind, 0, NULL, 0)
CALL(listening, SYS_listen, -1, 0)
CALL(signal_other, SYS_kill, getppid(), 0)
CALL(signal_thread, SYS_tgkill, getppid(), getppid(), 0)
CALL(trace, SYS_ptrace, 0x4206, getppid(), 0, 0)
CALL(read_other, SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0)
CALL(mounted, SYS_mount, NULL, "/nowhere", NULL, 0, NULL)
CALL(new_root, SYS_chroot, "/nowhere")
CALL(unshared, SYS_unshare, 0)
CALL(joined, SYS_setns, -1, 0)
CALL(user, SYS_setuid, getuid())
CALL(group, SYS_setgid, getgid())
CALL(capability, SYS_capset, NULL, NULL)
CALL(keys, SYS_keyctl, KEYCTL_GET_KEYRING_ID, -3, 0)
CALL(bpf, SYS_bpf, 0, NULL, 0)
CALL(perf, SYS_perf_event_open, NULL, 0, 0, -1, 0)
CALL(uring, SYS_io_uring_setup, 0, NULL)
CALL(faults, SYS_userfaultfd, -1)
CALL(module, SYS_init_module, NULL, 0, NULL)
CALL(reboots, SYS_reboot, 0, 0, 0, NULL)
CALL(swap, SYS_swapon, "/nowhere", 0)
CALL(host, SYS_sethostname, NULL, -1)
CALL(clocks, SYS_clock_settime, -1, NULL)
CALL(memory_file, SYS_memfd_create, "x", 0)
CALL(shared, SYS_shmget, 0, 0, 0)
CALL(limits, SYS_prlimit64, 0, 7, NULL, NULL)
CALL(person, SYS_personality, -1)
CALL(controls, SYS_ioctl, 0, 0x5412, NULL)
CALL(terminal, SYS_ioctl, 0, 0x5401, NULL)
CALL(removes_outside, SYS_unlinkat, AT_FDCWD, outside, AT_REMOVEDIR)
CALL(raw, SYS_socket, AF_PACKET, SOCK_RAW, 0)
CALL(privileges, SYS_prctl, 1, 0, 0, 0, 0)

struct attempt {
	const char	*what;
	long		(*make)(void);
};

static const struct attempt forbidden[] = {
	{ "read a file outside", read_outside },
	{ "list a directory outside", list_outside },
	{ "list the root directory", list_root },
	{ "read /etc/passwd", read_passwd },
	{ "read a program", read_program },
	{ "read its memory by /proc", read_memory },
	{ "read its environment by /proc", read_environment },
	{ "write a file outside", write_outside },
	{ "make a file outside", make_outside },
	{ "leave the data by ..", by_dots },
	{ "leave the data by a symbolic link", by_link },
	{ "remove a file outside", remove_outside },
	{ "make a directory outside", dir_outside },
	{ "move a file out of the data", move_out },
	{ "link a file into the data", link_in },
	{ "make a symbolic link", make_link },
	{ "make a pipe or device", make_device },
	{ "change a mode outside", mode_outside },
	{ "change an owner outside", owner_outside },
	{ "cut a file outside", cut_outside },
	{ "set times outside", times_outside },
	{ "make a directory beside the database", dir_beside },
	{ "make a file that runs as its owner", make_setuid },
	{ "have a file run as its group", set_setgid },
	{ "fork", forked }, { "clone3", clone3 },
	{ "execute", execute }, { "execute a descriptor", execute_at },
	{ "map executable memory", executable_map },
	{ "make memory executable", made_executable },
	{ "a file of memory", memory_file }, { "shared memory", shared },
	{ "a socket of IPv4", inet }, { "a socket of IPv6", inet6 },
	{ "a local socket", local }, { "a netlink socket", netlink },
	{ "connect nothing", connected }, { "bind", bound },
	{ "listen", listening },
	{ "signal another", signal_other },
	{ "signal another's thread", signal_thread },
	{ "trace another", trace }, { "read another's memory", read_other },
	{ "mount", mounted }, { "change the root", new_root },
	{ "unshare", unshared }, { "join a namespace", joined },
	{ "set the user", user }, { "set the group", group },
	{ "set capabilities", capability }, { "ask for keys", keys },
	{ "bpf", bpf }, { "count events", perf }, { "io_uring", uring },
	{ "handle page faults", faults }, { "load a module", module },
	{ "reboot", reboots }, { "swap", swap }, { "name the host", host },
	{ "set the clock", clocks }, { "raise its limits", limits },
	{ "another personality", person }, { "control a terminal", controls },
	{ "is it a terminal", terminal },
	{ "undo what was given up", privileges },
	{ "remove a directory outside", removes_outside },
	{ "a raw socket", raw },
	{ "write to the path it was given", make_given },
	{ "connect to the port of the settings", connect_named },
	{ "connect to another port", connect_else },
	{ "much memory", much_memory }, { "a long file", long_file },
	{ "use what was left open", left_open },
	{ NULL, NULL }
};

/* What it needs. */
static long read_data(void) { return opened(at(data, "file"), O_RDONLY); }
static long make_data(void) { return opened(at(data, "new"), O_WRONLY |
    O_CREAT); }
static long sync_data(void) { return fsync((int)opened(data, O_RDONLY |
    O_DIRECTORY)); }
static long move_data(void) { return rename(at(data, "new"), at(data,
    "newer")); }
static long remove_data(void) { return unlink(at(data, "newer")); }
static long dir_data(void) { return mkdir(at(data, "files/folder"), 0700); }
static long zone(void) { return opened("/usr/share/zoneinfo/Europe/Berlin",
    O_RDONLY); }
static long urandom(void) { return opened("/dev/urandom", O_RDONLY); }
static long
memory(void)
{
	void *p = malloc(1 << 24);

	free(p);
	return p == NULL ? -1 : 0;
}

static const struct attempt needed[] = {
	{ "read the data", read_data }, { "make a file", make_data },
	{ "sync the directory", sync_data }, { "rename", move_data },
	{ "remove", remove_data }, { "make a directory", dir_data },
	{ "read a time zone", zone }, { "read /dev/urandom", urandom },
	{ "have 16 MiB", memory }, { NULL, NULL }
};

static void
try_all(void)
{
	const struct attempt *a;
	bool refused;

	left = fcntl(LEFT, F_GETFD) != -1;
	for (a = needed; a->what != NULL; a++)
		dprintf(out, "%s\t%s\n", a->make() == -1 ? "fails" : "works",
		    a->what);
	for (a = forbidden; a->what != NULL; a++) {
		refused = a->make() == -1 && (errno == EPERM ||
		    errno == EACCES || errno == ENOSYS);
		dprintf(out, "%s\t%s\n", refused ? "refused" : "reached",
		    a->what);
	}
	_exit(0);
}

/* What another program reads and obeys. */
static void
escape(void)
{
	const char *text = getenv("PROBE_TEXT");
	int fd = open(getenv("PROBE_FILE"), O_WRONLY | O_APPEND);

	printf("%s\n", fd == -1 || write(fd, text, strlen(text)) == -1 ?
	    strerror(errno) : "written");
	fflush(stdout);
	_exit(0);
}

/* In the place of libc's, as the next. */
pid_t
fork(void)
{
	pid_t (*real)(void) = (pid_t (*)(void))dlsym(RTLD_NEXT, "fork");
	pid_t pid = real();

	if (!helper)
		return pid;
	if (pid == 0) {
		out = fcntl(STDOUT_FILENO, F_DUPFD, LEFT + 1);
		then = try_all;
		return 0;
	}
	while (waitpid(pid, NULL, 0) == -1 && errno == EINTR)
		;
	_exit(0);
}

int
prctl(int option, ...)
{
	unsigned long arg[4];
	va_list ap;
	long result;
	int i;

	va_start(ap, option);
	for (i = 0; i < 4; i++)
		arg[i] = va_arg(ap, unsigned long);
	va_end(ap);
	result = syscall(SYS_prctl, option, arg[0], arg[1], arg[2], arg[3]);
	if (then != NULL && option == PR_SET_SECCOMP && result == 0)
		then();
	return (int)result;
}

static void
without(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct
		    seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
		    SYS_landlock_create_ruleset, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
	};
	struct sock_fprog program = { sizeof(code) / sizeof(code[0]), code };

	/* Whoever started it may have seen to that. */
	if (syscall(SYS_landlock_create_ruleset, NULL, 0, 1) == -1 &&
	    errno == ENOSYS)
		return;
	if (syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1 ||
	    syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program,
	    0, 0) == -1)
		_exit(99);
}

static void
copy(char *to, size_t size, const char *variable)
{
	const char *value = getenv(variable);

	snprintf(to, size, "%s", value == NULL ? "/nowhere" : value);
}

static void begin(void) __attribute__((constructor));

static void
begin(void)
{
	const char *what = getenv("PROBE");

	if (what == NULL)
		return;
	copy(data, sizeof(data), "DOCKET_DATA");
	copy(outside, sizeof(outside), "PROBE_OUTSIDE");
	copy(given, sizeof(given), "PROBE_GIVEN");
	if (strstr(what, "without") != NULL)
		without();
	then = strstr(what, "sandbox") != NULL ? try_all :
	    strstr(what, "escape") != NULL ? escape : NULL;
	helper = strstr(what, "helper") != NULL;
	if (strstr(what, "start") != NULL)
		try_all();
}
