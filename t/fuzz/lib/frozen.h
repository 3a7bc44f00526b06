/*
 * Makes targets deterministic and fast: the clock stands still, random numbers
 * repeat, hashing a password costs nothing, libmagic is loaded once.  The
 * linker replaces the real functions by these.
 */
#ifndef T_FUZZ_FROZEN_H
#define T_FUZZ_FROZEN_H

#include <stdint.h>

/* Restarts the random numbers; each seed gives others. */
void	 frozen_seed(uint64_t seed);

#endif
