/*
 * What the fuzz targets share.  Each file t/fuzz/NAME.c is one target: a
 * LLVMFuzzerTestOneInput() that takes any bytes and holds what the code says of
 * them against what it promises.  `make fuzz` links them with libFuzzer;
 * `make check` with lib/replay.c, which runs the inputs that are kept in
 * t/fuzz/corpus/NAME.
 *
 * What is wrong ends the process by abort(): libFuzzer then keeps the input.
 * So does fatal(), except where the machine is at fault and no input: then the
 * process ends with FUZZ_MACHINE, and there is no finding.
 */
#ifndef T_FUZZ_H
#define T_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define FUZZ_MACHINE	66	/* exit status; libFuzzer's are 70 and above */

/* What a target has; libFuzzer's names.  The second is lib/fuzz.c's. */
int	 LLVMFuzzerTestOneInput(const uint8_t *, size_t);
int	 LLVMFuzzerInitialize(int *, char ***);
/* What a target may have: run once before; and after a corpus has been run, to
 * say whether it reached what it is kept for. */
void	 fuzz_begin(void) __attribute__((weak));
bool	 fuzz_reached(void) __attribute__((weak));

/* What a target promises. */
#define MUST(holds)							\
	do {								\
		if (!(holds))						\
			fuzz_fail(__FILE__, __LINE__, #holds);		\
	} while (0)
void	 fuzz_fail(const char *file, int line, const char *what)
	    __attribute__((noreturn));
/* Makes fatal() as said above; again after what sets another hook. */
void	 fuzz_watch_fatal(void);

/* The input, taken piece by piece; zeros where there is no more. */
struct input {
	const uint8_t	*p;
	size_t		 left;
};

uint8_t		 input_byte(struct input *);
/* min to max; in as few bytes as that takes. */
int64_t		 input_int(struct input *, int64_t min, int64_t max);
/* The rest, or what stands before the next byte `end`, which is taken too, as a
 * string: it ends at a NUL. */
const char	*input_text(struct input *, struct arena *);
const char	*input_upto(struct input *, struct arena *, uint8_t end);

#endif
