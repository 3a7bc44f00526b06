/*
 * What differs between the requests of the JSON API and those of CalDAV.  A
 * group of routes names its protocol; serve.c has that of the API.
 */
#ifndef WEB_PROTOCOL_H
#define WEB_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

struct problem;
struct req;

struct protocol {
	/* Is that path one of its own?  Then sets in.base and in.path. */
	bool		 (*takes)(struct req *, const char *uri);
	/* Its paths may have any escapes, which it checks itself. */
	bool		 any_escapes;
	/* Sets route and arguments.  False if the request is answered. */
	bool		 (*find)(struct req *);
	/* The access token of the request, which counts before all else; NULL:
	 * there is none. */
	const char	*(*token)(struct req *);
	/* Sets the caller's secret, or the first of several. */
	void		 (*secret)(struct req *);
	/* May the caller, who is known, call the route?  False if refused. */
	bool		 (*allowed)(struct req *);
	size_t		 body_max;	/* bytes */
	/* Bodies have Idempotency-Keys, and records the versions of
	 * precondition.h; otherwise the handler sees to its conditions. */
	bool		 replays;
	/* Writes the answer of a problem; NULL: as RFC 9457 does. */
	void		 (*refuse)(struct req *, const struct problem *,
			    const char *detail);
	const char	*headers;	/* lines of every answer */
};

#endif
