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

struct arena;
struct db;
struct settings;

struct ctx {
	struct db		*db;
	struct arena		*arena;
	const struct settings	*settings;
	int64_t			 now;		/* microseconds since 1970 */
	const char		*user;		/* the caller's id, or NULL */
	const char		*zone;		/* the caller's time zone */
	const char		*credential;	/* id of the session or token */
};

/*
 * The outcome of a function.  The first three are success; each of the others
 * is something that the user can fix, with one problem in lib/web/problem.c.
 */
enum outcome {
	DONE,
	CREATED,			/* a new record */
	EXISTED,		/* the idempotent twin of CREATED */

	LIST_NOT_FOUND,
	TASK_NOT_FOUND,
	TAG_NOT_FOUND,
	STEP_NOT_FOUND,
	GROUP_NOT_FOUND,
	ATTACHMENT_NOT_FOUND,
	MEMBER_NOT_FOUND,
	SESSION_NOT_FOUND,
	TOKEN_NOT_FOUND,
	SUBSCRIPTION_NOT_FOUND,
	RESET_NOT_FOUND,
	INVITATION_NOT_FOUND,
	SETTING_NOT_FOUND,
	ID_IN_USE,
	ATTACHMENT_ID_IN_USE,
	TAG_EXISTS,
	EMAIL_TAKEN,
	NO_FIELDS,
	ASSIGNEE_NOT_ELIGIBLE,
	RECURRENCE_NEEDS_DUE_DATE,
	INVALID_NEIGHBORS,
	UNKNOWN_TAG,
	NOT_SHAREABLE,
	INVALID_TAG_NAME,
	INVALID_SINCE,
	SINCE_EXPIRED,
	LIMIT_REACHED,
	WRONG_PASSWORD,
	BAD_CREDENTIALS,
	NO_REGISTRATION,
	RATE_LIMITED,
	QUOTA_EXCEEDED,
	FILE_TOO_LARGE,
	TYPE_NOT_ALLOWED,
	OUTCOME__MAX
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
