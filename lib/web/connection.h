/*
 * A FastCGI connection: one request of the web server, and its answer.  A
 * worker has several: while one is being served, others can wait for a slot
 * (slots.h), or for clients that read their answers slowly.
 */
#ifndef WEB_CONNECTION_H
#define WEB_CONNECTION_H

#include <fcgiapp.h>
#include <stdbool.h>
#include <stdint.h>

#include "web/request.h"
#include "web/slots.h"

enum connection_state {
	CONNECTION_FREE,
	CONNECTION_WAITING,	/* for a slot */
	CONNECTION_SENDING
};

struct connection {
	FCGX_Request	 request;	/* first: the io's argument is both */
	enum connection_state state;
	struct io	 io;
	struct slots	 slots;
	long long	 got;		/* bytes of the body */
	struct spool	*spool;		/* the answer that is being sent */
	bool		 ended;		/* its last record is the present one */
	int64_t		 at;		/* how much of it is in records */
	char		*record;	/* the present one, */
	size_t		 len, put;	/* its length, and what has been sent */
};

/* Accepts a connection and reads its request, without the body.  False if there
 * is none. */
bool	 connection_accept(struct connection *, int listener);
/* The request has been served: ends the connection, or begins to send its
 * answer. */
void	 connection_served(struct connection *);
/* Sends what the web server takes, and ends the connection after that. */
void	 connection_send(struct connection *);

#endif
