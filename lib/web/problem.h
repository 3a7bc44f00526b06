/*
 * Problems (RFC 9457): every way a request can fail, in one table.  The
 * outcomes of the core are problems, too; those of HTTP follow.
 */
#ifndef WEB_PROBLEM_H
#define WEB_PROBLEM_H

#include "core/ctx.h"

enum problem {
	MALFORMED_REQUEST = OUTCOME__MAX,
	MALFORMED_BODY,
	INVALID_IDEMPOTENCY_KEY,
	NO_SESSION,
	CROSS_SITE_REQUEST,
	READ_ONLY_TOKEN,
	NOT_FOUND,
	METHOD_NOT_ALLOWED,
	NOT_ACCEPTABLE,
	LENGTH_REQUIRED,
	BODY_TOO_LARGE,
	UNSUPPORTED_MEDIA_TYPE,
	IDEMPOTENCY_KEY_REUSED,
	PRECONDITION_FAILED,
	RANGE_NOT_SATISFIABLE,
	VALIDATION_FAILED,
	NOT_IN_BATCH,
	NOT_ATTEMPTED,
	INTERNAL,
	BUSY,
	NOT_READY,
	STORAGE_FULL,
	PROBLEM__MAX
};

struct problem_info {
	int		 status;
	const char	*code;
	const char	*title;
};

/* The problem of an outcome that is not a success, or of an enum problem. */
const struct problem_info	*problem_info(int);

#endif
