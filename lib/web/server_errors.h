/*
 * Answers requests that the web server itself refused (lighttpd's
 * server.error-handler); REDIRECT_STATUS is the status.
 */
#ifndef WEB_SERVER_ERRORS_H
#define WEB_SERVER_ERRORS_H

#include <stdbool.h>

struct req;

/* True if it has been answered.  A POST without a length is not refused: it has
 * no body, and is served. */
bool	 server_refused(struct req *);

#endif
