/*
 * What a browser that was sent to the provider brings back: a sealed value
 * (base/seal.h) in a cookie, not a row, so that whoever asks for many fills no
 * disk. It is good for OIDC_LASTS and once.
 */
#ifndef OIDC_STATE_H
#define OIDC_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"
#include "base/id.h"

struct ctx;

#define OIDC_LASTS	(10 * MINUTE)
#define OIDC_TEXT	44		/* of a random value, with a NUL */

enum oidc_purpose {
	OIDC_SIGN_IN,
	OIDC_ADD,		/* an identity, to the session's user */
	OIDC_CONFIRM		/* the session */
};

struct oidc_state {
	int64_t		 at;
	int64_t		 purpose;
	char		 state[OIDC_TEXT];
	char		 nonce[OIDC_TEXT];
	char		 verifier[OIDC_TEXT];	/* RFC 7636 */
	char		 session[ID_SIZE];	/* that asked; "": nobody's */
};

/* The challenge of a verifier: S256. */
void		 state_challenge(const char *verifier,
		    char challenge[OIDC_TEXT]);
/* A new one, for the caller's session; the cookie's value, NULL, with a line in
 * the log, without a key to seal it. */
const char	*state_make(struct ctx *, enum oidc_purpose,
		    struct oidc_state *);
/* Finds, among the values of cookies, the one with that state.  False: there is
 * none, or it is too old. */
bool		 state_open(struct ctx *, const char *const *cookies,
		    const char *state, struct oidc_state *);

/* What the provider needs when its user signs out, sealed for the session. */
void		 state_keep_sign_out(struct ctx *, const char *user,
		    const char *session, const char *end_session,
		    const char *id_token);
/* The address where the caller's session signs out; NULL: it has none.  to:
 * where the provider sends the browser back. */
const char	*state_sign_out_url(struct ctx *, const char *to);

#endif
