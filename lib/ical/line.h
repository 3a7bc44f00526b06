/*
 * Content lines of iCalendar (RFC 5545, section 3.1).  A reader walks over a
 * text and copies nothing but what is asked for; a writer folds.
 */
#ifndef ICAL_LINE_H
#define ICAL_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;

/* What has not been read yet. */
struct ical_lines {
	const char	*at;
	const char	*end;
};

/* A content line.  name, params and value are parts of the text as it stands,
 * or of a copy without folds if these would lie within name or params. */
struct ical_line {
	const char	*raw;		/* all of it, with folds and its end */
	size_t		 raw_len;
	const char	*name;
	size_t		 name_len;
	const char	*params;	/* ";TZID=Europe/Berlin", or empty */
	size_t		 params_len;
	const char	*value;		/* with its folds; NULL: there is no colon */
	size_t		 value_len;
	bool		 folded;	/* the value has folds */
};

/* The next line, which ends by CRLF, LF, or with the text.  False at the
 * end. */
bool		 ical_next(struct arena *, struct ical_lines *,
		    struct ical_line *);
/* Is that its name?  Names are in upper case; a line's own case is ignored. */
bool		 ical_is(const struct ical_line *, const char *name);
/* Is that its value, whatever the case? */
bool		 ical_value_is(const struct ical_line *, const char *value);

/* Without folds, in the arena; "" without a value. */
const char	*ical_value(struct arena *, const struct ical_line *);
/* The same of a value of type TEXT, without its escapes (section 3.3.11); a
 * backslash before any other character stays. */
const char	*ical_text(struct arena *, const struct ical_line *);
/* The first value of a parameter, without quotes, in the arena; NULL: it has
 * none. */
const char	*ical_param(struct arena *, const struct ical_line *,
		    const char *name);
/* The next of the texts that a value separates by commas, without escapes;
 * *at moves past it.  NULL at the end. */
const char	*ical_next_text(struct arena *, const char **at);

/* Where lines are written. */
struct ical_out {
	struct buf	*to;
	const char	*end;		/* of a line: "\r\n" or "\n" */
	size_t		 column;	/* bytes of the present line */
};

/* Write a part of a line, folded at 75 bytes but not within a character: as it
 * is; or as TEXT, with escapes, without control characters. */
void		 ical_put(struct ical_out *, const char *);
void		 ical_put_text(struct ical_out *, const char *);
void		 ical_end(struct ical_out *);
/* A whole line. */
void		 ical_put_line(struct ical_out *, const char *head,
		    const char *value);

/* Text as iCalendar can hold it: line ends are LF, and there are no control
 * characters but these and tabs.  The same text if it is so already. */
const char	*ical_plain(struct arena *, const char *);

#endif
