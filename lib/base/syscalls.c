/*
 * The system calls of the service, as a seccomp filter.  The numbers allowed
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
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCH	AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH	AUDIT_ARCH_AARCH64
#endif

#ifdef ARCH
static const unsigned int allowed[] = {
	/* files below the data directory, as Landlock leaves them */
	SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64,
	SYS_openat, SYS_close, SYS_fstat, SYS_newfstatat, SYS_statx,
	SYS_lseek, SYS_fcntl, SYS_flock, SYS_fsync, SYS_fdatasync,
	SYS_ftruncate, SYS_fallocate, SYS_getdents64, SYS_faccessat,
	SYS_faccessat2, SYS_unlinkat, SYS_renameat, SYS_renameat2,
	SYS_mkdirat, SYS_readlinkat, SYS_fstatfs, SYS_statfs, SYS_fchmod,
	SYS_fchown,
#ifdef SYS_open	/* the older ones, where there are any */
	SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_unlink, SYS_rename,
	SYS_mkdir, SYS_readlink, SYS_poll, SYS_time,
#endif
	/* memory, but see below */
	SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,
	/* time, signals to itself, and who it is */
	SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep,
	SYS_gettimeofday, SYS_setitimer, SYS_rt_sigaction,
	SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_restart_syscall,
	SYS_getpid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
	SYS_gettid, SYS_futex, SYS_sysinfo, SYS_uname, SYS_getrandom,
	SYS_exit, SYS_exit_group,
	/* FastCGI's socket, and a log that is open already */
	SYS_accept, SYS_accept4, SYS_ppoll, SYS_shutdown, SYS_getpeername,
	SYS_sendto,
};
#define CALLS	(sizeof(allowed) / sizeof(allowed[0]))

struct filter {
	unsigned int	 bounds[2 * CALLS];
	struct sock_filter code[4 * CALLS + 16];
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

/* Sorted bounds of the ranges: first in, first behind. */
static size_t
find_bounds(unsigned int *bounds)
{
	unsigned int sorted[CALLS], nr;
	size_t n = 0, i, k;

	for (i = 0; i < CALLS; i++) {
		nr = allowed[i];
		for (k = i; k > 0 && sorted[k - 1] > nr; k--)
			sorted[k] = sorted[k - 1];
		sorted[k] = nr;
	}
	for (i = 0; i < CALLS; i++) {
		if (n > 0 && bounds[n - 1] == sorted[i]) {
			bounds[n - 1]++;
			continue;
		}
		bounds[n++] = sorted[i];
		bounds[n++] = sorted[i] + 1;
	}
	return n;
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
sandbox_calls(void)
{
	struct filter f = { .length = 0 };
	size_t n = find_bounds(f.bounds);
	struct sock_fprog program;

	put(&f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch),
	    0, 0);
	put(&f, BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
	put(&f, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
	put(&f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr),
	    0, 0);
	/* Memory is got, and never made executable. */
	put(&f, BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0);
	put(&f, BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 4);
	put(&f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data,
	    args[2]), 0, 0);
	put(&f, BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0);
	answer(&f, true);
	answer(&f, false);
	halve(&f, 0, n);
	program = (struct sock_fprog){ f.length, f.code };
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
bool
sandbox_calls(void)
{
	errno = ENOSYS;
	return false;
}
#endif
