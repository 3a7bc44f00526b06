/*
 * The allowed calls are bits in 32-bit words; the filter finds a number's word
 * by binary search, then tests the bit.  That takes about 60 instructions for
 * as many calls.  The cost for a CGI program is the kernel's translation of
 * each, half a microsecond.
 */
#include "base/syscalls.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "base/base.h"

#if defined(__x86_64__)
#define ARCH	AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH	AUDIT_ARCH_AARCH64
#endif

#ifdef ARCH
/* All programs: files, as far as Landlock allows; memory, with conditions;
 * time; signals to itself; its ids; a log, and a database server, that are
 * already connected. */
static const unsigned short common[] = {
	SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64,
	SYS_close, SYS_fstat, SYS_newfstatat, SYS_statx,
	SYS_lseek, SYS_fcntl, SYS_flock, SYS_fsync, SYS_fdatasync,
	SYS_ftruncate, SYS_fallocate, SYS_getdents64, SYS_faccessat,
	SYS_faccessat2, SYS_unlinkat, SYS_renameat, SYS_renameat2,
	SYS_readlinkat, SYS_fstatfs, SYS_statfs, SYS_fchown,
#ifdef SYS_open	/* older calls, if the architecture has them */
	SYS_stat, SYS_lstat, SYS_access, SYS_unlink, SYS_rmdir, SYS_rename,
	SYS_readlink, SYS_poll, SYS_time,
#endif
	SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,
	SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep,
	SYS_gettimeofday, SYS_setitimer, SYS_rt_sigaction,
	SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_restart_syscall,
	SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid,
	SYS_getegid, SYS_gettid, SYS_futex, SYS_sysinfo, SYS_uname,
	SYS_getrandom, SYS_exit, SYS_exit_group, SYS_sendto, SYS_recvfrom,
	SYS_ppoll,
};

/* The service: FastCGI's socket. */
static const unsigned short service[] = {
	SYS_accept, SYS_accept4, SYS_shutdown, SYS_getpeername,
};

/* libcurl and the resolver, which use threads. */
static const unsigned short network[] = {
	SYS_connect, SYS_bind, SYS_getsockname, SYS_getpeername,
	SYS_getsockopt, SYS_setsockopt, SYS_shutdown,
	SYS_recvmsg, SYS_sendmsg, SYS_sendmmsg, SYS_socketpair, SYS_pipe2,
	SYS_eventfd2, SYS_pselect6, SYS_rseq, SYS_set_robust_list,
	SYS_sched_yield, SYS_sched_getaffinity,
#ifdef SYS_select
	SYS_pipe, SYS_select,
#endif
};

/* docket-wait: many sockets. */
static const unsigned short waits[] = {
	SYS_accept4, SYS_epoll_ctl, SYS_epoll_pwait,
#ifdef SYS_epoll_wait
	SYS_epoll_wait,
#endif
};

#define SET(array, s, f, n, w, o)						\
	{ array, COUNT(array), { s, f, n, w, o } }
static const struct set {
	const unsigned short *nr;
	size_t		 count;
	bool		 whose[CALLS__MAX];
} sets[] = {
	SET(common, true, true, true, true, true),
	SET(service, true, false, false, false, true),
	SET(network, false, false, true, false, true),
	SET(waits, false, false, false, true, false),
};
#define SETS	(COUNT(sets))

/*
 * Calls that depend on an argument: allowed if the argument's bits under the
 * mask equal the value, for at least one of the call's rows, which must be
 * adjacent.  They are in no set.
 */
#define EVERYBODY	{ true, true, true, true, true }
#define BATCH		{ false, true, true, false, true }
#define OUTWARD		{ false, false, true, false, true }
#define BORROWED	(S_ISUID | S_ISGID)
static const struct condition {
	unsigned int	 nr, argument, mask, value;
	int		 otherwise;	/* errno */
	bool		 whose[CALLS__MAX];
} conditions[] = {
	/* No set-user-ID and set-group-ID files. */
	{ SYS_openat, 3, BORROWED, 0, EPERM, EVERYBODY },
	{ SYS_mkdirat, 2, BORROWED, 0, EPERM, EVERYBODY },
	{ SYS_fchmod, 1, BORROWED, 0, EPERM, EVERYBODY },
#ifdef SYS_open
	{ SYS_open, 2, BORROWED, 0, EPERM, EVERYBODY },
	{ SYS_mkdir, 1, BORROWED, 0, EPERM, EVERYBODY },
#endif
	/* Memory may be allocated, but never made executable. */
	{ SYS_mmap, 2, PROT_EXEC, 0, EPERM, EVERYBODY },
	{ SYS_mprotect, 2, PROT_EXEC, 0, EPERM, EVERYBODY },
	{ SYS_ioctl, 1, ~0U, TCGETS, EPERM, BATCH },
	{ SYS_ioctl, 1, ~0U, FIONREAD, EPERM, OUTWARD },
	{ SYS_socket, 0, ~0U, AF_INET, EPERM, OUTWARD },
	{ SYS_socket, 0, ~0U, AF_INET6, EPERM, OUTWARD },
	{ SYS_socket, 0, ~0U, AF_NETLINK, EPERM, OUTWARD },
	/* Threads, not processes; a filter cannot see the flags of clone3, and
	 * without it libc uses clone. */
	{ SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, EPERM, OUTWARD },
	{ SYS_clone3, 0, 0, 1, ENOSYS, OUTWARD },
};
#define CONDITIONS	(COUNT(conditions))

