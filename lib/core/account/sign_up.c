#include "core/account/sign_up.h"

#include "base/settings/settings.h"
#include "base/text.h"
#include "core/list/invitation.h"
#include "core/user/audit.h"
#include "core/user/user.h"
#include "query/user.h"

static enum outcome
invited_by(struct ctx *c, const char *code, const char *email,
    struct invited *to)
{
	if (code == NULL)
		return settings_registration(c->settings) ==
		    REGISTRATION_OPEN ? DONE : NO_REGISTRATION;
	return invitation_read(c, code, to) == DONE && to->account &&
	    (to->email == NULL || text_same_ascii(to->email, email)) ? DONE :
	    NO_REGISTRATION;
}

enum outcome
account_sign_up_allowed(struct ctx *c, const char *invitation,
    const char *email)
{
	struct invited to;

	return invited_by(c, invitation, email, &to);
}

enum outcome
account_sign_up(struct ctx *c, const struct sign_up *s, struct user *u)
{
	struct invited to = { .owner_id = NULL, .email = NULL };
	enum outcome o;

	if ((o = invited_by(c, s->invitation, s->email, &to)) != DONE ||
	    (o = user_add(c, s->email, s->name, s->hash, to.email != NULL,
	    u)) != CREATED)
		return o;
	q_user_set_origin(c->db, u->id, USER_SIGNED_UP, to.owner_id);
	audit_put(c, u->id, AUDIT_ACCOUNT_MADE, "{\"by\":\"%s\"}",
	    s->invitation == NULL ? "sign-up" : "invitation");
	return s->invitation == NULL ? CREATED : invitation_join(c, &to, u->id);
}
