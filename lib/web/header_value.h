/*
 * Header field values of the shape "value; name=value; name="value"", as
 * Content-Type and Content-Disposition have them (RFC 2045 section 5.1,
 * RFC 7578 section 4.2).
 */
#ifndef WEB_HEADER_VALUE_H
#define WEB_HEADER_VALUE_H

#include <stdbool.h>

struct arena;

/* The state of one walk, over a field value that stays as it is. */
struct param {
	const char	*rest;		/* what has not been read yet */
	const char	*name;		/* lower case */
	const char	*value;
};

enum param_event {
	PARAM_NEXT,		/* name and value are set */
	PARAM_END,
	PARAM_BAD		/* not of the shape */
};

/*
 * Begin: true if the value before the first ";" is `expected`, without regard
 * to ASCII case.
 */
bool		 param_open(struct param *, const char *field,
		    const char *expected);
/*
 * The next parameter.  A bare value ends at a blank or ";" and may hold
 * anything but quotes and controls; of empty ones (";;", a final ";") nothing
 * is said.  In a quoted value \" and \\ stand for " and \, any other
 * backslash for itself, for clients write file names with either; and %22,
 * %0D and %0A for a quote, CR and LF, as the WHATWG's form submission writes
 * them.  Bytes over 0x7f are passed on unexamined.
 */
enum param_event param_next(struct arena *, struct param *);

/* In a list as Accept has it: does the weight of an entry, whose parameters begin
 * at p, say that it is unwanted? */
bool		 weighs_nothing(const char *p);

#endif
