/*
 * Sends many push messages at once (RFC 8030), by libcurl over HTTP/2 if
 * offered.  A message is encrypted when its request begins, so that memory
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

#include "push/push.h"

struct settings;
struct sender;
struct vapid;

#define PUSH_AT_ONCE	100	/* messages in transit */

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
