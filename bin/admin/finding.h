/*
 * What docket-admin check reports.  A fault breaks something now; advice is
 * optional.
 */
#ifndef BIN_ADMIN_FINDING_H
#define BIN_ADMIN_FINDING_H

#include <stdbool.h>
#include <stdint.h>

struct admin;
struct ctx;

struct check {
	struct admin	*admin;
	struct ctx	*c;
	int		 faults;
	int		 advice;
};

/* Reports a finding and its remedy. */
void	 check_found(struct check *, bool fault, const char *what_to_do,
	    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* For messages: "35 minutes", "3 days"; rounded down. */
const char	*check_span(const struct check *, int64_t microseconds);

#endif
