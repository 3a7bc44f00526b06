/*
 * A program that serves requests: its settings, its sandbox and its connection
 * to the database, which outlive a request.
 */
#ifndef WEB_SERVICE_H
#define WEB_SERVICE_H

#include <stdbool.h>

#include "core/change_signal.h"

struct arena;
struct db;
struct route_group;
struct settings;

struct service {
	const struct route_group *const *groups;	/* NULL last */
	const struct settings	*settings;	/* NULL: they are invalid, or
						 * there is no sandbox; logged */
	struct db		*db;		/* opened when first needed */
	struct arena		*lasting;	/* the settings' memory */
	struct arena		*arena;		/* reset after each request */
	bool			 once;		/* serves one request: the
						 * database is closed before
						 * the answer is sent */
	int			 slot;		/* of the connection to a server, or
						 * -1 */
	struct change_signal	 signal;
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
/* Opens the database unless it is open.  False, and logged, if that fails. */
bool	 service_database(struct service *);
/* Is there no connection to a database on a server?  None comes any more. */
bool	 service_lacks_server(const struct service *);
/* service_close() closes the database; service_end() also frees the memory. */
void	 service_close(struct service *);
void	 service_end(struct service *);

#endif
