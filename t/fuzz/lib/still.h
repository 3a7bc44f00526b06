/*
 * For targets that are to do the same with the same input, fast: the clock
 * stands, chance is the same again, a password's hash costs nothing, libmagic is
 * loaded once.  The linker puts these in the place of the real ones.
 */
#ifndef T_FUZZ_STILL_H
#define T_FUZZ_STILL_H

#include <stdint.h>

/* Chance begins again; another seed is other chance. */
void	 still_chance(uint64_t seed);

#endif
