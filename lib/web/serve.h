/*
 * The life of a request, from the environment to the last byte, the same for a
 * CGI program that serves one and a FastCGI program that serves many.
 */
#ifndef WEB_SERVE_H
#define WEB_SERVE_H

#include <stdbool.h>

#include "base/arena.h"
#include "core/wake.h"
#include "web/request.h"

struct db;
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

/* The drain of a streaming answer: sends the head first, then the buffer. */
void	 stream(void *req, struct buf *);

/* The main functions of the programs. */
int	 cgi_main(const struct route_group *);
/* The same for a program that serves several groups. */
int	 cgi_main_of(const char *name, const struct route_group *const *groups);
/* `restarted`: a parent starts another when it ends. */
int	 fcgi_main(const struct route_group *const *groups, bool restarted);
/* Prints the routes: program, method, path, flags, fields; for generated files
 * and tests. */
int	 routes_main(const struct route_group *const *groups);

#endif
