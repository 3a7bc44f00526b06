/*
 * Header field values of the shape "value; name=value; name="value"", as in
 * Content-Type and Content-Disposition (RFC 2045 section 5.1, RFC 7578 section
 * 4.2).
 */
#ifndef WEB_HEADER_VALUE_H
#define WEB_HEADER_VALUE_H

#include <stdbool.h>

struct arena;

/* The state of a walk over a field value, which must not change. */
struct param {
	const char	*rest;		/* the rest */
	const char	*name;		/* lower case */
	const char	*value;
};

enum param_event {
	PARAM_NEXT,		/* name and value are set */
	PARAM_END,
	PARAM_BAD		/* malformed */
};

/*
 * Begins: true if the value before the first ";" is `expected`, ignoring ASCII
 * case.
 */
bool		 param_open(struct param *, const char *field,
		    const char *expected);
/*
 * The next parameter.  A bare value ends at a blank or ";" and may contain
 * anything except quotes and controls; empty parameters (";;", a final ";") are
 * ignored.  In a quoted value \" and \\ mean " and \, and any other backslash
 * itself, since clients write file names either way; %22, %0D and %0A mean a
 * quote, CR and LF, as in the WHATWG's form submission.  Bytes over 0x7f are
 * passed on unchecked.
 */
enum param_event param_next(struct arena *, struct param *);

/* In a list such as Accept: do the parameters at p give the entry a weight of
 * 0? */
bool		 weighs_nothing(const char *p);

#endif
