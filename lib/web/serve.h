/*
 * The life of a request, from the environment to the last byte, the same for a
 * CGI program that serves one and a FastCGI program that serves many.
 */
#ifndef WEB_SERVE_H
#define WEB_SERVE_H

#include <stdbool.h>

#include "base/arena.h"
#include "web/request.h"

struct db;
struct settings;

/* What outlives a request. */
struct service {
	const struct route_group *const *groups;	/* ended by NULL */
	const struct settings	*settings;	/* NULL: wrong, and logged */
	struct db		*db;		/* opened when first needed */
	struct arena		*lasting;	/* the settings' memory */
	struct arena		*arena;		/* given back after each */
	bool			 once;		/* closed before the answer ends */
};

/* Settings and log for a program, and fewer rights than it came with (see
 * base/sandbox.h); envp is its own environment, once: for one request. */
void	 service_open(struct service *, const char *program,
	    const struct route_group *const *groups, char *const *envp,
	    bool once);
/* Closes the database; before the end also gives back the memory. */
void	 service_close(struct service *);
void	 service_end(struct service *);

/* Serves one request and sends its answer. */
void	 serve(struct service *, char *const *envp, const struct io *);

/* Serves a row of a batch: a request whose body, method and path are there, and
 * all else that the batch brought.  Its answer stays in it. */
void	 serve_row(struct req *);

/* The drain of a streaming answer: sends the head first, then what is there. */
void	 stream(void *req, struct buf *);

/* The mains. */
int	 cgi_main(const struct route_group *);
/* The same for a program that serves several, by its name. */
int	 cgi_main_of(const char *name, const struct route_group *const *groups);
int	 fcgi_main(const struct route_group *const *groups);
/* Prints the routes: program, method, path, flags, fields; for what is made of
 * them. */
int	 routes_main(const struct route_group *const *groups);

#endif
