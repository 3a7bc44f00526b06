/*
 * Pages of other origins (the Fetch Standard's CORS): those of cors-origins may
 * read answers and send an access token.  Cookies are not for them, so nothing
 * is allowed that a page could do in the name of its visitor, and signing in
 * stays where it is.
 */
#ifndef WEB_CORS_H
#define WEB_CORS_H

struct buf;
struct req;

/* What every answer says to such a page. */
void	 cors_head(const struct req *, struct buf *head);
/* What OPTIONS answers besides: what a page may send, where these methods are. */
void	 cors_preflight(struct req *, const char *methods);

#endif
