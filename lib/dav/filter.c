/*
 * A filter is a tree of conditions on components (VTODO, VALARM), properties
 * and parameters.  One on a component or property holds if any of that name in
 * the item fulfils all that is within.
 */
#include "dav/filter.h"

#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/text.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"
#include "dav/xml.h"
#include "ical/due.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/read.h"
#include "ical/todo.h"

enum collation { ASCII_CASEMAP, OCTET, UNICODE_CASEMAP, COLLATION__MAX };

struct text_match {
	bool		 given;
	const char	*text;		/* folded as the collation folds */
	enum collation	 collation;
	bool		 negate;
};

/* A condition; what is within is a list. */
struct filter {
	struct filter	*next;
	enum { ON_COMPONENT, ON_PROPERTY, ON_PARAMETER } on;
	const char	*name;
	bool		 absent;	/* is-not-defined */
	struct text_match match;
	bool		 has_range;
	int64_t		 start, end;
	struct filter	*within;
};

static enum filter_read	 read_condition(struct arena *, const struct xml *,
			    const char *parent, struct filter *);

static const char *
fold_text(struct arena *a, enum collation c, const char *text)
{
	return c == OCTET ? text : c == ASCII_CASEMAP ?
	    text_lower_ascii(a, text) : text_key(a, text);
}

static enum filter_read
read_match(struct arena *a, const struct xml *e, struct text_match *m)
{
	static const char *const names[COLLATION__MAX] = {
		"i;ascii-casemap", "i;octet", "i;unicode-casemap"
	};
	const char *name = xml_attr(e, "collation");
	const char *negate = xml_attr(e, "negate-condition");
	int i;

	for (i = 0; i < COLLATION__MAX; i++)
		if (name == NULL || strcmp(name, names[i]) == 0 ||
		    strcmp(name, "default") == 0)
			break;
	if (i == COLLATION__MAX)
		return FILTER_COLLATION;
	*m = (struct text_match){ .given = true, .collation =
	    (enum collation)i, .negate = negate != NULL &&
	    strcmp(negate, "yes") == 0 };
	m->text = fold_text(a, m->collation, xml_text(a, e));
	return FILTER_GOOD;
}

static bool
read_bound(const struct xml *e, const char *name, int64_t *at)
{
	const char *text = xml_attr(e, name);
	struct ical_time t;

	if (text == NULL)
		return true;
	if (!ical_time_parse(text, &t) || !t.utc)
		return false;
	*at = ical_time_stamp(&t);
	return true;
}

static enum filter_read
read_range(const struct xml *e, struct filter *f)
{
	f->has_range = true;
	f->start = INT64_MIN;
	f->end = INT64_MAX;
	return f->on == ON_COMPONENT && strcmp(f->name, "VTODO") == 0 &&
	    read_bound(e, "start", &f->start) &&
	    read_bound(e, "end", &f->end) &&
	    (f->start != INT64_MIN || f->end != INT64_MAX) ?
	    FILTER_GOOD : FILTER_UNSUPPORTED;
}

/* May a condition on that stand within one on the other? */
static bool
may_stand_within(const struct xml *e, const char *parent, struct filter *f)
{
	if (xml_is(e, NS_CALDAV, "comp-filter")) {
		f->on = ON_COMPONENT;
		return strcmp(parent, "VCALENDAR") == 0 ||
		    (strcmp(parent, "VTODO") == 0 &&
		    strcmp(f->name, "VALARM") == 0);
	}
	f->on = xml_is(e, NS_CALDAV, "prop-filter") ? ON_PROPERTY :
	    ON_PARAMETER;
	if (f->on == ON_PROPERTY)
		return strcmp(parent, "VTODO") == 0 ||
		    strcmp(parent, "VALARM") == 0;
	return xml_is(e, NS_CALDAV, "param-filter") && parent[0] == '\0';
}

static enum filter_read
read_within(struct arena *a, const struct xml *e, struct filter *f)
{
	struct filter **at = &f->within;
	enum filter_read r = FILTER_GOOD;

	while (*at != NULL)
		at = &(*at)->next;
	if (xml_is(e, NS_CALDAV, "is-not-defined"))
		f->absent = true;
	else if (xml_is(e, NS_CALDAV, "text-match") && f->on != ON_COMPONENT)
		r = read_match(a, e, &f->match);
	else if (xml_is(e, NS_CALDAV, "time-range"))
		r = read_range(e, f);
	else {
		*at = arena_alloc(a, sizeof(**at));
		/* A parameter is within a property, which has no name here. */
		r = read_condition(a, e, f->on == ON_PROPERTY ? "" : f->name,
		    *at);
	}
	return r;
}

