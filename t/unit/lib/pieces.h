/*
 * A text that a reader gets in pieces, for tests of how reads are cut.
 */
#ifndef T_UNIT_LIB_PIECES_H
#define T_UNIT_LIB_PIECES_H

#include <string.h>
#include <sys/types.h>

struct text {
	const char	*at;
	size_t		 step;		/* bytes a read gives */
};

static ssize_t
read_text(void *arg, void *to, size_t size)
{
	struct text *t = arg;
	size_t n = strlen(t->at);

	n = n < t->step ? n : t->step;
	n = n < size ? n : size;
	memcpy(to, t->at, n);
	t->at += n;
	return (ssize_t)n;
}

#endif
