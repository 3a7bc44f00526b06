/*
 * One push message on its way, in a libcurl handle that is used again for the
 * next; and the guard, which every connection of it passes.
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
#define TRANSFER_SAID	200	/* bytes of an answer that are told */

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
	bool		 refused;	/* an address was, by the guard */
	struct curl_slist header[TRANSFER_HEADERS];
	struct ece_message message;
	size_t		 answer;	/* bytes of it till now */
	char		 said[TRANSFER_SAID + 1];
};

/* fatal() unless true: what libcurl refuses only for want of memory. */
void		 curl_must(bool);

/* Makes the handles, once.  push_allow stays the caller's. */
void		 transfer_prepare(struct transfer *,
		    const struct net_list *push_allow);
void		 transfer_free(struct transfer *);

/* Clears what the message before has left. */
void		 transfer_clear(struct transfer *);
/*
 * Makes t->easy ready to send t->push.  A connection is shared only by messages
 * of the same generation.  NULL, or why it is not to be sent, static.
 */
const char	*transfer_ready(struct transfer *, struct ece *, struct vapid *,
		    unsigned int generation);
/* What became of it, and what that says of the push service. */
enum lane_end	 transfer_result(struct transfer *, CURLcode,
		    struct push_result *);

#endif
