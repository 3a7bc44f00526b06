/*
 * The answer of a handler.  answer_...() and refuse() make a whole answer;
 * reply() begins one, which the handler completes.
 */
#ifndef WEB_REPLY_H
#define WEB_REPLY_H

#include <stdint.h>

#include "base/json/write.h"
#include "core/outcome.h"

struct record_kind;
struct req;

#define LONG_BYTES	(256 * 1024)	/* of a long answer, sent together */

/* The answer is not the file that was opened, if any. */
void		 reply_no_file(struct req *);
/* Drops the answer so far, but for so many bytes of headers. */
void		 reply_reset(struct req *, size_t headers);
/* Begins an answer of JSON.  That of a GET may be long. */
struct jw	*reply(struct req *, int status);
/* The same for any method. */
struct jw	*reply_long(struct req *, int status);
void		 reply_header(struct req *, const char *name,
		    const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Sets Location to a path below /api/v1. */
void		 reply_location(struct req *, const char *fmt, ...)
		    __attribute__((format(printf, 2, 3)));
/* The URL before "/api/v1" in links: base-url, or the request's. */
const char	*link_base(struct req *);

/* Answers a problem.  The transaction is rolled back. */
void		 refuse(struct req *, enum outcome problem);
/* The same, but leaves the object open for more members. */
struct jw	*refuse_open(struct req *, enum outcome problem);
/* refuse() with a "detail", a sentence. */
void		 refuse_because(struct req *, enum outcome problem,
		    const char *fmt, ...)
		    __attribute__((format(printf, 3, 4)));
void		 answer_empty(struct req *, int status);
/* Answers the record, with status 201 if CREATED; or the problem. */
void		 answer_record(struct req *, enum outcome,
		    const struct record_kind *, const void *record);
/* Answers 204 if DONE, otherwise the problem. */
void		 answer_deleted(struct req *, enum outcome);
/* Adds an error of a field; then call refuse(). */
void		 field_error(struct req *, const char *pointer,
		    const char *code, const char *detail);

#endif
