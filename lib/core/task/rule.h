/*
 * Recurrence rules: a subset of RFC 5545 3.3.10 (RRULE), by days.  Pure
 * functions; struct task has the rule as text, in canonical form.
 *
 * A series is the dates that a rule gives from its first day on: its start,
 * which counts as one even if the rule does not give it.  Where the rule names
 * no day, month or weekday, those of the start count.  A date that does not
 * exist, such as 31 April, is skipped.
 *
 * The five words of the interface are rules, too.  monthly and yearly are cut
 * to the length of the month: from 31 January it is
 * FREQ=MONTHLY;BYMONTHDAY=28,29,30,31; BYSETPOS=-1, the last of those days in
 * each month.
 */
#ifndef CORE_TASK_RULE_H
#define CORE_TASK_RULE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

#define RULE_LAST_DAY	2932896		/* 9999-12-31 */
#define RULE_NO_END	INT32_MAX	/* no UNTIL */

enum rule_freq { RULE_DAILY, RULE_WEEKLY, RULE_MONTHLY, RULE_YEARLY };

/* Sets are bits; empty: the part is absent. */
struct rule {
	enum rule_freq	freq;
	int		interval;	/* 1 to 999 */
	int		count;		/* dates, the due one included; 0: no end */
	int32_t		until;		/* the last day, or RULE_NO_END */
	uint32_t	months;		/* bit 1 is January */
	uint32_t	days, days_back; /* of the month: bit 1 is the first, the
					 * last */
	/* Of each weekday from Monday: bit 0 every one, bits 1 to 5 the first
	 * to fifth of the month, bits 6 to 10 the last to fifth last. */
	uint16_t	weekdays[7];
	uint32_t	places, places_back; /* BYSETPOS: bit 1 is the first, the
					 * last */
	int		week_start;	/* 0 is Monday */
};

/*
 * The rule of a series that begins again on another day, as those that are
 * counted from completion do: a monthly or yearly rule that names no day, or is
 * cut as the words are, is cut to the length of the month if that day needs it.
 */
void		 rule_begin_again(struct rule *, int32_t day);
/* Does it name weekdays? */
bool		 rule_has_weekdays(const struct rule *);
/* Is there ever a date after the first?  COUNT and UNTIL do not count. */
bool		 rule_comes(const struct rule *, int32_t start);

/*
 * The first date of the series that is after `after` and not before `from`;
 * false if there is none before the year 10000, or UNTIL has passed.  In closed
 * form: most rules look at one or two months or years, and none at more than
 * 4,800.
 */
bool		 rule_next(const struct rule *, int32_t start, int32_t after,
		    int32_t from, int32_t *next);
/* How many dates of the series are after `after` and not after `to`: at most
 * `max`, then it stops counting. */
int		 rule_count(const struct rule *, int32_t start, int32_t after,
		    int32_t to, int max);

/* Where the series is counted from: the values of recurrenceFrom, NULL last. */
#define FROM_DUE	"due"
#define FROM_COMPLETION	"completion"
extern const char *const rule_froms[];

/* The words of the interface, NULL last. */
extern const char *const rule_words[];
/* The rule of a word for a due date, as canonical text in the arena. */
const char	*rule_of_word(struct arena *, const char *word, int32_t due);
/* The word that has exactly this canonical rule, whatever the due date; NULL if
 * there is none. */
const char	*rule_word(const char *text);

#endif
