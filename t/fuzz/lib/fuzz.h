/*
 * Shared by the fuzz targets.  Each file t/fuzz/NAME.c is one target: a
 * LLVMFuzzerTestOneInput() that takes any bytes and checks what the code
 * promises about them.  `make fuzz` links them with libFuzzer; `make check`
 * with lib/replay.c, which runs the inputs in t/fuzz/corpus/NAME.
 *
 * A finding ends the process by abort(), and libFuzzer keeps the input.  So
 * does fatal(), unless the machine is at fault: then the process exits with
 * FUZZ_MACHINE, which is not a finding.
 */
#ifndef T_FUZZ_H
#define T_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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
/* The rest, or the bytes before the next byte `end`, which is taken too, as a
 * string: it ends at a NUL. */
const char	*input_text(struct input *, struct arena *);
const char	*input_upto(struct input *, struct arena *, uint8_t end);

/* What a reader reads, cut at every `most` bytes. */
struct source {
	const void	*p;
	size_t		 left;
	size_t		 most;
};
ssize_t		 source_read(void *source, void *to, size_t);

#endif
