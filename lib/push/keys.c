#include "push/keys.h"

#include "base/log.h"
#include "base/settings/settings.h"
#include "core/ctx.h"
#include "push/vapid.h"
#include "query/push.h"
#include "query/vapid.h"

struct vapid *
keys_load(struct ctx *c)
{
	const char *why = "there are no VAPID keys: run `docket-admin vapid`";
	struct state_vapid_row keys;
	struct vapid *v = NULL;

	if (only_state_vapid(q_state_vapid(c->db), c->arena, &keys))
		v = vapid_new(keys.vapid_public, keys.vapid_private,
		    c->settings->vapid_subject, &why);
	if (v == NULL)
		log_error("%s", why);
	return v;
}

const char *
keys_replace(struct ctx *c)
{
	const char *public, *private;

	vapid_generate(c->arena, &public, &private);
	q_state_replace_vapid(c->db, public, private);
	q_subscription_remove_all(c->db);
	return public;
}

const char *
keys_make(struct ctx *c, bool *made)
{
	struct state_vapid_public_row keys;
	const char *private;

	*made = !only_state_vapid_public(q_state_vapid_public(c->db), c->arena,
	    &keys);
	if (*made) {
		vapid_generate(c->arena, &keys.vapid_public, &private);
		q_state_set_vapid(c->db, keys.vapid_public, private);
	}
	return keys.vapid_public;
}
