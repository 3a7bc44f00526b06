/*
 * Routes: the tables in cgi-bin, and finding the row of a request.  A row has
 * the conditions that are checked before its handler runs: who may call it,
 * what body it takes, which fields that has.
 *
 * A handler reads the fields, calls the core, and answers the outcome; it opens
 * no transaction, signs nobody in and frees nothing.  serve.h runs it.
 */
#ifndef WEB_ROUTE_H
#define WEB_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"

struct field;
struct jw;
struct protocol;
struct req;
struct settings;

enum {
	R_PUBLIC = 1,		/* needs no session */
	R_WRITE = 2,		/* runs in a write transaction */
	R_NO_STORE = 4,		/* no Idempotency-Key, no ETag */
	R_NO_ETAG = 8,
	R_UPLOAD = 16,		/* multipart/form-data, read by `before` */
	R_NO_DATABASE = 32,	/* answers without one */
	R_ANY_TYPE = 64,	/* answers more than JSON: ignores Accept */
	R_BODY_OPTIONAL = 128,
	/* May use the reserve (db/sqlite/reserve.h), as every DELETE may. */
	R_MAY_USE_RESERVE = 256,
	R_ALONE = 512,		/* not in a batch; nor are uploads */
	R_BATCH = 1024,		/* runs requests, each in its own transaction */
	R_PASSWORD = 2048,	/* only where users sign in by password */
	R_SIGN_UP = 4096,	/* only where people can register */
	R_ANYBODY = 8192,	/* R_PUBLIC, but authenticates a session */
	/* May take long: servers run it separately, so that nobody waits for
	 * it. */
	R_LONG = 32768,
	/* R_LONG without a `limit` of at most 100, or 1000 with a stamp as
	 * `since`. */
	R_PAGED = 65536,
	/* Its body limits power: a member that it does not know is refused. */
	R_STRICT = 131072,
	/* Changes nothing that others on the list see, or treats a viewer as a
	 * member; every other route that writes to a list refuses viewers. */
	R_VIEWER = 262144,
	/* Changes how the caller signs in: only a session that is confirmed
	 * (credential_confirmed()). */
	R_CONFIRMED = 524288,
	/* For administrators: to everybody else it is not there. */
	R_ADMIN = 1048576,
	R_PASSKEYS = 2097152,	/* only where passkeys can be used */
	/* Also for a session whose user must set up a second factor first. */
	R_ENROL = 4194304,
	/* R_LONG, but with little work: it takes no slot (slots.h). */
	R_UNCOUNTED = 8388608,
	R_DEPTH = 16777216,	/* expensive unless Depth is 0 */
	R_FILE = 33554432	/* R_LONG, and answers with a file */
};

/*
 * Statements that are prepared before the write lock is taken: in a CGI program
 * that takes longer than to run them.  The table is generated from
 * sql/prepared, which `make prepared` records.
 */
struct route_statements {
	char	method[8];			/* empty at the end */
	char	path[56];
	char	field[16];			/* if it has a value; empty: always */
	int	statements[64];			/* -1 last */
};
extern const struct route_statements route_statements[];

struct route {
	const char		*method;
	/* Below /api/v1, or /dav; {name} is an argument, {key} one that may
	 * have slashes. */
	const char		*path;
	void			(*handle)(struct req *);
	unsigned		 flags;
	/* The scopes of which an access token needs one (core/user/token.h); 0:
	 * no token may call it, only a session.  With TOKEN_LIMITED, also one
	 * that is limited to lists, and it answers with what is on these; so
	 * does every path to a list, task or attachment. */
	unsigned		 token;
	const struct field	*fields;	/* of its JSON body, or NULL */
	/* Of its write transaction, with the path's first argument as id. */
	enum scope_kind		scope;
	/* Asks ahead (rows_ahead()) for what the handler will read first, or
	 * NULL.  The caller may have no access, or be signed out. */
	void			(*prefetch)(struct req *);
	/* Runs before the transaction, with the caller signed in, for work that
	 * takes long, or can be done before the write lock is taken.  False if
	 * it has refused. */
	bool			(*before)(struct req *);
	/* Does long work after `before` and ahead of the handler (portions.h):
	 * a portion of at most `max` records, in a write transaction.  Returns
	 * how many; or NULL.  The first one may refuse. */
	int64_t			(*portion)(struct req *, int64_t max);
};

struct route_group {
	const char		*name;		/* the program's name */
	const struct route	*routes;	/* ended by method NULL */
	const struct protocol	*protocol;	/* NULL: the API's */
	/* Runs as the group's own program begins: before it opens the database
	 * and enters the sandbox, and so before it reads a request; or NULL. */
	void			(*begin)(const struct settings *);
	/* Loads the shared objects that its routes need, before the sandbox, if
	 * the settings need them; or NULL. */
	void			(*load)(const struct settings *);
	const char *const	*reads;	/* paths outside the data directory that
					 * handlers read, NULL last; or NULL */
};

/* Sets route and arguments.  False if the request is answered: unknown path,
 * unknown method, OPTIONS, an Accept without JSON. */
bool			 route_find(struct req *);
/* Refuses the method with 405, and Allow for the path (RFC 9110, section
 * 15.5.6). */
void			 route_refuse_method(struct req *);
/* Is this one of the requests that core/limits.h bounds? */
bool			 route_expensive(const struct req *);
/* May a token that is limited to lists call it? */
bool			 route_limited(const struct route *);
/* Writes an array of the names of scopes. */
void			 route_put_scopes(struct jw *, const char *name,
			    unsigned token);
/* The GET route of the request's path, if its answer has an ETag. */
const struct route	*route_get(struct req *);
/* Prints the API's routes: program, method, path, flags, fields; for generated
 * files and tests. */
int			 routes_main(const struct route_group *const *groups);

#endif
