/*
 * A library that is loaded before the program's own (LD_PRELOAD): timers and
 * the monotonic clock run FAST times as fast.
 */
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SECOND	INT64_C(1000000000)

static int64_t fast = 1;

static void begin(void) __attribute__((constructor));

static void
begin(void)
{
	const char *text = getenv("FAST");

	if (text != NULL)
		fast = atoll(text);
}

static void
scale(struct timespec *t, int64_t by, int64_t per)
{
	int64_t n = (t->tv_sec * SECOND + t->tv_nsec) / per * by;

	t->tv_sec = n / SECOND;
	t->tv_nsec = n % SECOND;
}

/* In the place of libc's. */
int
clock_gettime(clockid_t clock, struct timespec *t)
{
	int r = (int)syscall(SYS_clock_gettime, clock, t);

	if (clock == CLOCK_MONOTONIC)
		scale(t, fast, 1);
	return r;
}

int
timer_settime(timer_t timer, int flags, const struct itimerspec *new,
    struct itimerspec *old)
{
	struct itimerspec t = *new;

	scale(&t.it_value, 1, fast);
	scale(&t.it_interval, 1, fast);
	/* The kernel's number is libc's, but for its type. */
	return (int)syscall(SYS_timer_settime, (int)(intptr_t)timer, flags, &t,
	    old);
}
