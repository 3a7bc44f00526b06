/*
 * How CalDAV's requests differ from the API's: paths, Basic authentication by
 * access tokens, errors as XML.
 */
#ifndef DAV_PROTOCOL_H
#define DAV_PROTOCOL_H

#include <stdbool.h>

struct collection;
struct dav;
struct protocol;
struct req;

extern const struct protocol protocol_dav;

/* The `before` step of every route: reads Depth, Prefer, and the body as XML if
 * `xml`.  Finds the list if the path has its name.  False if refused. */
bool		 dav_before(struct req *, bool xml);
struct dav	*dav_of(struct req *);

/* The list of the path; false if the caller does not reach it, or is not the
 * user in the path. */
bool		 dav_list(struct req *, struct collection *);

/* Answers an error with a precondition (RFC 4918, section 16) of that
 * namespace; NULL: with none. */
void		 dav_refuse(struct req *, int status, const char *ns,
		    const char *precondition);
/* The same for a text of a client, with a line in the log: most clients show
 * their users nothing. */
void		 dav_refuse_text(struct req *, int status, const char *ns,
		    const char *precondition);
/* The same, with XML within the precondition's element. */
void		 dav_refuse_with(struct req *, int status, const char *ns,
		    const char *precondition, const char *within);

#endif
