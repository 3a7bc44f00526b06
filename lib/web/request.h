/*
 * A request and its answer.  A handler reads the fields, calls the core, and
 * answers the outcome; it opens no transaction, signs nobody in and frees
 * nothing.  serve.h runs it.
 *
 * The route's row has the conditions that are checked before: who may call it,
 * what body it takes, which fields that has.
 */
#ifndef WEB_REQUEST_H
#define WEB_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/json/write.h"
#include "base/net.h"
#include "core/ctx.h"
#include "core/field.h"
#include "web/problem.h"

struct req;

/* Input and output: a CGI's descriptors or a FastCGI's streams. */
struct io {
	long	(*read)(void *, char *, size_t);	/* 0: end, -1: failed */
	bool	(*write)(void *, const char *, size_t);
	void	(*finish)(void *);	/* before a sudden end; may be NULL */
	void	*arg;
	/* Keeps the answer back until the user sees a change after that stamp;
	 * a stream of events goes on then.  False if too many wait.  NULL: it
	 * cannot. */
	bool	(*hold)(void *, const char *user, int64_t newest, bool stream);
};

/* The value of a field. */
struct value {
	const struct field	*field;
	bool			 given;		/* with a value or null */
	bool			 null;
	union {
		const char	*text;		/* F_JSON: as written */
		bool		 truth;
		int64_t		 number;	/* F_INT, F_STAMP */
	};
	const char		**items;	/* F_IDS */
	const struct values	*rows;		/* F_ITEMS: of each object */
	size_t			 count;		/* of items or rows */
};

/* The values of a table of fields. */
struct values {
	struct value		*list;
	size_t			 count;
};

enum {
	R_PUBLIC = 1,		/* needs no session */
	R_WRITE = 2,		/* runs in a write transaction */
	R_NO_STORE = 4,		/* no Idempotency-Key, no ETag */
	R_NO_ETAG = 8,
	R_UPLOAD = 16,		/* multipart/form-data, read by `prepare` */
	R_NO_DATABASE = 32,	/* answers without one */
	R_ANY_TYPE = 64,	/* answers more than JSON: ignores Accept */
	R_BODY_OPTIONAL = 128,
	R_MAY_USE_RESERVE = 256,	/* may use the reserve (db/reserve.h); so may DELETE */
	R_ALONE = 512,		/* not in a batch; nor are uploads */
	R_BATCH = 1024,		/* runs requests, each in its own transaction */
	R_SIGN_UP = 4096,	/* only where registration is open */
	R_ANYBODY = 8192,	/* R_PUBLIC, but authenticates a session */
	/* May take long: servers run it separately, so that nobody waits for
	 * it. */
	R_LONG = 32768,
	R_PAGED = 65536		/* R_LONG without a `limit` of at most 100 */
};

struct route {
	const char		*method;
	/* Below /api/v1; {name} is an argument, {key} one that may have
	 * slashes. */
	const char		*path;
	void			(*handle)(struct req *);
	unsigned		 flags;
	const struct field	*fields;	/* of its JSON body; NULL: none */
	/* Runs before the transaction, with the caller signed in, for work that
	 * takes long.  False if it has refused. */
	bool			(*prepare)(struct req *);
};

struct route_group {
	const char		*name;		/* the program's name */
	const struct route	*routes;	/* ended by method NULL */
	const char *const	*reads;	/* files outside the data; or NULL */
};

#define ARGS_MAX	3
#define ERRORS_MAX	16
#define REST		500	/* records in one more transaction */

struct field_error {
	const char	*pointer;
	const char	*code;
	const char	*detail;
};

struct req {
	struct ctx		 ctx;
	const struct io		*io;
	const struct route_group *const *groups;
	const struct route	*route;

	const char		*method;	/* GET for HEAD, too */
	bool			 head;
	const char		*base;		/* the path before /api/v1 */
	const char		*path;		/* below /api/v1 */
	const char		*query;		/* raw, or "" */
	const char		*arg[ARGS_MAX];
	int			 args;
	const char		*env[32];	/* see enum env */
	bool			 by_proxy;	/* the peer is a trusted proxy */
	struct net_address	 address;	/* the client's */
	const char		*address_key;	/* the key that counts
						 * attempts; NULL: the
						 * address is unknown */
	const char		*host;		/* as sent, or "" */
	bool			 https;
	const char		*secret;	/* token or cookie, or NULL */
	bool			 by_cookie;
	const char *const	*cookies;	/* not tried yet */
	bool			 read_only;
	bool			 stale;		/* its use must be recorded */

	const char		*body;
	size_t			 body_len;
	struct values		 values;
	struct field_error	 errors[ERRORS_MAX];
	size_t			 error_count;
	enum outcome		 body_problem;	/* DONE: none */
	const char		*body_detail;

	void			*prepared;		/* by `prepare` for the
							 * handler */
	void			(*release)(struct req *);	/* after a refusal */
	/* Continues the handler's work in further write transactions of at most
	 * REST records, so that others can write in between; true while there
	 * is more.  docket-cleanup does what is left after an interruption. */
	bool			(*rest)(struct req *);
	const char		*fingerprint;	/* of an upload's content */

	int			 status;
	bool			 refused;
	struct buf		 headers;
	const char		*type;		/* of the answer */
	const char		*etag;		/* quoted, or NULL */
	struct buf		 out;
	struct jw		 jw;
	/* Sends the available part of a long answer. */
	void			(*drain)(void *req, struct buf *);
	bool			 streaming;	/* the head has been sent */
	bool			 sent;		/* the answer is complete */
	bool			 compressed;	/* the answer is gzip */
	void			*gzip;		/* see gzip.h */
	int			 file;		/* a descriptor to send, or
						 * -1 */
	int64_t			 file_from, file_len;
};

/* The values of the request, checked by the route's fields. */
const struct value	*field(struct req *, const char *name);
const struct value	*value_of(const struct values *, const char *name);
bool			 field_given(struct req *, const char *name);
const char		*field_text(struct req *, const char *name);
bool			 field_bool(struct req *, const char *name);
/* Stores the values of a record's fields into its struct; returns the set of
 * those that were given (core/record.h). */
unsigned		 field_record(struct req *,
			    const struct field *of_record, void *record);
/* A parameter of the query, decoded; NULL if missing.  If it is not UTF-8 or
 * repeated: NULL, and the request is refused (400). */
const char		*query_param(struct req *, const char *name);

#endif
