#include "push/keys.h"

#include "base/log.h"
#include "base/settings/settings.h"
#include "core/ctx.h"
#include "push/vapid.h"
#include "query.h"

struct vapid *
keys_load(struct ctx *c)
{
	const char *why = "there are no VAPID keys: run `docket-admin vapid`";
	struct rows *r = q_state_vapid(c->db);
	struct vapid *v = NULL;

	if (rows_next(r)) {
		v = vapid_new(rows_text(r, c->arena, 0),
		    rows_text(r, c->arena, 1), c->settings->vapid_subject,
		    &why);
		rows_end(r);
	}
	if (v == NULL)
		log_error("%s", why);
	return v;
}
