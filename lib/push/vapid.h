/*
 * VAPID (RFC 8292), which identifies this installation to push services: one
 * key pair, and a signed token (RFC 7519, ES256) for each origin, cached for
 * the run.
 */
#ifndef PUSH_VAPID_H
#define PUSH_VAPID_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct vapid;

/* Seconds until a token expires; RFC 8292 allows 24 h, some less. */
#define VAPID_TOKEN	(12 * 3600)

/*
 * A new pair: the public key as base64url of the uncompressed point (65 bytes),
 * which browsers need; the private key as base64url of the number (32 bytes,
 * big endian).  Without padding.
 */
void		 vapid_generate(struct arena *, const char **public_key,
		    const char **private_key);

/*
 * Load a pair.  subject is settings.vapid_subject: a mailto: or https: URL, or
 * "" for none, which some services refuse (Apple's does); the caller keeps it.
 * NULL, with *why in plain words and without the key, if a key is malformed or
 * the two do not match.
 */
struct vapid	*vapid_new(const char *public_key, const char *private_key,
		    const char *subject, const char **why);
void		 vapid_free(struct vapid *);	/* NULL is allowed */

/*
 * The value of the header Authorization for a message to this origin, as in
 * push/endpoint.h: "vapid t=TOKEN, k=KEY".  now is a stamp of base/date.h; the
 * token expires VAPID_TOKEN after it was made, and is reused for the same
 * origin until an hour before that.  Valid until the next call.
 */
const char	*vapid_authorization(struct vapid *, const char *origin,
		    int64_t now);

#endif
