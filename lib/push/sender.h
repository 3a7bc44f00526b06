/*
 * Sends many push messages at once (RFC 8030), by libcurl over HTTP/2 if
 * offered.  A message is encrypted when its transfer begins, so that memory
 * does not grow with the queue; an endpoint that does not answer delays no
 * other.
 *
 * The guard: connections go only to https on port 443 of global addresses
 * (net_is_global()), whatever an endpoint's name resolves to, and to what
 * settings.push_allow names: a host with any address, or a network, on its port
 * or any.  Plain http is allowed only for these.  No redirect is followed;
 * proxies, cookies and .netrc are not used.
 *
 * The messages for one origin share connections and take turns with those for
 * others (push/lanes.h).  sender_new() ignores SIGPIPE.
 *
 * The certificates trusted are the system's, or the file that CURL_CA_BUNDLE or
 * SSL_CERT_FILE names, as for curl(1).
 */
#ifndef PUSH_SENDER_H
#define PUSH_SENDER_H

#include <stddef.h>
#include <stdint.h>

struct settings;
struct sender;
struct vapid;

#define PUSH_AT_ONCE	100	/* transfers at once */
#define PUSH_CONNECT	5	/* seconds to connect */
#define PUSH_TIME	15	/* seconds for a whole message */
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
	void		*tag;		/* the caller's; returned in the
					 * result */
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
	PUSH_REFUSED,		/* another 3xx or 4xx; invalid keys; an endpoint
				 * that is not allowed: do not retry */
	PUSH_OUR_FAULT,		/* 401, 403: VAPID; or certificates */
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
	const char	*said;		/* the beginning of the answer's body,
					 * one line of printable ASCII; "":
					 * none; valid during the callback */
};

/* The caller keeps settings and vapid, which must outlive it.  Never NULL. */
struct sender	*sender_new(const struct settings *, struct vapid *);
/* Messages in transit are dropped without a result.  NULL is allowed. */
void		 sender_free(struct sender *);

/*
 * Queue a message.  The struct is copied; what it points to must stay until its
 * result has been given.  Queue no more messages than can end within their
 * lease: PUSH_AT_ONCE may take PUSH_TIME.
 */
void		 sender_add(struct sender *, const struct push *);

/*
 * Sends until at least one message is done, or for `wait` milliseconds (-1: no
 * limit), and passes on the results.  Returns how many messages are not done
 * yet, including waiting ones.  The callback may call sender_add().
 */
size_t		 sender_run(struct sender *, int wait,
		    void (*done)(void *arg, const struct push_result *),
		    void *arg);

#endif
