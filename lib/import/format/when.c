#include "import/format/when.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/base.h"
#include "base/date.h"
#include "base/zone.h"

/* Three numbers, of which one may be the name of a month. */
struct parts {
	int		 n[3];
	size_t		 digits[3];	/* 0: a name */
	char		 separator;
	const char	*end;
};

int
when_month(const char *p, size_t len)
{
	static const char *const months[] = { "january", "february", "march",
		"april", "may", "june", "july", "august", "september",
		"october", "november", "december" };
	int i;

	for (i = 0; i < 12; i++)
		if ((len == 3 || len == strlen(months[i])) &&
		    strncasecmp(months[i], p, len) == 0)
			return i + 1;
	return 0;
}

static const char *
read_part(const char *p, struct parts *d, int i)
{
	size_t len = 0;

	d->n[i] = 0;
	if (isdigit((unsigned char)*p)) {
		for (; len < 5 && isdigit((unsigned char)p[len]); len++)
			d->n[i] = 10 * d->n[i] + (p[len] - '0');
		d->digits[i] = len;
		return len < 5 ? p + len : NULL;
	}
	while (isalpha((unsigned char)p[len]))
		len++;
	d->n[i] = when_month(p, len);
	d->digits[i] = 0;
	return d->n[i] == 0 ? NULL : p + len;
}

static bool
read_parts_of_date(const char *p, struct parts *d)
{
	int i;

	for (i = 0; i < 3; i++) {
		p = read_part(p, d, i);
		if (p == NULL)
			return false;
		if (i == 2)
			break;
		if (i == 0)
			d->separator = *p;
		if (*p == '\0' || strchr("-./ ,", *p) == NULL)
			return false;
		p++;
		p += strspn(p, " ");
	}
	d->end = p;
	return true;
}

/* Where day, month and year are; false if the order is not known. */
static bool
order_of(const struct parts *d, enum date_order order, int at[3])
{
	static const int ymd[] = { 2, 1, 0 }, dmy[] = { 0, 1, 2 },
	    mdy[] = { 1, 0, 2 };
	const int *found = NULL;

	if (d->digits[0] > 2)
		found = ymd;
	else if (d->digits[0] == 0)
		found = mdy;
	else if (d->digits[1] == 0 || d->separator == '.')
		found = dmy;
	else if (order == ORDER_YMD)
		found = ymd;
	else if (order == ORDER_DMY)
		found = dmy;
	else if (order == ORDER_MDY)
		found = mdy;
	if (found != NULL)
		memcpy(at, found, 3 * sizeof(*at));
	return found != NULL;
}

static bool
is_civil(int day, int month, int year, struct civil *c)
{
	*c = (struct civil){ year < 100 ? 2000 + year : year, month, day };
	return c->year >= 1 && c->year <= 9999 && month >= 1 && month <= 12 &&
	    day >= 1 && day <= days_in_month(c->year, month);
}

static bool
read_day(const struct parts *d, enum date_order order, int32_t *day)
{
	struct civil c;
	int at[3];

	if (!order_of(d, order, at) ||
	    !is_civil(d->n[at[0]], d->n[at[1]], d->n[at[2]], &c))
		return false;
	*day = day_from_civil(c);
	return true;
}

/* Reads "am" or "p.m.", if it is there; false if the hour has none.  *p moves
 * past it. */
static bool
when_half(const char **p, int *h)
{
	const char *at = *p + strspn(*p, " ");
	bool pm = (*at | 32) == 'p';

	if (pm || (*at | 32) == 'a') {
		if (*h < 1 || *h > 12)
			return false;
		*h = *h % 12 + (pm ? 12 : 0);
		at++;
		at += *at == '.';
		if ((*at | 32) != 'm')
			return false;
		at++;
		at += *at == '.';
	}
	*p = at;
	return true;
}

