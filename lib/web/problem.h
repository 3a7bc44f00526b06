/*
 * Problems (RFC 9457): how each outcome that is not a success is answered.
 */
#ifndef WEB_PROBLEM_H
#define WEB_PROBLEM_H

#include "core/outcome.h"

struct problem {
	int		 status;
	const char	*code;
	const char	*title;
};

const struct problem	*problem_of(enum outcome);

#endif
