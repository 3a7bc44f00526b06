/*
 * The web app's part of the configuration of docket-serve's lighttpd.
 */
#ifndef BIN_SERVE_WWW_H
#define BIN_SERVE_WWW_H

#include <stdio.h>

struct arena;

/* The paths that programs answer: the API's, and those of CalDAV.  The app has
 * all others. */
#define PROGRAM_URLS	"^(/[^?]*)?/(api/v1|dav|\\.well-known/caldav)(/|$)"

/* The directory of the app: beside `top` when built, or of an installation;
 * NULL if neither exists. */
const char	*www_find(struct arena *, const char *top);

/* Writes the rules that serve the files of `dir`, at / and below any prefix. */
void		 www_put(FILE *, const char *dir);

#endif
