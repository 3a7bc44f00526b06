/*
 * A request and its answer, by phase: as it came, its caller, its body, its
 * reply.
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
#include "core/user/rights.h"
#include "db/db.h"

struct content_reader;
struct dav;
struct import_request;
struct oidc_return;
struct passkey_work;
struct password_work;
struct protocol;
struct req;
struct route;
struct route_group;
struct slots;
struct spool;
struct undoing;
struct upload;

/* Input and output: a CGI's descriptors or a FastCGI's streams. */
struct io {
	long	(*read)(void *, char *, size_t);	/* 0: end, -1: failed */
	bool	(*write)(void *, const char *, size_t);
	void	(*finish)(void *);	/* before a sudden end; may be NULL */
	void	*arg;
	/* Keeps the answer back until there is a change after that stamp that
	 * the user sees, or the session or token ends (secret NULL: the web
	 * server signs the user in); a stream then goes on with an event for
	 * each change.  False if too many wait.  NULL: this program cannot
	 * wait. */
	bool	(*wait)(void *, const struct ctx *caller, const char *secret,
		    int64_t newest, bool stream);
	/* Sends the body of a long answer later, without this program waiting
	 * for the client, and frees it.  NULL: this program waits. */
	bool	(*take)(void *, struct spool *);
	/* Those of the request; NULL: this program does not count requests. */
	struct slots *slots;
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

#define ARGS_MAX	3
#define ERRORS_MAX	32
#define WRITE_SECONDS	20	/* a request waits for the write lock */
#define PORTION		200	/* records in one transaction of long work */

/* The meta-variables (RFC 3875) that are read. */
enum env {
	ENV_REQUEST_METHOD,
	ENV_REQUEST_URI,
	ENV_SCRIPT_NAME,
	ENV_PATH_INFO,
	ENV_QUERY_STRING,
	ENV_CONTENT_LENGTH,
	ENV_CONTENT_TYPE,
	ENV_REMOTE_ADDR,
	ENV_REMOTE_USER,
	ENV_HTTPS,
	ENV_REDIRECT_STATUS,
	ENV_REQUEST_SCHEME,
	ENV_SERVER_NAME,
	ENV_HTTP_HOST,
	ENV_HTTP_AUTHORIZATION,
	ENV_HTTP_COOKIE,
	ENV_HTTP_ACCEPT,
	ENV_HTTP_ACCEPT_ENCODING,
	ENV_HTTP_IF_MATCH,
	ENV_HTTP_IF_NONE_MATCH,
	ENV_HTTP_IDEMPOTENCY_KEY,
	ENV_HTTP_ORIGIN,
	ENV_HTTP_SEC_FETCH_SITE,
	ENV_HTTP_USER_AGENT,
	ENV_HTTP_DEPTH,
	ENV_HTTP_PREFER,
	ENV_HTTP_BRIEF,
	ENV_HTTP_DESTINATION,
	ENV_HTTP_OVERWRITE,
	ENV_HTTP_RANGE,
	ENV_HTTP_IF_RANGE,
	ENV_HTTP_X_FORWARDED_FOR,
	ENV_HTTP_X_FORWARDED_PROTO,
	ENV_HTTP_X_FORWARDED_HOST,
	ENV__MAX
};

/* The request as it came, without its body. */
struct req_in {
	const char		*method;	/* GET for HEAD, too */
	bool			 head;
	const char		*base;		/* the path before that */
	const char		*path;		/* below /api/v1, or /dav */
	const char		*query;		/* raw, or "" */
	const char		*env[ENV__MAX];	/* NULL: not set */
	bool			 by_proxy;	/* the peer is trusted */
	struct net_address	 address;	/* the client's */
	const char		*address_key;	/* by which attempts are
						 * counted; NULL: the address
						 * is unknown */
	const char		*host;		/* as sent, or "" */
	bool			 https;
};

/* How the caller is signed in; who they are is in ctx. */
struct req_caller {
	const char		*secret;	/* token or cookie, or NULL */
	const char		*email;		/* whose it must be; NULL: anybody's */
	bool			 by_cookie;
	const char *const	*cookies;	/* not tried yet */
	struct rights		 rights;
};

struct req_body {
	const char		*text;
	size_t			 len;
	struct values		 values;
	enum outcome		 problem;	/* DONE: none */
	const char		*detail;
	const char		*fingerprint;	/* of an upload's content */
};

struct field_error {
	const char	*pointer;
	const char	*code;
	const char	*detail;
};

/* The answer. */
struct req_reply {
	int			 status;
	bool			 refused;
	struct field_error	 errors[ERRORS_MAX];
	size_t			 error_count;
	struct buf		 headers;
	const char		*type;
	const char		*etag;		/* quoted, or NULL */
	const char		*cache;		/* Cache-Control; NULL: the route's */
	struct buf		 out;
	struct jw		 jw;
	/* Takes the available part of a long answer. */
	void			(*drain)(void *req, struct buf *);
	struct spool		*spool;		/* those parts, or NULL */
	void			*hash;		/* of those parts: see etag.h */
	bool			 passed_on;	/* in a batch: it has a head */
	bool			 complete;	/* there are no more */
	bool			 sent;
	bool			 compressed;	/* the answer is gzip */
	void			*gzip;		/* see gzip.h */
	struct content_reader	*file;		/* to send, or NULL */
	int64_t			 file_from, file_len;
};

struct req {
	struct ctx		 ctx;
	struct origin		 origin;	/* that of ctx */
	const struct io		*io;
	const struct protocol	*protocol;	/* that of the API, at first */
	const struct route_group *const *groups;
	const struct route	*route;
	const char		*arg[ARGS_MAX];	/* of the route's path */
	int			 args;
	enum scope_kind		 scope;		/* of the write transaction */

	struct req_in		 in;
	struct req_caller	 caller;
	struct req_body		 body;
	struct req_reply	 reply;

	bool			 later;		/* it must wait for a slot */

	/* What the route's `before` leaves for its handler. */
	union {
		struct upload		*upload;
		struct password_work *password;
		struct oidc_return	*oidc;
		const char		*address;	/* of a provider */
		struct passkey_work	*passkey;
		struct import_request	*import;
		struct undoing		*undoing;
		struct dav		*dav;
	} before;
	/* Records that the route's portions have processed, with those of
	 * earlier requests with the same Idempotency-Key. */
	int64_t			 done;
	bool			 decided;	/* by the first portion: go on */
	/* What the handler leaves for `rest`. */
	void			*left;
	/* Drops what `before` left, unless the handler has kept it. */
	void			(*release)(struct req *);
	/* Continues the handler's work, also one that only reads, in further
	 * write transactions of at most
	 * PORTION records, so that others can write in between; true while
	 * there is more.  docket-cleanup does what is left after an
	 * interruption. */
	bool			(*rest)(struct req *);
};

#endif