static enum filter_read
read_condition(struct arena *a, const struct xml *e, const char *parent,
    struct filter *f)
{
	const struct xml *child;
	enum filter_read r = FILTER_GOOD;
	const char *name = xml_attr(e, "name");
	char *p;

	if (name == NULL)
		return FILTER_UNSUPPORTED;
	f->name = p = arena_str(a, name);
	for (; *p != '\0'; p++)
		*p = *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p;
	if (!may_stand_within(e, parent, f))
		return FILTER_UNSUPPORTED;
	for (child = xml_element(e->first); child != NULL && r == FILTER_GOOD;
	    child = xml_element(child->next))
		r = read_within(a, child, f);
	return r;
}

/* What the conditions on components of a calendar come to, of which a resource
 * has a VTODO and no other. */
static enum filter_read
decide(const struct filter *calendar)
{
	const struct filter *f;
	enum filter_read all = FILTER_ALL;

	if (calendar->absent)
		return FILTER_NOTHING;
	for (f = calendar->within; f != NULL; f = f->next) {
		if ((strcmp(f->name, "VTODO") == 0) == f->absent)
			return FILTER_NOTHING;
		if (strcmp(f->name, "VTODO") == 0 &&
		    (f->within != NULL || f->has_range))
			all = FILTER_GOOD;
	}
	return all;
}

enum filter_read
filter_read(struct arena *a, const struct xml *e, struct filter **out)
{
	const struct xml *calendar = e == NULL ? NULL :
	    xml_child(e, NS_CALDAV, "comp-filter");
	enum filter_read r = FILTER_GOOD;
	const struct xml *child;
	const char *name;

	if (calendar == NULL)
		return e == NULL ? FILTER_ALL : FILTER_UNSUPPORTED;
	name = xml_attr(calendar, "name");
	if (name == NULL || strcasecmp(name, "VCALENDAR") != 0)
		return FILTER_UNSUPPORTED;
	*out = arena_alloc(a, sizeof(**out));
	(*out)->name = "VCALENDAR";
	for (child = xml_element(calendar->first); child != NULL &&
	    r == FILTER_GOOD; child = xml_element(child->next))
		r = read_within(a, child, *out);
	return r == FILTER_GOOD ? decide(*out) : r;
}

static bool
text_matches(struct arena *a, const struct text_match *m, const char *value)
{
	bool found;

	if (!m->given)
		return true;
	found = strlen(m->text) <= 4 * strlen(value) + 4 &&
	    strstr(fold_text(a, m->collation, value), m->text) != NULL;
	return found != m->negate;
}

static bool
params_match(struct arena *a, const struct filter *f,
    const struct ical_line *l)
{
	const char *value;

	for (; f != NULL; f = f->next) {
		value = ical_param(a, l, f->name);
		if (f->absent ? value != NULL : value == NULL ||
		    !text_matches(a, &f->match, value))
			return false;
	}
	return true;
}

/* The lines of a component itself, without those in it. */
static bool
next_own(struct arena *a, struct ical_lines *lines, struct ical_line *l,
    int *depth)
{
	while (ical_next(a, lines, l)) {
		if (ical_is(l, "BEGIN"))
			++*depth;
		else if (ical_is(l, "END"))
			--*depth;
		else if (*depth == 1)
			return true;
	}
	return false;
}

static bool
property_matches(struct arena *a, const struct filter *f,
    const struct ical_component *part)
{
	struct ical_lines lines = { part->at, part->at + part->len };
	struct ical_line l;
	bool found = false;
	int depth = 0;

	while (next_own(a, &lines, &l, &depth)) {
		if (!ical_is(&l, f->name))
			continue;
		if (f->absent)
			return false;
		found = text_matches(a, &f->match, ical_text(a, &l)) &&
		    params_match(a, f->within, &l);
		if (found)
			return true;
	}
	return f->absent;
}

/* The table of RFC 4791, section 9.9; INT64_MIN: there is no such time. */
static bool
in_range(const struct filter *f, int64_t start, int64_t due)
{
	const int64_t none = INT64_MIN;

	if (start != none && due != none)
		return (f->start < due || f->start <= start) &&
		    (f->end > start || f->end >= due);
	if (start != none)
		return f->start <= start && f->end > start;
	if (due != none)
		return f->start < due && f->end >= due;
	return true;
}

