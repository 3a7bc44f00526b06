#include "core/account/ticket.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/id.h"
#include "base/seal.h"
#include "core/account/factor.h"
#include "core/user/user.h"
#include "query/passkey.h"

#define PURPOSE	"ticket"
#define STATE	16
#define BASE64	sodium_base64_VARIANT_URLSAFE_NO_PADDING

struct ticket {
	int64_t		at;
	unsigned char	user[ID_BYTES];
	unsigned char	state[STATE];
};

/* A hash of what the ticket ends with. */
static void
ticket_state(struct ctx *c, const struct user *u, unsigned char state[STATE])
{
	crypto_generichash_state hash;
	struct passkey_state_row passkeys = { .count = 0 };
	struct factor f;

	factor_get(c, u->id, &f);
	only_passkey_state(q_passkey_state(c->db, u->id), c->arena, &passkeys);
	crypto_generichash_init(&hash, NULL, 0, STATE);
	if (u->password != NULL)
		crypto_generichash_update(&hash,
		    (const unsigned char *)u->password, strlen(u->password));
	crypto_generichash_update(&hash, (const unsigned char *)&f.on,
	    sizeof(f.on));
	/* That of a user who was disabled and enabled again is another. */
	crypto_generichash_update(&hash, (const unsigned char *)&u->stamp,
	    sizeof(u->stamp));
	if (f.sealed != NULL)
		crypto_generichash_update(&hash, (const unsigned char *)
		    &f.since, sizeof(f.since));
	crypto_generichash_update(&hash, (const unsigned char *)&passkeys,
	    sizeof(passkeys));
	crypto_generichash_final(&hash, state, STATE);
}

const char *
ticket_make(struct ctx *c, const struct user *u)
{
	unsigned char sealed[sizeof(struct ticket) + SEAL_EXTRA];
	struct ticket t = { .at = c->now };
	char text[TICKET_TEXT];
	struct seal_keys keys;

	if (!factor_keys(c, &keys))
		return NULL;
	id_parse(u->id, t.user);
	ticket_state(c, u, t.state);
	seal_make(&keys, PURPOSE, "", &t, sizeof(t), sealed);
	sodium_bin2base64(text, sizeof(text), sealed, sizeof(sealed), BASE64);
	return arena_str(c->arena, text);
}

bool
ticket_open(struct ctx *c, const char *text, struct user *u)
{
	unsigned char sealed[sizeof(struct ticket) + SEAL_EXTRA], state[STATE];
	struct seal_keys keys;
	char id[ID_SIZE];
	struct ticket t;
	size_t len;

	if (sodium_base642bin(sealed, sizeof(sealed), text, strlen(text), NULL,
	    &len, NULL, BASE64) != 0 || len != sizeof(sealed) ||
	    !factor_keys(c, &keys) || !seal_open(&keys, PURPOSE, "", sealed,
	    len, (unsigned char *)&t))
		return false;
	if (t.at <= c->now - TICKET_LASTS || t.at > c->now + MINUTE)
		return false;
	id_format(t.user, id);
	if (!user_get(c, id, u) || u->disabled)
		return false;
	ticket_state(c, u, state);
	return sodium_memcmp(state, t.state, STATE) == 0;
}
