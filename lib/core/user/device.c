#include "core/user/device.h"

#include "base/arena.h"
#include "base/text.h"
#include "core/limits.h"
#include "core/user/credential.h"
#include "query/device.h"
#include "query/user.h"

static const char *
by_cookie(struct ctx *c, const char *email, const char *const *cookies)
{
	unsigned char hash[CREDENTIAL_HASH];
	const char *session = NULL;

	for (; *cookies != NULL && session == NULL; cookies++) {
		credential_hash(*cookies, hash);
		session = rows_one_id(q_device_by_session(c->db, hash,
		    sizeof(hash), email), c->arena);
	}
	return session;
}

void
device_limits(struct ctx *c, const char *email, const char *const *cookies,
    const char *address, struct limit limits[SIGN_IN_LIMITS])
{
	const char *key = text_lower_ascii(c->arena, email);
	const char *session = by_cookie(c, key, cookies);
	bool known = rows_any(q_device_by_address(c->db, key, address,
	    c->now - DEVICE_KNOWN));

	/* Others behind the same address must not keep a session out. */
	limits[0] = (struct limit){ ATTEMPT_ADDRESS,
	    session != NULL ? NULL : address };
	if (session != NULL)
		limits[1] = (struct limit){ ATTEMPT_DEVICE, session };
	else if (known)
		limits[1] = (struct limit){ ATTEMPT_DEVICE,
		    arena_printf(c->arena, "%s %s", key, address) };
	else
		limits[1] = (struct limit){ ATTEMPT_ACCOUNT, key };
}

void
device_signed_in(struct ctx *c, const char *user, const char *address)
{
	q_user_set_signed_in(c->db, user, c->now);
	if (address == NULL)
		return;
	q_signed_in_put(c->db, user, address, c->now);
	q_signed_in_trim(c->db, user, CAP_SIGNED_IN);
}