/* Is a later date of the series within? */
static bool
occurs_in_range(struct arena *a, const struct filter *f,
    const struct todo_read *r, int64_t from, int64_t to)
{
	int32_t due, next, at;
	int64_t shift;
	struct rule rule;
	int n;

	if (r->todo.rule == NULL || r->todo.due_date == NULL ||
	    strlen(r->todo.rule) > RULE_BYTES ||
	    rule_read(a, r->todo.rule, r->zone, &rule) != NULL ||
	    !date_parse(r->todo.due_date, &due))
		return false;
	/* From two days before, whatever the zones. */
	at = f->start < due * DAY ? due : f->start / DAY > RULE_LAST_DAY ?
	    RULE_LAST_DAY : (int32_t)(f->start / DAY) - 2;
	for (n = 0; n < 8 && rule_next(&rule, due, at > due ? at : due, at,
	    &next); n++, at = next) {
		if (rule.count != 0 && rule_count(&rule, due, due, next,
		    rule.count) >= rule.count)
			return false;
		shift = (next - due) * DAY;
		if (in_range(f, from == INT64_MIN ? from : from + shift,
		    to == INT64_MIN ? to : to + shift))
			return true;
	}
	return false;
}

static bool
range_matches(struct arena *a, const struct filter *f,
    const struct ical_item *item, const struct ical_component *part,
    const char *zone)
{
	struct todo_read r;
	struct todo_time due;
	int64_t from, to;

	todo_read(a, item, part, zone, &r);
	due = r.due;
	if (r.has_span) {
		due = r.start;
		due.time = ical_time_add(&due.time, &r.span);
	}
	from = r.start.given ? due_moment(&r.start, zone) : INT64_MIN;
	to = due.given ? due_moment(&due, zone) : INT64_MIN;
	if (in_range(f, from, to))
		return true;
	/* We know nothing of such a series but that it goes on. */
	if (r.more_dates)
		return f->end > (from != INT64_MIN ? from : to);
	return occurs_in_range(a, f, &r, from, to);
}

static bool	 component_matches(struct arena *, const struct filter *,
		    const struct ical_item *, const struct ical_component *,
		    const char *zone);

/* Is there an alarm that matches, or none if the condition asks for that? */
static bool
alarms_match(struct arena *a, const struct filter *f,
    const struct ical_item *item, const struct ical_component *todo,
    const char *zone)
{
	struct ical_lines lines = { todo->at, todo->at + todo->len };
	struct ical_component alarm = { .len = 0 };
	struct ical_line l;

	while (ical_next(a, &lines, &l)) {
		if (!ical_value_is(&l, "VALARM"))
			continue;
		if (ical_is(&l, "BEGIN"))
			alarm.at = l.raw;
		else if (ical_is(&l, "END") && alarm.at != NULL) {
			alarm.len = (size_t)(l.raw + l.raw_len - alarm.at);
			if (f->absent)
				return false;
			if (component_matches(a, f, item, &alarm, zone))
				return true;
		}
	}
	return f->absent;
}

static bool
component_matches(struct arena *a, const struct filter *f,
    const struct ical_item *item, const struct ical_component *part,
    const char *zone)
{
	const struct filter *w;

	if (f->has_range && !range_matches(a, f, item, part, zone))
		return false;
	for (w = f->within; w != NULL; w = w->next)
		if (w->on == ON_PROPERTY ? !property_matches(a, w, part) :
		    !alarms_match(a, w, item, part, zone))
			return false;
	return true;
}

/* Does one of the VTODOs match? */
static bool
todos_match(struct arena *a, const struct filter *f,
    const struct ical_item *item, const char *zone)
{
	size_t i;

	if (item->todo.len > 0 &&
	    component_matches(a, f, item, &item->todo, zone))
		return true;
	for (i = 0; i < item->occurrence_count; i++)
		if (component_matches(a, f, item, &item->occurrences[i], zone))
			return true;
	return false;
}

bool
filter_matches(struct arena *a, const struct filter *calendar,
    const char *text, size_t len, const char *zone)
{
	const struct filter *f;
	struct ical_item item;

	if (ical_item_read(a, text, len, &item) != ICAL_GOOD)
		return false;
	for (f = calendar->within; f != NULL; f = f->next)
		if (strcmp(f->name, "VTODO") == 0 &&
		    !todos_match(a, f, &item, zone))
			return false;
	return true;
}