#define WORDS	15	/* more numbers than there are calls */
#define FILTER_MAX	200

struct filter {
	unsigned int	 word[WORDS];
	struct sock_filter code[FILTER_MAX];
	unsigned short	 length;
};

static void
filter_put(struct filter *f, int code, unsigned int k, size_t yes, size_t no)
{
	f->code[f->length++] = (struct sock_filter){ (unsigned short)code,
	    (unsigned char)yes, (unsigned char)no, k };
}

static void
load(struct filter *f, size_t offset)
{
	filter_put(f, BPF_LD | BPF_W | BPF_ABS, (unsigned int)offset, 0, 0);
}

static void
find_words(struct filter *f, enum sandbox_calls who)
{
	unsigned int nr;
	size_t i, j;

	for (i = 0; i < SETS; i++)
		for (j = 0; sets[i].whose[who] && j < sets[i].count; j++) {
			nr = sets[i].nr[j];
			f->word[nr / 32] |= 1U << nr % 32;
		}
}

/* Adds the rows of the call at `c`; returns the first row of the next call. */
static const struct condition *
add_conditions(struct filter *f, const struct condition *c,
    enum sandbox_calls who)
{
	const struct condition *end = conditions + CONDITIONS, *first = c;
	size_t at = f->length;

	filter_put(f, BPF_JMP | BPF_JEQ | BPF_K, c->nr, 0, 0);
	for (; c < end && c->nr == first->nr; c++) {
		if (!c->whose[who])
			continue;
		load(f, offsetof(struct seccomp_data, args[c->argument]));
		filter_put(f, BPF_ALU | BPF_AND | BPF_K, c->mask, 0, 0);
		filter_put(f, BPF_JMP | BPF_JEQ | BPF_K, c->value, 0, 1);
		filter_put(f, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	}
	filter_put(f, BPF_RET | BPF_K, SECCOMP_RET_ERRNO |
	    (unsigned int)first->otherwise, 0, 0);
	f->code[at].jf = (unsigned char)(f->length - at - 1);
	return c;
}

/* A leaf of the search: tests the number's bit, which is in X; refuses if no
 * bit is set.  The jumps lead to the last two instructions, and are set when
 * those exist. */
static void
add_test(struct filter *f, unsigned int bits)
{
	if (bits != 0)
		filter_put(f, BPF_MISC | BPF_TXA, 0, 0, 0);
	filter_put(f, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 0);
}

/* Finds the word of a number among first, first + 1, ... */
static void
halve(struct filter *f, unsigned int first, unsigned int count)
{
	unsigned int half = count / 2, bits = 0, i;
	size_t at = f->length;

	for (i = first; i < first + count; i++)
		bits |= f->word[i];
	if (count == 1 || bits == 0) {
		add_test(f, bits);
		return;
	}
	filter_put(f, BPF_JMP | BPF_JGE | BPF_K, (first + half) * 32, 0, 0);
	halve(f, first + half, count - half);
	f->code[at].jf = (unsigned char)(f->length - at - 1);
	halve(f, first, half);
}

/* All calls without conditions. */
static void
look_up(struct filter *f)
{
	size_t from = f->length, at, left;

	filter_put(f, BPF_ALU | BPF_AND | BPF_K, 31, 0, 0);
	filter_put(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	filter_put(f, BPF_LD | BPF_IMM, 1, 0, 0);
	filter_put(f, BPF_ALU | BPF_LSH | BPF_X, 0, 0, 0);
	filter_put(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	load(f, offsetof(struct seccomp_data, nr));
	filter_put(f, BPF_JMP | BPF_JGE | BPF_K, WORDS * 32, 0, 1);
	add_test(f, 0);
	halve(f, 0, WORDS);
	filter_put(f, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	filter_put(f, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM, 0, 0);
	for (at = from; at < f->length; at++) {
		left = f->length - at - 1;
		if (f->code[at].code == (BPF_JMP | BPF_JSET | BPF_K)) {
			f->code[at].jt = (unsigned char)(left - 2);
			f->code[at].jf = (unsigned char)(left - 1);
		}
	}
}

bool
sandbox_calls(enum sandbox_calls who)
{
	struct filter f = { .length = 0 };
	const struct condition *c = conditions;
	struct sock_fprog program;

	find_words(&f, who);
	load(&f, offsetof(struct seccomp_data, arch));
	filter_put(&f, BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
	filter_put(&f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
	load(&f, offsetof(struct seccomp_data, nr));
	while (c < conditions + CONDITIONS)
		c = c->whose[who] ? add_conditions(&f, c, who) : c + 1;
	look_up(&f);
	program = (struct sock_fprog){ f.length, f.code };
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
bool
sandbox_calls(enum sandbox_calls who)
{
	(void)who;
	errno = ENOSYS;
	return false;
}
#endif
