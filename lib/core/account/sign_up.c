#include "core/account/sign_up.h"

#include "base/settings/settings.h"
#include "core/list/invitation.h"
#include "core/user/audit.h"
#include "core/user/user.h"
#include "query/user.h"

static enum outcome
invited_by(struct ctx *c, const char *code, struct invited *to)
{
	if (code == NULL)
		return settings_registration(c->settings) ==
		    REGISTRATION_OPEN ? DONE : NO_REGISTRATION;
	return invitation_read(c, code, to) == DONE && to->account ? DONE :
	    NO_REGISTRATION;
}

enum outcome
account_sign_up_allowed(struct ctx *c, const char *invitation)
{
	struct invited to;

	return invited_by(c, invitation, &to);
}

enum outcome
account_sign_up(struct ctx *c, const struct sign_up *s, struct user *u)
{
	struct invited to = { .owner_id = NULL };
	enum outcome o;

	if ((o = invited_by(c, s->invitation, &to)) != DONE ||
	    (o = user_add(c, s->email, s->name, s->hash, false, u)) != CREATED)
		return o;
	q_user_set_origin(c->db, u->id, USER_SIGNED_UP, to.owner_id);
	audit_put(c, u->id, AUDIT_ACCOUNT_MADE, "{\"by\":\"%s\"}",
	    s->invitation == NULL ? "sign-up" : "invitation");
	return s->invitation == NULL ? CREATED : invitation_join(c, &to, u->id);
}
