/*
 * Who we are to push services: VAPID, RFC 8292.  One pair of keys for the whole
 * installation, and a signed token (RFC 7519, ES256) for each origin that is
 * pushed to, kept for the run.
 */
#ifndef PUSH_VAPID_H
#define PUSH_VAPID_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct vapid;

/* Seconds that a token is good for; RFC 8292 allows 24 h, some less. */
#define VAPID_TOKEN	(12 * 3600)

/*
 * A new pair: the public key as base64url of the uncompressed point (65 bytes),
 * which is what browsers are given, the private one as base64url of the number
 * (32 bytes, big endian).  Without padding.
 */
void		 vapid_generate(struct arena *, const char **public_key,
		    const char **private_key);

/*
 * Load a pair.  subject is settings.vapid_subject: a mailto: or https: URL, or
 * "" for none, which some services refuse (Apple's does); it stays the
 * caller's.  NULL, with *why in plain words and without the key, where one is
 * not in the form above or the two do not belong together.
 */
struct vapid	*vapid_new(const char *public_key, const char *private_key,
		    const char *subject, const char **why);
void		 vapid_free(struct vapid *);	/* NULL is allowed */

/*
 * The value of the header Authorization for a message to this origin, which is
 * one of out/endpoint.h: "vapid t=TOKEN, k=KEY".  now is a stamp of
 * base/date.h; the token expires VAPID_TOKEN after the moment that it was made
 * at, and is given again for the same origin till an hour before.  Stays until
 * the next call.
 */
const char	*vapid_authorization(struct vapid *, const char *origin,
		    int64_t now);

#endif
