/*
 * The system calls of a program, as a seccomp filter.  The numbers allowed
 * make a few ranges; a number is in one if an odd count of the ranges' bounds is
 * at most it.  The filter finds that count by halving, so that each call costs
 * some six comparisons and not sixty, and the kernel has little to check when a
 * CGI program enters it.
 */
#include "base/sandbox.h"

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
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCH	AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH	AUDIT_ARCH_AARCH64
#endif

#ifdef ARCH
/* Everybody: files, as Landlock leaves them; memory, but see the conditions;
 * time; signals to itself; who it is; a log that is open already. */
static const unsigned short common[] = {
	SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64,
	SYS_openat, SYS_close, SYS_fstat, SYS_newfstatat, SYS_statx,
	SYS_lseek, SYS_fcntl, SYS_flock, SYS_fsync, SYS_fdatasync,
	SYS_ftruncate, SYS_fallocate, SYS_getdents64, SYS_faccessat,
	SYS_faccessat2, SYS_unlinkat, SYS_renameat, SYS_renameat2,
	SYS_mkdirat, SYS_readlinkat, SYS_fstatfs, SYS_statfs, SYS_fchmod,
	SYS_fchown,
#ifdef SYS_open	/* the older ones, where there are any */
	SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_unlink, SYS_rmdir,
	SYS_rename, SYS_mkdir, SYS_readlink, SYS_poll, SYS_time,
#endif
	SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,
	SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep,
	SYS_gettimeofday, SYS_setitimer, SYS_rt_sigaction,
	SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_restart_syscall,
	SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid,
	SYS_getegid, SYS_gettid, SYS_futex, SYS_sysinfo, SYS_uname,
	SYS_getrandom, SYS_exit, SYS_exit_group, SYS_sendto, SYS_ppoll,
};

/* The service: FastCGI's socket. */
static const unsigned short service[] = {
	SYS_accept, SYS_accept4, SYS_shutdown, SYS_getpeername,
};

/* libcurl and the resolver, which has threads of its own. */
static const unsigned short network[] = {
	SYS_connect, SYS_bind, SYS_getsockname, SYS_getpeername,
	SYS_getsockopt, SYS_setsockopt, SYS_shutdown, SYS_recvfrom,
	SYS_recvmsg, SYS_sendmsg, SYS_sendmmsg, SYS_socketpair, SYS_pipe2,
	SYS_eventfd2, SYS_pselect6, SYS_rseq, SYS_set_robust_list,
	SYS_sched_yield, SYS_sched_getaffinity,
#ifdef SYS_select
	SYS_pipe, SYS_select,
#endif
};

#define SET(array, s, f, n)						\
	{ array, sizeof(array) / sizeof((array)[0]), { s, f, n } }
static const struct set {
	const unsigned short *nr;
	size_t		 count;
	bool		 whose[CALLS__MAX];
} sets[] = {
	SET(common, true, true, true),
	SET(service, true, false, false),
	SET(network, false, false, true),
};
#define SETS	(sizeof(sets) / sizeof(sets[0]))
#define CALLS	((sizeof(common) + sizeof(service) + sizeof(network)) /	\
		sizeof(common[0]))

/*
 * Calls of which an argument decides: allowed where its bits of the mask are
 * the value, and where one of the rows for a call, which follow each other,
 * says so.  They are in no set.
 */
#define EVERYBODY	{ true, true, true }
#define BATCH		{ false, true, true }
#define OUTWARD		{ false, false, true }
static const struct condition {
	unsigned int	 nr, argument, mask, value;
	int		 otherwise;	/* errno */
	bool		 whose[CALLS__MAX];
} conditions[] = {
	/* Memory is got, and never made executable. */
	{ SYS_mmap, 2, PROT_EXEC, 0, EPERM, EVERYBODY },
	{ SYS_mprotect, 2, PROT_EXEC, 0, EPERM, EVERYBODY },
	{ SYS_ioctl, 1, ~0U, TCGETS, EPERM, BATCH },
	{ SYS_ioctl, 1, ~0U, FIONREAD, EPERM, OUTWARD },
	{ SYS_socket, 0, ~0U, AF_INET, EPERM, OUTWARD },
	{ SYS_socket, 0, ~0U, AF_INET6, EPERM, OUTWARD },
	{ SYS_socket, 0, ~0U, AF_NETLINK, EPERM, OUTWARD },
	/* Threads, not processes; of clone3 no filter sees the flags, and libc
	 * then takes the other. */
	{ SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, EPERM, OUTWARD },
	{ SYS_clone3, 0, 0, 1, ENOSYS, OUTWARD },
};
#define CONDITIONS	(sizeof(conditions) / sizeof(conditions[0]))

