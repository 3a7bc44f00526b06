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
#include "push/sender.h"

struct arena;
struct vapid;

#define TRANSFER_HEADERS 6
#define TRANSFER_SAID	200	/* bytes of an answer that are reported */

struct transfer {
	struct transfer	*next;		/* of those that are free */
	CURL		*easy;		/* NULL before transfer_prepare() */
	CURLU		*url;
	struct arena	*arena;		/* for the one message */
	const struct net_list *push_allow;

	struct push	 push;		/* set by the caller, */
	struct lane	*lane;		/* as is this */

	struct endpoint	 endpoint;
	bool		 named;		/* its host may have any address */
	bool		 refused;	/* the guard refused an address */
	struct curl_slist header[TRANSFER_HEADERS];
	struct ece_message message;
	size_t		 answer;	/* bytes of it so far */
	char		 said[TRANSFER_SAID + 1];
};

/* fatal() unless true, for calls that fail only without memory. */
void		 curl_must(bool);

/* Makes the handles, once.  The caller keeps push_allow. */
void		 transfer_prepare(struct transfer *,
		    const struct net_list *push_allow);
void		 transfer_free(struct transfer *);

/* Clears the state of the previous message. */
void		 transfer_clear(struct transfer *);
/*
 * Prepares t->easy to send t->push.  Only messages of the same generation share
 * a connection.  NULL, or why it must not be sent (static).
 */
const char	*transfer_ready(struct transfer *, struct ece *, struct vapid *,
		    unsigned int generation);
/* Sets its outcome; returns what that says about the push service. */
enum lane_end	 transfer_result(struct transfer *, CURLcode,
		    struct push_result *);

#endif
