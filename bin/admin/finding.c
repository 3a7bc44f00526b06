#include "bin/admin/finding.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "core/ctx.h"

void
check_found(struct check *k, bool fault, const char *what_to_do,
    const char *fmt, ...)
{
	va_list ap;

	k->faults += fault;
	k->advice += !fault;
	printf("%s: ", fault ? "FAULT" : "Advice");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf(".\n        %s.\n", what_to_do);
}

const char *
check_span(const struct check *k, int64_t microseconds)
{
	static const struct { const char *name; int64_t length; } units[] = {
		{ "days", DAY }, { "hours", 60 * MINUTE },
		{ "minutes", MINUTE }, { "seconds", SECOND },
	};
	size_t i = 0;

	while (i < COUNT(units) - 1 && microseconds < 2 * units[i].length)
		i++;
	return arena_printf(k->c->arena, "%lld %s",
	    (long long)(microseconds / units[i].length), units[i].name);
}
