/*
 * Preloaded into a program: has the Nth allocation fail, the Nth write fall
 * short, or the Nth write lock be held by others for as long as one waits for
 * it, once or from there on.  DOCKET_FAIL is "alloc N", "alloc N+", "write N",
 * "lock N" and so on; at its end the program says on standard error how many of
 * each there were.  Nothing is counted before main.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc's own, by the names they keep beside those that are replaced here. */
void	*__libc_malloc(size_t);
void	*__libc_calloc(size_t, size_t);
void	*__libc_realloc(void *, size_t);
void	*__libc_memalign(size_t, size_t);

void	*memalign(size_t, size_t);

struct calls {
	unsigned long	 seen;
	unsigned long	 from;	/* the first that fails; 0: none */
	bool		 on;	/* those after it, too */
};

static struct calls allocs, writes, locks;
static bool counting;

__attribute__((constructor)) static void
begin(void)
{
	const char *how = getenv("DOCKET_FAIL");
	struct calls *which;
	char *end;

	if (how == NULL)
		return;
	which = how[0] == 'a' ? &allocs : how[0] == 'w' ? &writes : &locks;
	which->from = strtoul(strchr(how, ' ') + 1, &end, 10);
	which->on = *end == '+';
	unsetenv("DOCKET_FAIL");
	unsetenv("LD_PRELOAD");
	counting = true;
}

__attribute__((destructor)) static void
end(void)
{
	char line[100];
	int n;

	if (!counting)
		return;
	counting = false;
	n = snprintf(line, sizeof(line), "allocs=%lu writes=%lu locks=%lu\n",
	    allocs.seen, writes.seen, locks.seen);
	syscall(SYS_write, STDERR_FILENO, line, n);
}

static bool
fails(struct calls *c)
{
	if (!counting)
		return false;
	c->seen++;
	return c->from != 0 && (c->on ? c->seen >= c->from :
	    c->seen == c->from);
}

static bool
no_memory(void)
{
	if (!fails(&allocs))
		return false;
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t n)
{
	return no_memory() ? NULL : __libc_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
	return no_memory() ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t n)
{
	return no_memory() ? NULL : __libc_realloc(p, n);
}

void *
memalign(size_t align, size_t n)
{
	return no_memory() ? NULL : __libc_memalign(align, n);
}

void *
aligned_alloc(size_t align, size_t n)
{
	return memalign(align, n);
}

int
posix_memalign(void **to, size_t align, size_t n)
{
	return (*to = memalign(align, n)) == NULL ? ENOMEM : 0;
}

/* Half of it; of one byte, nothing is short. */
static size_t
short_of(size_t n)
{
	return n > 1 && fails(&writes) ? n / 2 : n;
}

ssize_t
write(int fd, const void *p, size_t n)
{
	return syscall(SYS_write, fd, p, short_of(n));
}

ssize_t
pwrite64(int fd, const void *p, size_t n, off64_t at)
{
	return syscall(SYS_pwrite64, fd, p, short_of(n), at);
}

ssize_t
pwrite(int fd, const void *p, size_t n, off_t at)
{
	return pwrite64(fd, p, n, at);
}

/*
 * A lock is tried without waiting first; the call that waits for it is then
 * interrupted by a timer.
 */
int
flock(int fd, int how)
{
	static bool held;

	if (how == (LOCK_EX | LOCK_NB))
		held = fails(&locks);
	if ((how & LOCK_EX) != 0 && held) {
		errno = (how & LOCK_NB) != 0 ? EWOULDBLOCK : EINTR;
		return -1;
	}
	return (int)syscall(SYS_flock, fd, how);
}
