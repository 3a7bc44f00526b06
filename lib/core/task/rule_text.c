/*
 * A rule is read part by part; what a part may be beside which
 * others is checked at the end, so that their order does not matter.
 */
#include "core/task/rule_text.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"
#include "core/task/rule.h"

#define NUMBER_MAX	999	/* of INTERVAL and COUNT */

static const char *const freqs[] = { "DAILY", "WEEKLY", "MONTHLY", "YEARLY" };
static const char days[] = "MO\0TU\0WE\0TH\0FR\0SA\0SU";

struct reading {
	struct rule	*rule;
	const char	*zone;
};

/* A number of min to max digits at *s, which moves behind it; -1: there is
 * none. */
static int
digits(const char **s, int min, int max)
{
	int n = 0, i;

	for (i = 0; i < max && (*s)[i] >= '0' && (*s)[i] <= '9'; i++)
		n = n * 10 + (*s)[i] - '0';
	*s += i;
	return i < min ? -1 : n;
}

static bool
whole_number(const char *s, int *to)
{
	*to = digits(&s, 1, 3);
	return *s == '\0' && *to >= 1 && *to <= NUMBER_MAX;
}

static bool
read_freq(struct reading *in, const char *s)
{
	size_t i;

	for (i = 0; i < COUNT(freqs) && strcmp(freqs[i], s) != 0; i++)
		continue;
	in->rule->freq = (enum rule_freq)i;
	return i < COUNT(freqs);
}

static bool
read_interval(struct reading *in, const char *s)
{
	return whole_number(s, &in->rule->interval);
}

static bool
read_count(struct reading *in, const char *s)
{
	return whole_number(s, &in->rule->count);
}

/* YYYYMMDD, or with a time, which with Z is in UTC. */
static bool
read_until(struct reading *in, const char *s)
{
	char text[STAMP_SIZE];
	int64_t stamp, usec;
	int n[6] = { 0 }, i;

	n[0] = digits(&s, 4, 4);
	for (i = 1; i < 6 && *s != '\0'; i++) {
		if (i == 3 && *s++ != 'T')
			return false;
		if ((n[i] = digits(&s, 2, 2)) < 0)
			return false;
	}
	if (n[0] < 1 || (i != 3 && i != 6))
		return false;
	snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02dZ",
	    n[0], n[1], n[2], n[3], n[4], n[5]);
	if (!stamp_parse(text, &stamp))
		return false;
	zone_local(i == 6 && strcmp(s, "Z") == 0 ? in->zone : "UTC", stamp,
	    &in->rule->until, &usec);
	return *s == '\0' || (i == 6 && strcmp(s, "Z") == 0);
}

/* A list of numbers from 1 to max, or, with `back`, from -max. */
static bool
numbers(const char *s, int max, uint32_t *set, uint32_t *back)
{
	bool minus;
	int n;

	do {
		minus = *s == '-' && back != NULL;
		if (minus || (*s == '+' && back != NULL))
			s++;
		n = digits(&s, 1, 2);
		if (n < 1 || n > max)
			return false;
		*(minus ? back : set) |= 1U << n;
	} while (*s == ',' && *++s != '\0');
	return *s == '\0' && s[-1] != ',';
}

static bool
read_months(struct reading *in, const char *s)
{
	return numbers(s, 12, &in->rule->months, NULL);
}

static bool
read_month_days(struct reading *in, const char *s)
{
	return numbers(s, 31, &in->rule->days, &in->rule->days_back);
}

static bool
read_places(struct reading *in, const char *s)
{
	return numbers(s, 31, &in->rule->places, &in->rule->places_back);
}

/* The weekday at *s, which moves behind it; -1: there is none. */
static int
weekday_at(const char **s)
{
	int i;

	for (i = 0; i < 7; i++)
		if (strncmp(*s, days + 3 * i, 2) == 0) {
			*s += 2;
			return i;
		}
	return -1;
}

static bool
read_weekdays(struct reading *in, const char *s)
{
	int n, day, bit;
	bool minus;

	do {
		minus = *s == '-';
		if (minus || *s == '+')
			s++;
		n = digits(&s, 1, 1);
		bit = n < 0 ? 0 : minus ? 5 + n : n;
		if (n == 0 || n > 5 || (n < 0 && (s[-1] == '-' ||
		    s[-1] == '+')) || (day = weekday_at(&s)) < 0)
			return false;
		in->rule->weekdays[day] |= (uint16_t)(1U << bit);
	} while (*s == ',' && *++s != '\0');
	return *s == '\0' && s[-1] != ',';
}

