#include "core/list/invitation.h"

#include "base/base.h"
#include "base/settings/settings.h"
#include "core/access.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "query/invitation.h"
#include "query/user.h"

/* How many accounts can a user's invitations make now? */
static int64_t
accounts_left(struct ctx *c, const char *user)
{
	struct user_inviter_row u;
	int64_t today, ever;

	if (settings_registration(c->settings) == REGISTRATION_CLOSED ||
	    !only_user_inviter(q_user_inviter(c->db, user, c->now - DAY),
	    c->arena, &u) || !u.verified ||
	    ((u.flags & USER_SIGNED_UP) && u.created_at > c->now - DAY))
		return 0;
	today = INVITED_TODAY - u.lately;
	ever = INVITED_EVER - u.ever;
	if (ever < today)
		today = ever;
	return today > 0 ? today : 0;
}

enum outcome
invitation_make(struct ctx *c, const char *list, const char *role,
    int64_t accounts, int64_t days, struct invitation *i)
{
	unsigned char hash[CREDENTIAL_HASH];
	enum outcome o;
	struct list l;
	int64_t left;

	if ((o = list_owned(c, list, &l)) != DONE)
		return o;
	left = accounts_left(c, c->user);
	if (accounts < 0)
		accounts = left > 0 ? 1 : 0;
	if (accounts > left)
		return LIMIT_REACHED;
	q_invitation_expire(c->db, list, c->now);
	if (rows_one(q_invitation_count(c->db, list, c->now), 0) >=
	    CAP_INVITATIONS)
		return LIMIT_REACHED;
	*i = (struct invitation){ .id = id_new(c->arena), .list_id = list,
	    .role = role, .accounts = accounts, .created_at = c->now, .expires_at = c->now + days * DAY,
	    .code = credential_secret(c->arena) };
	credential_hash(i->code, hash);
	q_invitation_add(c->db, list, i->id, hash, sizeof(hash), role,
	    accounts, i->created_at, i->expires_at);
	return CREATED;
}

enum outcome
invitation_withdraw(struct ctx *c, const char *list, const char *id)
{
	struct list l;
	enum outcome o = list_owned(c, list, &l);

	return o != DONE ? o : q_invitation_remove(c->db, list, id, c->now) == 1 ?
	    DONE : INVITATION_NOT_FOUND;
}

enum outcome
invitation_read(struct ctx *c, const char *code, struct invited *to)
{
	unsigned char hash[CREDENTIAL_HASH];
	struct invitation_find_row r;

	credential_hash(code, hash);
	if (!only_invitation_find(q_invitation_find(c->db, hash, sizeof(hash),
	    c->user, c->now), c->arena, &r))
		return INVITATION_NOT_FOUND;
	*to = (struct invited){ r.id, r.list_id, r.owner_id, r.list_title,
	    r.owner_name, r.role, r.accounts > 0 &&
	    accounts_left(c, r.owner_id) > 0 };
	return DONE;
}

enum outcome
invitation_accept(struct ctx *c, const char *code, struct member *m)
{
	struct invited to;
	struct user u;

	if (invitation_read(c, code, &to) != DONE)
		return INVITATION_NOT_FOUND;
	if (same_id(to.owner_id, c->user) || !user_get(c, c->user, &u) ||
	    !u.verified)
		return NOT_SHAREABLE;
	if (access_has(c, c->user, to.list_id))
		return member_read(c, to.list_id, c->user, m) ? EXISTED :
		    NOT_SHAREABLE;
	if (access_may_join(c, c->user, true) != DONE)
		return LIMIT_REACHED;
	return member_join(c, to.list_id, c->user, to.role, true, m);
}

enum outcome
invitation_join(struct ctx *c, const struct invited *to, const char *user)
{
	struct member m;

	q_invitation_use(c->db, to->list_id, to->id);
	return member_join(c, to->list_id, user, to->role, true, &m);
}
