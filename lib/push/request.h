/*
 * One push message in transit, in a reusable libcurl handle; and the guard that
 * checks each of its connections.
 */
#ifndef PUSH_REQUEST_H
#define PUSH_REQUEST_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#include "push/encrypt.h"
#include "push/endpoint.h"
#include "push/lanes.h"
#include "push/push.h"

struct arena;
struct vapid;

#define REQUEST_HEADERS 6
#define REQUEST_SAID	200	/* bytes of an answer that are reported */

struct request {
	struct request	*next;		/* of those that are free */
	CURL		*easy;		/* NULL before request_init() */
	CURLU		*url;
	struct arena	*arena;		/* for the one message */
	const struct net_list *push_allow;

	struct push	 push;		/* set by the caller, */
	struct lane	*lane;		/* as is this */

	struct endpoint	 endpoint;
	bool		 named;		/* its host may have any address */
	bool		 refused;	/* the guard refused an address */
	struct curl_slist header[REQUEST_HEADERS];
	struct ece_message message;
	size_t		 answer;	/* bytes of it so far */
	char		 said[REQUEST_SAID + 1];
};

/* fatal() unless true, for calls that fail only without memory. */
void		 curl_must(bool);

/* The file of certificates to trust; NULL: wherever libcurl finds them. */
const char	*request_certificates(void);

/* Makes the handles, once.  The caller keeps push_allow. */
void		 request_init(struct request *,
		    const struct net_list *push_allow);
void		 request_free(struct request *);

/* Clears the state of the previous message. */
void		 request_clear(struct request *);
/*
 * Sets r->easy up to send r->push.  Only messages of the same generation share
 * a connection.  NULL, or why it must not be sent (static).
 */
const char	*request_fill(struct request *, struct ece *, struct vapid *,
		    unsigned int generation);
/* Sets its outcome; returns what that says about the push service. */
enum lane_end	 request_result(struct request *, CURLcode,
		    struct push_result *);

#endif
