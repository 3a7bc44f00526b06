#include "import/format/todoist_date.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/text.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"
#include "import/format/when.h"

#define WORDS	12

struct phrase {
	struct arena	*arena;
	const char	*words[WORDS + 1];	/* NULL behind the last */
	size_t		 at;
	int32_t		 today;
};

static const char *const weekdays[7] = { "MO", "TU", "WE", "TH", "FR", "SA",
	"SU" };

static const char *
peek(const struct phrase *p)
{
	return p->words[p->at] == NULL ? "" : p->words[p->at];
}

static bool
take(struct phrase *p, const char *word)
{
	bool is = strcasecmp(peek(p), word) == 0;

	p->at += is;
	return is;
}

/* The number of a weekday by its name or its first three letters; -1: another
 * word. */
static int
weekday_of(const char *word)
{
	static const char *const names[7] = { "monday", "tuesday",
		"wednesday", "thursday", "friday", "saturday", "sunday" };
	size_t len = strlen(word);
	int i;

	for (i = 0; i < 7; i++)
		if ((len == 3 || len == strlen(names[i])) &&
		    strncasecmp(names[i], word, len) == 0)
			return i;
	return -1;
}

/* 1st, 22nd, 5: the number, or 0. */
static long
ordinal(const char *word)
{
	char *end;
	long n = strtol(word, &end, 10);

	return end != word && (*end == '\0' || strcasecmp(end, "st") == 0 ||
	    strcasecmp(end, "nd") == 0 || strcasecmp(end, "rd") == 0 ||
	    strcasecmp(end, "th") == 0) && n > 0 && n < 1000 ? n : 0;
}

/* The next day of that month and day, in that year if it is not 0. */
static bool
next_civil(const struct phrase *p, int day, int month, int year, int32_t *to)
{
	struct civil c = civil_from_day(p->today);
	int last = year != 0 ? year : c.year + 8;

	for (c = (struct civil){ year != 0 ? year : c.year, month, day };
	    c.year <= last; c.year++) {
		if (c.year < 1 || c.year > 9999 || day < 1 ||
		    day > days_in_month(c.year, month))
			continue;
		*to = day_from_civil(c);
		if (year != 0 || *to >= p->today)
			return true;
	}
	return false;
}

/* 1 Dec, 1 Dec 2026, Dec 1. */
static bool
read_day_of_month(struct phrase *p, int32_t *to)
{
	const char *first = peek(p), *second = first[0] == '\0' ? "" :
	    p->words[p->at + 1] == NULL ? "" : p->words[p->at + 1];
	int month = when_month(second, strlen(second)), year = 0;
	long day = ordinal(first);

	if (month == 0) {
		month = when_month(first, strlen(first));
		day = ordinal(second);
	}
	if (month == 0 || day == 0 || day > 31)
		return false;
	p->at += 2;
	if (strlen(peek(p)) == 4 && strspn(peek(p), "0123456789") == 4)
		year = atoi(p->words[p->at++]);
	return next_civil(p, (int)day, month, year, to);
}

static bool
read_plain_day(struct phrase *p, struct todoist_date *d)
{
	int w = weekday_of(peek(p));
	struct when iso;

	if (take(p, "today"))
		d->day = p->today;
	else if (take(p, "tomorrow"))
		d->day = p->today + 1;
	else if (w >= 0) {
		p->at++;
		d->day = p->today + (w - weekday(p->today) + 7) % 7;
	} else if (strlen(peek(p)) >= 10 && when_read(peek(p), ORDER_YMD,
	    &iso) && !iso.moment) {
		p->at++;
		d->day = iso.day;
		d->usec = iso.usec;
	} else
		return read_day_of_month(p, &d->day);
	return true;
}

/* more: parts that name days, ";BYDAY=MO", or "".  Due is the first such
 * day. */
static void
todoist_set_rule(struct phrase *p, struct todoist_date *d, const char *freq,
    long n, const char *more)
{
	struct rule r;

	d->rule = n == 1 ? arena_printf(p->arena, "FREQ=%s%s", freq, more) :
	    arena_printf(p->arena, "FREQ=%s;INTERVAL=%ld%s", freq, n, more);
	if (more[0] == '\0' || rule_read(p->arena, arena_printf(p->arena,
	    "FREQ=%s%s", freq, more), "UTC", &r) != NULL ||
	    !rule_next(&r, p->today - 1, p->today - 1, p->today, &d->day))
		d->day = p->today;
}

/* Behind every, or every N: a unit. */
static bool
read_unit(struct phrase *p, struct todoist_date *d, long n)
{
	static const struct { const char *one, *many, *freq; } units[] = {
		{ "day", "days", "DAILY" }, { "week", "weeks", "WEEKLY" },
		{ "month", "months", "MONTHLY" }, { "year", "years", "YEARLY" }
	};
	size_t i;

	for (i = 0; i < COUNT(units); i++)
		if (take(p, units[i].one) || take(p, units[i].many)) {
			todoist_set_rule(p, d, units[i].freq, n, "");
			return true;
		}
	if (take(p, "quarter") || take(p, "quarters"))
		todoist_set_rule(p, d, "MONTHLY", 3 * n, "");
	else if (n == 1 && (take(p, "weekday") || take(p, "workday")))
		todoist_set_rule(p, d, "WEEKLY", 1, ";BYDAY=MO,TU,WE,TH,FR");
	else
		return false;
	return true;
}

