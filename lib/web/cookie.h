/*
 * The cookies that the service sets.
 */
#ifndef WEB_COOKIE_H
#define WEB_COOKIE_H

struct req;

/* Adds the session's cookie to the answer; "" removes it. */
void	 set_cookie(struct req *, const char *secret);
/* Adds a cookie that browsers send to that path below /api/v1 alone; "" removes
 * it. */
void	 set_cookie_of(struct req *, const char *name, const char *path,
	    const char *value, int seconds);

#endif