static bool
read_week_start(struct reading *in, const char *s)
{
	in->rule->week_start = weekday_at(&s);
	return in->rule->week_start >= 0 && *s == '\0';
}

/* In the order of the canonical form. */
enum part { FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS, WKST, TIMES,
    UNTIL, PART__MAX };

static const struct {
	const char	*name;
	bool		(*read)(struct reading *, const char *value);
} parts[PART__MAX] = {
	[FREQ] = { "FREQ", read_freq },
	[INTERVAL] = { "INTERVAL", read_interval },
	[BYMONTH] = { "BYMONTH", read_months },
	[BYMONTHDAY] = { "BYMONTHDAY", read_month_days },
	[BYDAY] = { "BYDAY", read_weekdays },
	[BYSETPOS] = { "BYSETPOS", read_places },
	[WKST] = { "WKST", read_week_start },
	[TIMES] = { "COUNT", read_count },
	[UNTIL] = { "UNTIL", read_until },
};

static bool
has_ordinals(const struct rule *r)
{
	int i;

	for (i = 0; i < 7; i++)
		if (r->weekdays[i] & ~1U)
			return true;
	return false;
}

/* The part that must not stand beside the others; PART__MAX: none. */
static enum part
misplaced(const struct rule *r, const char *const *seen)
{
	bool by_step = r->freq == RULE_DAILY || r->freq == RULE_WEEKLY;

	if (seen[TIMES] != NULL && seen[UNTIL] != NULL)
		return UNTIL;
	if (seen[BYMONTHDAY] != NULL && r->freq == RULE_WEEKLY)
		return BYMONTHDAY;
	if (has_ordinals(r) && (by_step ||
	    (r->freq == RULE_YEARLY && seen[BYMONTH] == NULL)))
		return BYDAY;
	if (seen[BYSETPOS] != NULL && (by_step || (seen[BYDAY] == NULL &&
	    seen[BYMONTHDAY] == NULL && seen[BYMONTH] == NULL)))
		return BYSETPOS;
	return PART__MAX;
}

/* Reads NAME=VALUE, upper case; false if it is wrong. */
static bool
rule_read_part(struct reading *in, char *part, const char *as_sent,
    const char **seen)
{
	char *value = strchr(part, '=');
	int i;

	if (value == NULL)
		return false;
	*value++ = '\0';
	for (i = 0; i < PART__MAX; i++)
		if (strcmp(part, parts[i].name) == 0) {
			if (seen[i] != NULL)
				return false;
			seen[i] = as_sent;
			return parts[i].read(in, value);
		}
	return false;
}

static char *
upper(struct arena *a, const char *s, size_t n)
{
	char *to = arena_alloc(a, n + 1);
	size_t i;

	for (i = 0; i < n; i++)
		to[i] = (char)(s[i] >= 'a' && s[i] <= 'z' ? s[i] - 32 : s[i]);
	to[n] = '\0';
	return to;
}

const char *
rule_read(struct arena *a, const char *text, const char *zone,
    struct rule *to)
{
	struct reading in = { .zone = zone };
	const char *seen[PART__MAX] = { NULL }, *s = text, *part;
	enum part wrong;
	size_t n;

	*to = (struct rule){ .interval = 1, .until = RULE_NO_END };
	in.rule = to;
	if (strlen(text) > RULE_BYTES)
		return arena_printf(a, "over %d bytes", RULE_BYTES);
	for (;; s += n + 1) {
		n = strcspn(s, ";");
		part = arena_dup(a, s, n);
		if (!rule_read_part(&in, upper(a, s, n), part, seen))
			return part;
		if (s[n] == '\0')
			break;
	}
	if (seen[FREQ] == NULL)
		return "FREQ";
	wrong = misplaced(to, seen);
	return wrong == PART__MAX ? NULL : seen[wrong];
}

/* The canonical form. */

struct writing {
	char	*to;
	size_t	 len;
};

static void
put(struct writing *w, const char *s)
{
	size_t n = strlen(s);

	memcpy(w->to + w->len, s, n + 1);
	w->len += n;
}

