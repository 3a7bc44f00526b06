/*
 * Pages of other origins (CORS, the Fetch Standard): those in cors-origins may
 * read answers and send an access token.  Their cookies are ignored, so that a
 * page cannot act as its visitor, and they cannot sign in.
 */
#ifndef WEB_CORS_H
#define WEB_CORS_H

struct buf;
struct req;

/* Adds the headers that let such a page read the answer. */
void	 cors_head(const struct req *, struct buf *head);
/* Adds the headers of OPTIONS: what a page may send, given these methods. */
void	 cors_preflight(struct req *, const char *methods);

#endif
