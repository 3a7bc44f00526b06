/*
 * The life of a request, from the environment to the last byte, the same for a
 * CGI program that serves one and a FastCGI program that serves many.
 */
#ifndef WEB_SERVE_H
#define WEB_SERVE_H

#include <stdbool.h>

#include "core/wake.h"

struct arena;
struct db;
struct io;
struct req;
struct route_group;
struct settings;

/* State that outlives a request. */
struct service {
	const struct route_group *const *groups;	/* NULL last */
	const struct settings	*settings;	/* NULL: invalid, and logged */
	struct db		*db;		/* opened when first needed */
	struct arena		*lasting;	/* the settings' memory */
	struct arena		*arena;		/* reset after each request */
	bool			 once;		/* close it before the answer
						 * ends */
	struct wake		 wake;
};

/* Opens settings and log of a program, and enters the sandbox (base/sandbox.h);
 * envp is its own environment; once: it serves one request. */
void	 service_open(struct service *, const char *program,
	    const struct route_group *const *groups, char *const *envp,
	    bool once);
/* A service within a program that has read its settings, opened its database
 * and entered the sandbox itself. */
void	 service_within(struct service *, const struct route_group *const *groups,
	    const struct settings *, struct db *);
/* service_close() closes the database; service_end() also frees the memory. */
void	 service_close(struct service *);
void	 service_end(struct service *);

/* Serves one request and sends its answer. */
void	 serve(struct service *, char *const *envp, const struct io *);

/* Serves a row of a batch: a request with body, method and path, and everything
 * else copied from the batch.  The answer stays in it. */
void	 serve_row(struct req *);

#endif
