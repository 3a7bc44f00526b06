/*
 * Dates and times as people and programs write them.
 */
#ifndef IMPORT_FORMAT_WHEN_H
#define IMPORT_FORMAT_WHEN_H

#include <stdbool.h>
#include <stdint.h>

#include "import/importer/draft.h"
#include "import/importer/import.h"

struct when {
	bool		 moment;	/* it is a moment: stamp; else a day */
	int64_t		 stamp;
	int32_t		 day;
	int64_t		 usec;		/* of the day; -1: no time */
};

/* For which orders of day and month are there reasons, among many dates? */
struct order_votes {
	bool		 dmy, mdy;	/* a date is possible only so */
	bool		 either;	/* a date can be both */
	bool		 dotted;	/* 1.12.2026: its day is first anyway */
};

/*
 * Reads a date, with or without a time: 2026-12-01, 1.12.2026, 12/1/26 3:00 PM,
 * 1 Dec 2026, Dec 1, 2026, RFC 3339.  A year of two digits is of this century.
 * False if it is not one, or needs an order that is not known.
 */
bool		 when_read(const char *, enum date_order, struct when *);
/* Notes for which order a date is a reason. */
void		 when_vote(const char *, struct order_votes *);
/* The order that follows; ORDER_UNKNOWN if dates can be read in two ways. */
enum date_order	 when_order(const struct order_votes *);
/* A time of day alone, as 15:00 or 3:00 pm: microseconds, or -1. */
int64_t		 when_time(const char *);
/* The moment of a day without a time is its begin in the zone. */
int64_t		 when_moment(const struct when *, const char *zone);

/* Sets the due date; a text that is not a date goes into the notes. */
void		 when_due(struct draft *, const char *text, enum date_order);
/* The moment of a text, 0 if it is not one: then it goes into the notes under
 * that name. */
int64_t		 when_stamp(struct draft *, const char *name, const char *text,
		    enum date_order);
/* The number of a month by its English name or its first three letters, or
 * 0. */
int		 when_month(const char *, size_t len);

#endif
