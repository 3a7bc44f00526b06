/*
 * The first argument of every function in lib/core: the database, memory that
 * lasts as long as the request or item, the user, and the time.  None of these
 * functions asks the clock or the environment or opens a transaction; they run
 * within the caller's.
 */
#ifndef CORE_CTX_H
#define CORE_CTX_H

#include <stdbool.h>
#include <stdint.h>

#include "core/outcome.h"

struct arena;
struct db;
struct settings;
struct change_signal;
struct net_address;

/* From where a request comes, for the audit. */
struct origin {
	const char		 *actor;	/* the caller's id; NULL: nobody is
						  * signed in */
	const struct net_address *address;	/* NULL: unknown */
	const char		 *agent;	/* User-Agent, or NULL */
};

struct ctx {
	struct db		*db;
	struct arena		*arena;
	const struct settings	*settings;
	int64_t			 now;		/* microseconds since 1970 */
	const char		*user;		/* the caller's id, or NULL */
	const char		*zone;		/* the caller's time zone */
	const char		*credential;	/* id of the session or token */
	bool			 limited;	/* it reaches some lists alone:
						 * db_limit() */
	bool			 viewer_may;	/* change what lists share not at all:
						 * a viewer may do it */
	struct change_signal	*signal;	/* receives changes; or NULL */
	struct origin		*origin;	/* NULL: a program of the
						 * administrator's */
};

/* Replaces a text that the caller must not read, or that was erased. */
#define DELETED_TEXT		"(deleted)"

/* Do two ids match?  Either may be NULL. */
bool	 same_id(const char *, const char *);
const char	*id_new(struct arena *);
/* UUIDv5 (RFC 9562 section 5.5) of a name within a namespace. */
const char	*id_from_name(struct arena *, const char *space,
		    const char *name);

#endif