struct filter {
	unsigned int	 bounds[2 * CALLS];
	struct sock_filter code[4 * CALLS + 6 * CONDITIONS + 8];
	unsigned short	 length;
};

static void
put(struct filter *f, int code, unsigned int k, size_t yes, size_t no)
{
	f->code[f->length++] = (struct sock_filter){ (unsigned short)code,
	    (unsigned char)yes, (unsigned char)no, k };
}

static void
answer(struct filter *f, bool yes)
{
	put(f, BPF_RET | BPF_K, yes ? SECCOMP_RET_ALLOW :
	    SECCOMP_RET_ERRNO | EPERM, 0, 0);
}

static void
load(struct filter *f, size_t offset)
{
	put(f, BPF_LD | BPF_W | BPF_ABS, (unsigned int)offset, 0, 0);
}

/* Sorted, by insertion: the sets are nearly so. */
static size_t
sort_calls(unsigned int *sorted, enum sandbox_calls who)
{
	size_t n = 0, i, j, k;

	for (i = 0; i < SETS; i++)
		for (j = 0; sets[i].whose[who] && j < sets[i].count; j++) {
			for (k = n++; k > 0 && sorted[k - 1] >
			    sets[i].nr[j]; k--)
				sorted[k] = sorted[k - 1];
			sorted[k] = sets[i].nr[j];
		}
	return n;
}

/* Sorted bounds of the ranges: first in, first behind. */
static size_t
find_bounds(unsigned int *bounds, enum sandbox_calls who)
{
	unsigned int sorted[CALLS];
	size_t calls = sort_calls(sorted, who), n = 0, i;

	for (i = 0; i < calls; i++) {
		if (n > 0 && bounds[n - 1] == sorted[i]) {
			bounds[n - 1]++;
			continue;
		}
		bounds[n++] = sorted[i];
		bounds[n++] = sorted[i] + 1;
	}
	return n;
}

/* The rows of one call from `c` on; returns those of the next. */
static const struct condition *
judge(struct filter *f, const struct condition *c, enum sandbox_calls who)
{
	const struct condition *end = conditions + CONDITIONS, *first = c;
	size_t at = f->length;

	put(f, BPF_JMP | BPF_JEQ | BPF_K, c->nr, 0, 0);
	for (; c < end && c->nr == first->nr; c++) {
		if (!c->whose[who])
			continue;
		load(f, offsetof(struct seccomp_data, args[c->argument]));
		put(f, BPF_ALU | BPF_AND | BPF_K, c->mask, 0, 0);
		put(f, BPF_JMP | BPF_JEQ | BPF_K, c->value, 0, 1);
		put(f, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	}
	put(f, BPF_RET | BPF_K, SECCOMP_RET_ERRNO |
	    (unsigned int)first->otherwise, 0, 0);
	f->code[at].jf = (unsigned char)(f->length - at - 1);
	return c;
}

/* Of the bounds, between `least` and `most` are at most the number. */
static void
halve(struct filter *f, size_t least, size_t most)
{
	size_t middle = (least + most) / 2, at = f->length;

	if (least == most) {
		answer(f, least % 2 == 1);
		return;
	}
	put(f, BPF_JMP | BPF_JGE | BPF_K, f->bounds[middle], 0, 0);
	halve(f, middle + 1, most);
	f->code[at].jf = (unsigned char)(f->length - at - 1);
	halve(f, least, middle);
}

bool
sandbox_calls(enum sandbox_calls who)
{
	struct filter f = { .length = 0 };
	const struct condition *c = conditions;
	struct sock_fprog program;

	load(&f, offsetof(struct seccomp_data, arch));
	put(&f, BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
	put(&f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
	load(&f, offsetof(struct seccomp_data, nr));
	while (c < conditions + CONDITIONS)
		c = c->whose[who] ? judge(&f, c, who) : c + 1;
	halve(&f, 0, find_bounds(f.bounds, who));
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
