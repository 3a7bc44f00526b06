#include "t/fuzz/lib/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"

void
fuzz_fail(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: it does not hold that %s\n", file, line, what);
	abort();
}

static void
on_fatal(enum fatal_kind kind)
{
	if (kind == FATAL_INTERNAL)
		abort();
	fprintf(stderr, "the machine is at fault, not the input\n");
	_exit(FUZZ_MACHINE);
}

void
fuzz_watch_fatal(void)
{
	fatal_hook(on_fatal);
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	log_open("fuzz", NULL);
	fuzz_watch_fatal();
	if (fuzz_begin != NULL)
		fuzz_begin();
	return 0;
}

uint8_t
input_byte(struct input *in)
{
	if (in->left == 0)
		return 0;
	in->left--;
	return *in->p++;
}

int64_t
input_int(struct input *in, int64_t min, int64_t max)
{
	uint64_t range = (uint64_t)max - (uint64_t)min, value = 0, most = 0;

	do {
		value = value << 8 | input_byte(in);
		most = most << 8 | 0xff;
	} while (most < range);
	return (int64_t)((uint64_t)min +
	    (range == UINT64_MAX ? value : value % (range + 1)));
}

const char *
input_text(struct input *in, struct arena *a)
{
	const char *s = arena_dup(a, in->p, in->left);

	in->left = 0;
	return s;
}

const char *
input_upto(struct input *in, struct arena *a, uint8_t end)
{
	const uint8_t *p = in->left == 0 ? NULL : memchr(in->p, end, in->left);
	size_t n = p == NULL ? in->left : (size_t)(p - in->p);
	const char *s = arena_dup(a, in->p, n);

	if (n > 0)	/* or else there may be no p to add to */
		in->p += n;
	in->left -= n;
	input_byte(in);
	return s;
}

ssize_t
source_read(void *arg, void *to, size_t n)
{
	struct source *s = arg;

	n = n < s->most ? n : s->most;
	n = n < s->left ? n : s->left;
	memcpy(to, s->p, n);
	s->p = (const char *)s->p + n;
	s->left -= n;
	return (ssize_t)n;
}
