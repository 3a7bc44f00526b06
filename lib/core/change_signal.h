/*
 * Tells docket-wait, after a transaction has been committed, which feeds it has
 * changed: one datagram with the ids of their scopes, 16 bytes each; an empty
 * one if there are too many.  It is only a hint: a datagram that is lost, or
 * that nobody receives, is no error, since docket-wait also looks for itself.
 */
#ifndef CORE_CHANGE_SIGNAL_H
#define CORE_CHANGE_SIGNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/id.h"

struct db;
struct settings;

#define CHANGE_SIGNAL_SCOPES	64
/* In the data directory. */
#define CHANGE_SIGNAL_SOCKET	"docket-wait.changes"

struct change_signal {
	int			 fd;		/* -1: tells nobody */
	struct sockaddr_un	 to;
	size_t			 count;
	unsigned char		 scopes[CHANGE_SIGNAL_SCOPES][ID_BYTES];
};

/* Before the sandbox is entered, which forbids new sockets. */
void	 change_signal_open(struct change_signal *, const struct settings *);
/* Sends what each transaction of the connection has noted. */
void	 change_signal_attach(struct change_signal *, struct db *);
/* The present transaction changes the feed of that scope. */
void	 change_signal_note(struct change_signal *, const char *scope);
/* The address of the socket in a data directory; false if it is too long. */
bool	 change_signal_address(const char *data, struct sockaddr_un *);

#endif
