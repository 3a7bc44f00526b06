/* Helpers for every file: array lengths, division, and units of time. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdint.h>

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

/* Rounds down; C rounds towards zero. */
static inline int64_t
floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* In microseconds, like all times unless their name says otherwise. */
#define SECOND		INT64_C(1000000)
#define MINUTE		(60 * SECOND)
#define HOUR		(60 * MINUTE)
#define DAY		(24 * HOUR)

#endif
