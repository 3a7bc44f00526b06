/*
 * A series is looked at by periods: years if the rule is yearly, months for all
 * others.  The days of a period are a set of bits for each month, from which a
 * date is picked; daily and weekly rules are those days of each month that are
 * a multiple of their interval away from the start.
 */
#include "core/task/rule.h"

#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"

#define CANDIDATES	4800	/* periods that are looked at: a date that does
				 * not come in 400 years never does */
#define CYCLE		146097	/* days after which the calendar repeats */
#define DAY_2400	157054	/* 2400-01-01 */

const char *const rule_words[] = {
	"daily", "weekly", "weekdays", "monthly", "yearly", NULL
};

const char *const rule_froms[] = { FROM_DUE, FROM_COMPLETION, NULL };

#define CUT	";BYSETPOS=-1"

/* Each word has the rule for most days, and others for days that some months
 * lack: from which day of the month on. */
static const struct {
	const char	*word;
	const char	*rule;
	int		 day, month;	/* 0: any */
} words[] = {
	{ "daily", "FREQ=DAILY", 0, 0 },
	{ "weekly", "FREQ=WEEKLY", 0, 0 },
	{ "weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", 0, 0 },
	{ "monthly", "FREQ=MONTHLY;BYMONTHDAY=28,29" CUT, 29, 0 },
	{ "monthly", "FREQ=MONTHLY;BYMONTHDAY=28,29,30" CUT, 30, 0 },
	{ "monthly", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31" CUT, 31, 0 },
	{ "monthly", "FREQ=MONTHLY", 0, 0 },
	{ "yearly", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29" CUT, 29, 2 },
	{ "yearly", "FREQ=YEARLY", 0, 0 },
};

const char *
rule_of_word(struct arena *a, const char *word, int32_t due)
{
	struct civil c = civil_from_day(due);
	size_t i;

	for (i = 0; i < COUNT(words); i++)
		if (strcmp(words[i].word, word) == 0 &&
		    (words[i].day == 0 || words[i].day == c.day) &&
		    (words[i].month == 0 || words[i].month == c.month))
			return arena_str(a, words[i].rule);
	return NULL;
}

const char *
rule_word(const char *text)
{
	size_t i;

	for (i = 0; i < COUNT(words); i++)
		if (strcmp(words[i].rule, text) == 0)
			return words[i].word;
	return NULL;
}

bool
rule_has_weekdays(const struct rule *r)
{
	int i;

	for (i = 0; i < 7; i++)
		if (r->weekdays[i] != 0)
			return true;
	return false;
}

/* The days from the 28th to that one. */
static uint32_t
last_days(int day)
{
	return (2U << day) - (1U << 28);
}

/* Is it cut to the length of the month, as the words are? */
static bool
is_cut(const struct rule *r)
{
	return r->places == 0 && r->places_back == 1U << 1 &&
	    r->days_back == 0 && !rule_has_weekdays(r) &&
	    (r->freq == RULE_MONTHLY ? r->months == 0 &&
	    (r->days == last_days(29) || r->days == last_days(30) ||
	    r->days == last_days(31)) : r->freq == RULE_YEARLY &&
	    r->months == 1U << 2 && r->days == last_days(29));
}

static bool
is_bare(const struct rule *r)
{
	return r->months == 0 && r->days == 0 && r->days_back == 0 &&
	    !rule_has_weekdays(r);
}

void
rule_begin_again(struct rule *r, int32_t day)
{
	struct civil c = civil_from_day(day);

	if (is_cut(r))
		r->months = r->days = r->places_back = 0;
	if (!is_bare(r))
		return;
	if (r->freq == RULE_MONTHLY && c.day > 28) {
		r->days = last_days(c.day);
		r->places_back = 1U << 1;
	} else if (r->freq == RULE_YEARLY && c.month == 2 && c.day == 29) {
		r->months = 1U << 2;
		r->days = last_days(29);
		r->places_back = 1U << 1;
	}
}

/* Does it name days of the month? */
static bool
names_days(const struct rule *r)
{
	return r->days != 0 || r->days_back != 0;
}

/* The days of a month of that length whose set, counted from either end, has
 * them. */
static uint32_t
days_of(uint32_t days, uint32_t back, int length)
{
	uint32_t set = days & ((2U << length) - 1) & ~1U;
	int i;

	for (i = 1; i <= length; i++)
		if (back & 1U << i)
			set |= 1U << (length + 1 - i);
	return set;
}

/* The days of a month whose first day is a weekday `first`. */
static uint32_t
weekdays_of(const struct rule *r, int first, int length)
{
	uint32_t set = 0;
	int day, which, nth, nth_back;

	for (day = 1; day <= length; day++) {
		which = r->weekdays[(first + day - 1) % 7];
		nth = (day - 1) / 7 + 1;
		nth_back = (length - day) / 7 + 1;
		if ((which & 1) || (which >> nth & 1) ||
		    (which >> (5 + nth_back) & 1))
			set |= 1U << day;
	}
	return set;
}

/* The days of the month, 1st on `first`, that a daily or weekly rule with an
 * interval reaches. */
static uint32_t
stepped_days(const struct rule *r, int32_t start, int32_t first, int length)
{
	int32_t week = start - (weekday(start) + 7 - r->week_start) % 7;
	uint32_t set = 0;
	int day;

	for (day = 1; day <= length; day++) {
		int32_t d = first + day - 1;

		if (d < start)
			continue;
		if (r->freq == RULE_DAILY ? (d - start) % r->interval == 0 :
		    (d - week) / 7 % r->interval == 0)
			set |= 1U << day;
	}
	return set;
}

/* The days of a month that a rule names, without BYSETPOS. */
static uint32_t
month_set(const struct rule *r, int32_t start, int year, int month)
{
	int length = days_in_month(year, month);
	int32_t first = day_from_civil((struct civil){ year, month, 1 });
	struct civil from = civil_from_day(start);
	bool by_step = r->freq == RULE_DAILY || r->freq == RULE_WEEKLY;
	uint32_t set = (2U << length) - 2;

	if (r->months != 0 && !(r->months >> month & 1))
		return 0;
	if (names_days(r))
		set &= days_of(r->days, r->days_back, length);
	if (rule_has_weekdays(r))
		set &= weekdays_of(r, weekday(first), length);
	else if (r->freq == RULE_WEEKLY)
		set &= stepped_days(&(struct rule){ .freq = RULE_DAILY,
		    .interval = 7 }, start, first, length);
	if (by_step)
		return set & stepped_days(r, start, first, length);
	if (!names_days(r) && !rule_has_weekdays(r)) {
		set &= 1U << from.day;
		if (r->freq == RULE_YEARLY && r->months == 0 &&
		    month != from.month)
			set = 0;
	}
	return set;
}

/* Keeps the dates of a period at the places of BYSETPOS. */
static void
pick_places(const struct rule *r, uint32_t *sets, int months)
{
	int total = 0, at = 0, i, day;

	if (r->places == 0 && r->places_back == 0)
		return;
	for (i = 0; i < months; i++)
		total += __builtin_popcount(sets[i]);
	for (i = 0; i < months; i++)
		for (day = 1; day <= 31; day++) {
			if (!(sets[i] >> day & 1))
				continue;
			at++;
			if (!(at <= 31 && (r->places >> at & 1)) &&
			    !(total - at < 31 &&
			    (r->places_back >> (total - at + 1) & 1)))
				sets[i] &= ~(1U << day);
		}
}

/* The first date of a period that is not before `from`; false if there is none.
 * The period is a year from January on, or one month. */
static bool
first_of(const struct rule *r, int32_t start, int year, int month,
    int32_t from, int32_t *next)
{
	const int months = r->freq == RULE_YEARLY ? 12 : 1;
	uint32_t sets[12];
	int32_t day;
	int i, d;

	for (i = 0; i < months; i++)
		sets[i] = month_set(r, start, year, month + i);
	pick_places(r, sets, months);
	for (i = 0; i < months; i++)
		for (d = 1; d <= 31 && sets[i] >> d != 0; d++) {
			if (!(sets[i] >> d & 1))
				continue;
			day = day_from_civil((struct civil){ year, month + i,
			    d });
			if (day >= from) {
				*next = day;
				return true;
			}
		}
	return false;
}

/* The first period from `at` on that is a multiple of the interval after
 * `begin`; daily and weekly rules count days. */
static int
aligned_period(const struct rule *r, int begin, int at)
{
	int n = r->freq == RULE_MONTHLY || r->freq == RULE_YEARLY ?
	    r->interval : 1;

	return at <= begin ? begin : at + (n - (at - begin) % n) % n;
}

/* Months before the next that BYMONTH has; months count from year 0. */
static int
wanted_month(const struct rule *r, int begin, int month)
{
	int i;

	for (i = 0; i < 12 && r->months != 0 &&
	    !(r->months >> (month % 12 + 1) & 1); i++)
		month = aligned_period(r, begin, month + 1);
	return month;
}

static bool
next_yearly(const struct rule *r, int32_t start, int32_t from, int32_t *next)
{
	int begin = civil_from_day(start).year, i;
	int year = aligned_period(r, begin, civil_from_day(from).year);

	for (i = 0; i < CANDIDATES && year <= 9999; i++) {
		if (first_of(r, start, year, 1, from, next))
			return true;
		year += r->interval;
	}
	return false;
}

static int
month_of(int32_t day)
{
	struct civil c = civil_from_day(day);

	return c.year * 12 + c.month - 1;
}

static bool
next_monthly(const struct rule *r, int32_t start, int32_t from, int32_t *next)
{
	int begin = month_of(start), i;
	int month = aligned_period(r, begin, month_of(from));

	for (i = 0; i < CANDIDATES; i++) {
		month = wanted_month(r, begin, month);
		if (month >= 10000 * 12)
			return false;
		if (first_of(r, start, month / 12, month % 12 + 1, from, next))
			return true;
		month = aligned_period(r, begin, month + 1);
	}
	return false;
}

bool
rule_next(const struct rule *r, int32_t start, int32_t after, int32_t from,
    int32_t *next)
{
	int32_t day;

	if (from <= after)
		from = after + 1;
	if (from < start)
		from = start;
	if (from > r->until || !(r->freq == RULE_YEARLY ?
	    next_yearly(r, start, from, &day) :
	    next_monthly(r, start, from, &day)) || day > r->until)
		return false;
	*next = day;
	return true;
}

int
rule_count(const struct rule *r, int32_t start, int32_t after, int32_t to,
    int max)
{
	int n = 0;

	while (n < max && rule_next(r, start, after, after, &after) &&
	    after <= to)
		n++;
	return n;
}

/* The calendar repeats after 400 years, so that a late start leaves as much
 * time as an early one. */
bool
rule_comes(const struct rule *r, int32_t start)
{
	struct rule endless = *r;
	int32_t day = start, next;

	while (day >= DAY_2400)
		day -= CYCLE;
	endless.until = RULE_NO_END;
	return rule_next(&endless, day, day, day, &next);
}
