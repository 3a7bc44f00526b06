/*
 * Answers about many resources (RFC 4918, section 13), and what they contain.
 */
#ifndef DAV_MULTISTATUS_H
#define DAV_MULTISTATUS_H

#include <stdbool.h>
#include <stddef.h>

struct place;
struct prop;
struct property;
struct req;
struct xml;

/* What a request asks for. */
enum wanted_mode { WANTED_NAMED, WANTED_ALL, WANTED_NAMES };

struct wanted_prop {
	const char	*ns;
	const char	*name;
	const struct prop *prop;	/* NULL: perhaps a client's own */
};

struct wanted {
	enum wanted_mode mode;
	struct wanted_prop *named;
	size_t		 count;
	bool		 minimal;	/* without what is not there */
	bool		 whole;		/* it needs more of an item than its ETag */
	bool		*missing;	/* of those named, in the present resource */
	/* The caller's own properties of the lists in question. */
	struct property	*own;
	size_t		 own_count;
};

/* Reads what a PROPFIND or REPORT asks for; body NULL: for all. */
void		 wanted_read(struct req *, const struct xml *body,
		    struct wanted *);

/* Begins and ends a 207. */
void		 multistatus_begin(struct req *);
void		 multistatus_end(struct req *);
/* Adds a response with what is wanted. */
void		 multistatus_put(struct req *, const struct place *,
		    const struct wanted *);
/* Adds one with a status alone, as "404 Not Found". */
void		 multistatus_status(struct req *, const char *href,
		    const char *status);
/* Adds an empty element of a property. */
void		 multistatus_name(struct req *, const char *ns,
		    const char *name);
/* Passes on what is written, if it is much. */
void		 multistatus_drain(struct req *);

#endif
