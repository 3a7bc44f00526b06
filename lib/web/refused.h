/*
 * What the web server refused by itself, and has asked us to answer (lighttpd's
 * server.error-handler): REDIRECT_STATUS says with which status.
 */
#ifndef WEB_REFUSED_H
#define WEB_REFUSED_H

#include <stdbool.h>

struct req;

/* True where it has been answered.  A POST without a length is none: it has no
 * body, and goes on as what it is. */
bool	 server_refused(struct req *);

#endif
