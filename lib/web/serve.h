/*
 * The life of a request, from the environment to the last byte, the same for a
 * CGI program that serves one and a FastCGI program that serves many.
 */
#ifndef WEB_SERVE_H
#define WEB_SERVE_H

#include <stdbool.h>

struct io;
struct protocol;
struct req;
struct service;

/* Serves one request and sends its answer.  False if the request must wait for
 * a slot (slots.h): nothing has been read, and the caller tries again. */
bool	 serve(struct service *, char *const *envp, const struct io *);

/* That of the JSON API. */
extern const struct protocol protocol_api;

/* Serves a row of a batch: a request with body, method and path, and everything
 * else copied from the batch.  Its answer stays in its reply. */
void	 serve_row(struct req *);

#endif
