/*
 * A FastCGI connection: one request of the web server, and its answer.  A
 * worker has several: while one is being served, others can wait for clients
 * that send their requests slowly, for a slot (slots.h), or for clients that
 * read their answers slowly.
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
	CONNECTION_COMING,	/* its request is not complete */
	CONNECTION_WAITING,	/* for a slot */
	CONNECTION_SENDING
};

struct connection {
	FCGX_Request	 request;	/* first: the io's argument is both */
	enum connection_state state;
	int64_t		 since;		/* it has been coming */
	bool		 begun;		/* some of it is there */
	struct io	 io;
	struct slots	 slots;
	long long	 got;		/* bytes of the body */
	struct spool	*spool;		/* the answer that is being sent */
	bool		 ended;		/* its last record is the present one */
	int64_t		 at;		/* how much of it is in records */
	char		*record;	/* the present one, */
	size_t		 len, put;	/* its length, and what has been sent */
};

/* Accepts a connection, whose request is coming.  False if there is none. */
bool	 connection_accept(struct connection *, int listener);
/* Reads the request, without the body, if it has come with its body, or with
 * more than is looked at.  Otherwise false; it ends if it is wrong or late. */
bool	 connection_read(struct connection *);
/* Ends one whose request is coming. */
void	 connection_drop(struct connection *);
/* The request has been served: ends the connection, or begins to send its
 * answer. */
void	 connection_served(struct connection *);
/* Sends what the web server takes, and ends the connection after that. */
void	 connection_send(struct connection *);

#endif