static void
rule_put_number(struct writing *w, const char *name, int n)
{
	char text[32];

	snprintf(text, sizeof(text), ";%s=%d", name, n);
	put(w, text);
}

/* Those from the start, then those from the end, the last one last. */
static void
rule_put_numbers(struct writing *w, enum part part, uint32_t set, uint32_t back)
{
	char text[8];
	bool first = true;
	int i, n;

	if (set == 0 && back == 0)
		return;
	put(w, ";");
	put(w, parts[part].name);
	for (i = 1; i < 2 * 32 - 1; i++) {
		n = i < 32 ? i : i - 63;
		if (!((n > 0 ? set >> n : back >> -n) & 1))
			continue;
		snprintf(text, sizeof(text), "%s%d", first ? "=" : ",", n);
		put(w, text);
		first = false;
	}
}

static void
put_weekdays(struct writing *w, const struct rule *r)
{
	char text[8];
	bool first = true;
	int i, n, day;

	for (i = 0; i <= 10; i++)
		for (day = 0; day < 7; day++) {
			/* The last one last. */
			n = i <= 5 ? i : i - 11;
			if (!(r->weekdays[day] >> (n < 0 ? 5 - n : n) & 1))
				continue;
			put(w, first ? ";BYDAY=" : ",");
			if (n != 0) {
				snprintf(text, sizeof(text), "%d", n);
				put(w, text);
			}
			put(w, days + 3 * day);
			first = false;
		}
}

static bool
is_alone(uint32_t set, uint32_t back, int n)
{
	return back == 0 && set == 1U << n;
}

/* Leaves out what names the due date's own day alone, and names that of a rule
 * that skips months or years without it. */
static void
leave_out(struct rule *r, int32_t due)
{
	struct civil c = civil_from_day(due);
	bool places = r->places != 0 || r->places_back != 0;
	bool own_day = is_alone(r->days, r->days_back, c.day);
	int i;

	if (r->freq == RULE_WEEKLY) {
		for (i = 0; i < 7 && r->weekdays[i] ==
		    (i == weekday(due) ? 1 : 0); i++)
			continue;
		if (i == 7)
			r->weekdays[weekday(due)] = 0;
	} else if (rule_has_weekdays(r) || places || r->freq == RULE_DAILY ||
	    (r->freq == RULE_MONTHLY && r->months != 0))
		return;
	else if (r->freq == RULE_MONTHLY) {
		if (own_day)
			r->days = 0;
		if (r->days == 0 && r->days_back == 0 && c.day > 28)
			r->days = 1U << c.day;
	} else if (is_alone(r->months, 0, c.month) || r->months == 0) {
		if ((own_day && r->months != 0) ||
		    (r->days == 0 && r->days_back == 0))
			r->days = r->months = 0;
		if (r->days == 0 && r->days_back == 0 && c.month == 2 &&
		    c.day == 29) {
			r->months = 1U << 2;
			r->days = 1U << 29;
		}
	}
}

const char *
rule_format(struct arena *a, const struct rule *from, int32_t due)
{
	/* Every number that each part can have, with its sign. */
	struct writing w = { arena_alloc(a, 1024), 0 };
	struct rule r = *from;
	struct civil c;
	char text[16];

	if (due != RULE_NO_DAY)
		leave_out(&r, due);
	put(&w, "FREQ=");
	put(&w, freqs[r.freq]);
	if (r.interval != 1)
		rule_put_number(&w, parts[INTERVAL].name, r.interval);
	rule_put_numbers(&w, BYMONTH, r.months, 0);
	rule_put_numbers(&w, BYMONTHDAY, r.days, r.days_back);
	put_weekdays(&w, &r);
	rule_put_numbers(&w, BYSETPOS, r.places, r.places_back);
	if (r.week_start != 0 && r.freq == RULE_WEEKLY && r.interval != 1 &&
	    rule_has_weekdays(&r)) {
		put(&w, ";WKST=");
		put(&w, days + 3 * r.week_start);
	}
	if (r.count != 0)
		rule_put_number(&w, parts[TIMES].name, r.count);
	if (r.until != RULE_NO_END) {
		c = civil_from_day(r.until);
		snprintf(text, sizeof(text), ";UNTIL=%04d%02d%02d", c.year,
		    c.month, c.day);
		put(&w, text);
	}
	return w.to;
}
