/*
 * Makes targets deterministic and fast: the clock stands still, random numbers
 * repeat, hashing a password costs nothing, libmagic is loaded once.  The
 * linker replaces the real functions by these.
 */
#ifndef T_FUZZ_STILL_H
#define T_FUZZ_STILL_H

#include <stdint.h>

/* Chance begins again; another seed is other chance. */
void	 still_chance(uint64_t seed);

#endif
