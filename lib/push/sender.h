/*
 * Sends many push messages at once (RFC 8030), by libcurl over HTTP/2 where it
 * is offered.  A message is encrypted when its transfer begins, not before, so
 * that memory does not grow with what waits; one endpoint that does not answer
 * delays no other.
 *
 * The guard: nothing but https on port 443 of global addresses
 * (net_is_global()) is ever connected to, whatever an endpoint's name resolves
 * to at that moment, save what settings.push_allow names: a host there is
 * allowed whatever its address is, a network by address, both for their port
 * or for any; plain http is for hosts and addresses of push_allow alone.  No
 * redirect is followed; proxies, cookies and .netrc are not for this.
 *
 * The messages for one origin share connections and take turns with those for
 * others (out/lanes.h).  SIGPIPE is ignored from sender_new() on.
 *
 * The certificates trusted are the system's, or the file that CURL_CA_BUNDLE
 * or SSL_CERT_FILE names, as for curl(1).
 */
#ifndef PUSH_SENDER_H
#define PUSH_SENDER_H

#include <stddef.h>
#include <stdint.h>

struct settings;
struct sender;
struct vapid;

#define PUSH_AT_ONCE	100	/* transfers under way */
#define PUSH_CONNECT	5	/* seconds for a connection to come about */
#define PUSH_TIME	15	/* seconds for the whole of a message */
#define PUSH_ANSWER_MAX	16384	/* bytes of answer that are read */
#define PUSH_RETRY_MAX	(24 * 3600)	/* seconds, whatever Retry-After says */

/* RFC 8030 section 5.3. */
enum push_urgency {
	PUSH_NORMAL,
	PUSH_VERY_LOW,
	PUSH_LOW,
	PUSH_HIGH,
	PUSH_URGENCY__MAX
};

struct push {
	void		*tag;		/* the caller's; comes back */
	const char	*endpoint;
	const char	*p256dh;	/* as ece_encrypt() has them */
	const char	*auth;
	const void	*payload;
	size_t		 len;		/* at most ECE_PLAIN_MAX */
	int64_t		 ttl;		/* seconds */
	enum push_urgency urgency;
	const char	*topic;		/* RFC 8030 section 5.4; NULL: none */
};

enum push_outcome {
	PUSH_SENT,		/* 201, or another 2xx */
	PUSH_GONE,		/* 404, 410: there is no such subscription */
	PUSH_LATER,		/* 429, 5xx, not reached, not in time */
	PUSH_REFUSED,		/* another 3xx or 4xx; keys that do not fit; an
				 * endpoint that is not allowed: never again */
	PUSH_OUR_FAULT,		/* 401, 403: our VAPID; or our certificates */
	PUSH_OUTCOME__MAX
};

struct push_result {
	void		*tag;
	enum push_outcome outcome;
	int		 status;	/* of HTTP; 0: no answer */
	int64_t		 retry_after;	/* seconds, at most PUSH_RETRY_MAX; 0:
					 * the answer does not say */
	const char	*why;		/* plain words for an administrator, no
					 * full stop; static */
	const char	*said;		/* how the answer's body begins, in one
					 * line of printable ASCII; "" if there
					 * is none; gone after the callback */
};

/* settings and vapid are the caller's and stay as long.  Never NULL. */
struct sender	*sender_new(const struct settings *, struct vapid *);
/* What is under way is dropped without a result.  NULL is allowed. */
void		 sender_free(struct sender *);

/*
 * Queue a message.  The struct is copied; what it points to must stay until its
 * result has been given.  Who has a lease on messages queues no more than end
 * within it: PUSH_AT_ONCE may take PUSH_TIME.
 */
void		 sender_add(struct sender *, const struct push *);

/*
 * Go on sending until at least one message is done, or for so many milliseconds
 * (-1: however long it takes), and give the results of all that are.  Returns
 * how many messages are not done yet, waiting ones included: 0 where nothing is
 * left.  The callback may call sender_add().
 */
size_t		 sender_run(struct sender *, int wait,
		    void (*done)(void *arg, const struct push_result *),
		    void *arg);

#endif