/* Weekdays, with "and" or commas between them, each n weeks. */
static bool
take_weekdays(struct phrase *p, struct todoist_date *d, long n)
{
	const char *days = "";
	int w;

	while ((w = weekday_of(peek(p))) >= 0) {
		days = arena_printf(p->arena, "%s%s%s", days,
		    days[0] == '\0' ? "" : ",", weekdays[w]);
		p->at++;
		take(p, "and");
	}
	if (days[0] != '\0')
		todoist_set_rule(p, d, "WEEKLY", n,
		    arena_printf(p->arena, ";BYDAY=%s", days));
	return days[0] != '\0';
}

/* The nth of each month: the next such day. */
static bool
set_day_of_month(struct phrase *p, struct todoist_date *d, long n)
{
	struct civil c = civil_from_day(p->today);
	int32_t day = 0;

	if (n > 31)
		return false;
	do {
		if (n <= days_in_month(c.year, c.month))
			day = day_from_civil((struct civil){ c.year, c.month,
			    (int)n });
		c.year += c.month == 12;
		c.month = c.month % 12 + 1;
	} while (day < p->today);
	todoist_set_rule(p, d, "MONTHLY", 1, "");
	d->day = day;
	return true;
}

/* The nth of each month, or the nth such weekday; -1 is the last. */
static bool
read_nth(struct phrase *p, struct todoist_date *d, long n)
{
	int w = weekday_of(peek(p));

	if (w >= 0 && n <= 5) {
		p->at++;
		todoist_set_rule(p, d, "MONTHLY", 1, arena_printf(p->arena,
		    ";BYDAY=%ld%s", n, weekdays[w]));
		return true;
	}
	if (n > 0)
		return set_day_of_month(p, d, n);
	todoist_set_rule(p, d, "MONTHLY", 1, ";BYMONTHDAY=-1");
	return take(p, "day");
}

/* 5th, or last: the number, -1 for the last; 0: neither. */
static long
take_place(struct phrase *p)
{
	const char *word = peek(p);
	long n = ordinal(word);

	if (take(p, "last"))
		return -1;
	/* "every 5th" is a day, "every 5 days" are five. */
	if (n == 0 || word[strspn(word, "0123456789")] == '\0')
		return 0;
	p->at++;
	return n;
}

/* 0 and nothing taken if there is none. */
static long
take_ordinal(struct phrase *p)
{
	long n = ordinal(peek(p));

	p->at += n > 0;
	return n;
}

static bool
read_every(struct phrase *p, struct todoist_date *d)
{
	long n;

	if (read_day_of_month(p, &d->day)) {
		d->rule = "FREQ=YEARLY";
		return true;
	}
	if ((n = take_place(p)) != 0)
		return read_nth(p, d, n);
	n = take(p, "other") ? 2 : take_ordinal(p);
	if (n == 0)
		n = 1;
	if (take_weekdays(p, d, n))
		return true;
	if (!read_unit(p, d, n))
		return false;
	if (strcmp(d->rule, "FREQ=MONTHLY") != 0 || !take(p, "on"))
		return true;
	take(p, "the");
	if ((n = take_place(p)) != 0)
		return read_nth(p, d, n);
	n = take_ordinal(p);
	return n > 0 && set_day_of_month(p, d, n);
}

static bool
words_split(struct phrase *p, const char *text)
{
	size_t n, count = 0;

	for (text += strspn(text, " ,"); *text != '\0';
	    text += n + strspn(text + n, " ,")) {
		if (count == WORDS)
			return false;
		n = strcspn(text, " ,");
		p->words[count++] = arena_dup(p->arena, text, n);
	}
	return count > 0;
}

#define STARTING	"starting"

/* What follows the day: a time, with "at" before it or without. */
static bool
read_time_of_day(struct phrase *p, struct todoist_date *d)
{
	const char *all = "";
	bool at = take(p, "at");

	if (*peek(p) == '\0' || strcasecmp(peek(p), STARTING) == 0)
		return !at;
	for (; *peek(p) != '\0' && strcasecmp(peek(p), STARTING) != 0; p->at++)
		all = arena_printf(p->arena, "%s%s%s", all,
		    *all == '\0' ? "" : " ", peek(p));
	d->usec = when_time(all);
	return d->usec >= 0;
}

bool
todoist_date(struct arena *a, const char *text, int32_t today,
    struct todoist_date *d)
{
	struct phrase p = { .arena = a, .today = today };

	*d = (struct todoist_date){ .usec = -1 };
	if (!words_split(&p, text))
		return false;
	d->from_completion = take(&p, "every!");
	if (d->from_completion || take(&p, "every") || take(&p, "ev")) {
		if (!read_every(&p, d))
			return false;
	} else if (take(&p, "daily"))
		todoist_set_rule(&p, d, "DAILY", 1, "");
	else if (!read_plain_day(&p, d))
		return false;
	if (!read_time_of_day(&p, d))
		return false;
	/* Behind it is the first day. */
	return *peek(&p) == '\0' || (d->rule != NULL && take(&p, STARTING) &&
	    read_plain_day(&p, d) && *peek(&p) == '\0');
}