int64_t
when_time(const char *p)
{
	int h = 0, m = 0, s = 0;
	size_t n = 0;

	for (; n < 2 && isdigit((unsigned char)p[n]); n++)
		h = 10 * h + (p[n] - '0');
	if (n == 0)
		return -1;
	p += n;
	if (*p == ':' || (*p == '.' && isdigit((unsigned char)p[1]))) {
		if (!isdigit((unsigned char)p[1]) ||
		    !isdigit((unsigned char)p[2]))
			return -1;
		m = 10 * (p[1] - '0') + (p[2] - '0');
		p += 3;
		if (*p == ':' && isdigit((unsigned char)p[1]) &&
		    isdigit((unsigned char)p[2])) {
			s = 10 * (p[1] - '0') + (p[2] - '0');
			p += 3;
			if (*p == '.')
				p += 1 + strspn(p + 1, "0123456789");
		}
	} else if (strchr(" aApP", *p) == NULL || *p == '\0')
		return -1;
	if (!when_half(&p, &h))
		return -1;
	if (*p != '\0' || h > 23 || m > 59 || s > 59)
		return -1;
	return h * HOUR + m * MINUTE + s * SECOND;
}

/* Behind the name of a weekday. */
static const char *
skip_weekday(const char *p)
{
	size_t n = 0;

	while (isalpha((unsigned char)p[n]))
		n++;
	if (n == 0 || when_month(p, n) != 0 || strchr(" ,.", p[n]) == NULL)
		return p;
	return p + n + strspn(p + n, " ,.");
}

/* What some programs write for no date: 0/0/00. */
static bool
is_no_date(const char *text)
{
	return text[strspn(text, "0/.- :")] == '\0';
}

bool
when_read(const char *text, enum date_order order, struct when *w)
{
	struct parts d;
	const char *p;

	text = skip_weekday(text);
	*w = (struct when){ .usec = -1 };
	if (stamp_parse(text, &w->stamp)) {
		w->moment = true;
		return true;
	}
	if (!read_parts_of_date(text, &d) || !read_day(&d, order, &w->day))
		return false;
	p = d.end;
	if (*p == '\0')
		return true;
	if (*p != 'T' && *p != ' ' && *p != ',')
		return false;
	p++;
	p += strspn(p, " ");
	w->usec = when_time(p);
	return w->usec >= 0;
}

void
when_vote(const char *text, struct order_votes *v)
{
	struct parts d;
	struct civil c;
	bool dmy, mdy;
	int at[3];

	text = skip_weekday(text);
	if (!read_parts_of_date(text, &d))
		return;
	if (order_of(&d, ORDER_UNKNOWN, at)) {
		v->dotted |= d.separator == '.' && at[0] == 0;
		return;
	}
	dmy = is_civil(d.n[0], d.n[1], d.n[2], &c);
	mdy = is_civil(d.n[1], d.n[0], d.n[2], &c);
	v->dmy |= dmy && !mdy;
	v->mdy |= mdy && !dmy;
	v->either |= dmy && mdy && d.n[0] != d.n[1];
}

enum date_order
when_order(const struct order_votes *v)
{
	if (v->dmy != v->mdy)
		return v->dmy ? ORDER_DMY : ORDER_MDY;
	if (v->dmy || v->either)
		return ORDER_UNKNOWN;
	return v->dotted ? ORDER_DMY : ORDER_YMD;
}

int64_t
when_moment(const struct when *w, const char *zone)
{
	return w->moment ? w->stamp : zone_moment(zone, w->day,
	    w->usec < 0 ? 0 : w->usec);
}

void
when_due(struct draft *d, const char *text, enum date_order order)
{
	struct when w;

	if (is_no_date(text))
		return;
	if (!when_read(text, order, &w)) {
		draft_note(d, arena_printf(d->arena, "Due: %s", text));
		draft_lose(d, DATE_NOT_READ, text);
	} else if (w.moment)
		draft_due_moment(d, w.stamp);
	else {
		draft_due_day(d, w.day);
		if (w.usec >= 0)
			draft_due_time(d, w.usec, NULL);
	}
}

int64_t
when_stamp(struct draft *d, const char *name, const char *text,
    enum date_order order)
{
	struct when w;

	if (is_no_date(text))
		return 0;
	if (when_read(text, order, &w))
		return when_moment(&w, d->zone);
	draft_note_field(d, name, text);
	return 0;
}
