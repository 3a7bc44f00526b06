/*
 * Tells docket-wait, after a transaction has been committed, which feeds it has
 * changed: one datagram with the ids of their scopes, 16 bytes each; an empty
 * one if there are too many.  It is only a hint: a datagram that is lost, or
 * that nobody receives, is no error, since docket-wait also looks for itself.
 */
#ifndef CORE_WAKE_H
#define CORE_WAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/id.h"

struct db;
struct settings;

#define WAKE_SCOPES	64
#define WAKE_SOCKET	"docket-wait.changes"	/* in the data directory */

struct wake {
	int			 fd;		/* -1: tells nobody */
	struct sockaddr_un	 to;
	size_t			 count;
	unsigned char		 scopes[WAKE_SCOPES][ID_BYTES];
};

/* Before the sandbox is entered, which forbids new sockets. */
void	 wake_open(struct wake *, const struct settings *);
/* Sends what each transaction of the connection has noted. */
void	 wake_attach(struct wake *, struct db *);
/* The present transaction changes the feed of that scope. */
void	 wake_note(struct wake *, const char *scope);
/* The address of the socket in a data directory; false if it is too long. */
bool	 wake_address(const char *data, struct sockaddr_un *);

#endif
