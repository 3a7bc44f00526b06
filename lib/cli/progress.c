#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "base/date.h"
#include "cli/program.h"

#define WIDTH	30

struct progress
progress_begin(const struct program *p, const char *what, int64_t total)
{
	return (struct progress){ .what = what, .total = total,
	    .off = p->quiet || !isatty(STDERR_FILENO),
	    .began = clock_now() };
}

void
progress_show(struct progress *g, int64_t done)
{
	char bar[WIDTH + 1];
	int64_t now;
	int full;

	if (g->off)
		return;
	now = clock_now();
	if (now - g->began < SECOND || now - g->drawn < SECOND / 5)
		return;
	g->drawn = now;
	if (g->total <= 0) {
		fprintf(stderr, "\r%s: %lld\033[K", g->what, (long long)done);
		return;
	}
	full = done >= g->total ? WIDTH : (int)(done * WIDTH / g->total);
	memset(bar, '#', (size_t)full);
	memset(bar + full, '.', (size_t)(WIDTH - full));
	bar[WIDTH] = '\0';
	fprintf(stderr, "\r%s [%s] %lld of %lld\033[K", g->what, bar,
	    (long long)done, (long long)g->total);
}

void
progress_tick(void *progress, int64_t done)
{
	if (done % 1000 == 0)
		progress_show(progress, done);
}

void
progress_end(struct progress *g)
{
	if (g->drawn != 0)
		fputs("\r\033[K", stderr);
	g->drawn = 0;
}
