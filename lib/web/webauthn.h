/*
 * What a browser answers about a passkey, and the checks of the relying party
 * (Web Authentication level 3, sections 7.1 and 7.2), as far as neither the
 * challenge nor the stored passkey is needed.
 *
 * The browser gives the key and the authenticator data as bytes beside the
 * attestation object (section 5.2.1), which is not read: there is no CBOR, and
 * with attestation "none" it would prove nothing more.  Whoever names a key
 * that is not the authenticator's harms themselves alone: they cannot sign in.
 */
#ifndef WEB_WEBAUTHN_H
#define WEB_WEBAUTHN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "web/signature.h"

struct arena;

#define WEBAUTHN_ID_MAX	1023	/* bytes of a credential's id (section 4) */

/* Where passkeys are made and used. */
struct webauthn_site {
	const char	*origin;	/* scheme://host[:port] */
	const char	*rp_id;		/* the host */
};

/* The site of a base-url; lower case, without the scheme's own port. */
struct webauthn_site	 webauthn_site(struct arena *, const char *base_url);

/* A RegistrationResponseJSON or AuthenticationResponseJSON (section 5.1). */
struct webauthn_answer {
	struct bytes	 id;
	struct bytes	 client_data;
	struct bytes	 authenticator_data;
	struct bytes	 key;		/* of a new one */
	int64_t		 algorithm;
	struct bytes	 signature;	/* of one that is used */
	struct bytes	 user_handle;
};

/*
 * These return NULL, or what is wrong, for the log.  `create`: the passkey is
 * new; false: it is used.
 */

/* Reads the JSON text. */
const char	*webauthn_read(struct arena *, const char *json, bool create,
		    struct webauthn_answer *);
/* Checks the client data: type, origin, not from within another site's page.
 * Gives the challenge as text. */
const char	*webauthn_check_client(struct arena *,
		    const struct webauthn_site *,
		    const struct webauthn_answer *, bool create,
		    const char **challenge);
/* Checks the authenticator data: site, presence and verification of the user,
 * the id of a new passkey.  Gives the counter. */
const char	*webauthn_check_authenticator(const struct webauthn_site *,
		    const struct webauthn_answer *, bool create,
		    uint32_t *counter);
/* Is the key of a new passkey one? */
const char	*webauthn_check_key(const struct webauthn_answer *);
/* Has the passkey with that key signed? */
const char	*webauthn_check_signature(struct arena *,
		    const struct webauthn_answer *, int64_t algorithm,
		    struct bytes key);

#endif
