/*
 * Recurrence rules as text.
 */
#ifndef CORE_TASK_RULE_TEXT_H
#define CORE_TASK_RULE_TEXT_H

#include <stdint.h>

struct arena;
struct rule;

#define RULE_BYTES	200		/* of a rule */
#define RULE_NO_DAY	INT32_MIN	/* rule_format(): whatever the due date */

/*
 * Reads a rule as anybody may write it: parts in any order, either case.  A
 * date-time of UNTIL counts as its day in `zone`.  NULL: it was read.
 * Otherwise what is wrong: the part that is malformed or not supported, as it
 * stands there, in the arena.
 */
const char	*rule_read(struct arena *, const char *text, const char *zone,
		    struct rule *);
/*
 * The canonical form of a rule whose due date is that day, in the arena: parts
 * in one order, defaults and what names only the due date's own day left out.
 * A bare monthly or yearly rule on a day that some months lack gets that day,
 * because it skips those.
 */
const char	*rule_format(struct arena *, const struct rule *, int32_t due);

#endif
