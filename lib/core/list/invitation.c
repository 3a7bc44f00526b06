#include "core/list/invitation.h"

#include "base/arena.h"
#include "base/base.h"
#include "base/hash.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/access.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "query/attempt.h"
#include "query/audit.h"
#include "query/invitation.h"
#include "query/user.h"

/* In `attempt` an address has a row for each of its mails.  It stays for as
 * long as the mail counts: docket-cleanup removes what is a day old. */
static bool
address_takes(struct ctx *c, const char *key)
{
	struct attempt_get_row a;
	const char *row;
	int i;

	for (i = 0; i < INVITED_ADDRESS; i++) {
		row = arena_printf(c->arena, "invited %s %d",
		    hash_text(c->arena, key), i);
		if (only_attempt_get(q_attempt_get(c->db, row), c->arena, &a) &&
		    a.changed_at > c->now - DAY &&
		    a.changed_at < c->now + INVITED_ADDRESS_KEPT)
			continue;
		q_attempt_put(c->db, row, 1,
		    c->now + INVITED_ADDRESS_KEPT - DAY);
		return true;
	}
	return false;
}

/* May the caller send a mail to that address?  If so, counts it. */
static bool
may_mail(struct ctx *c, const char *key)
{
	struct user u;

	return user_get(c, c->user, &u) && u.verified &&
	    rows_one(q_audit_mailed(c->db, c->user, c->now - DAY), 0) <
	    INVITED_MAILS && address_takes(c, key);
}

/* How many accounts can a user's invitations make now? */
static int64_t
accounts_left(struct ctx *c, const char *user)
{
	struct user_inviter_row u;
	int64_t today, ever;

	if (settings_registration(c->settings) == REGISTRATION_CLOSED ||
	    !only_user_inviter(q_user_inviter(c->db, user, c->now - DAY),
	    c->arena, &u))
		return 0;
	if (u.flags & USER_ADMIN)
		return INVITED_ACCOUNTS;
	if (!u.verified ||
	    ((u.flags & USER_SIGNED_UP) && u.created_at > c->now - DAY))
		return 0;
	today = INVITED_TODAY - u.lately;
	ever = INVITED_EVER - u.ever;
	if (ever < today)
		today = ever;
	return today > 0 ? today : 0;
}

/* A link shows its code; a mail gets another one when it is sent. */
static void
invitation_store(struct ctx *c, struct invitation *i)
{
	const char *code = credential_secret(c->arena);
	unsigned char hash[CREDENTIAL_HASH];

	credential_hash(code, hash);
	q_invitation_add(c->db, i->list_id, i->id, hash, sizeof(hash), i->role,
	    i->accounts, i->email == NULL ? NULL :
	    text_lower_ascii(c->arena, i->email), i->created_at,
	    i->expires_at);
	if (i->email == NULL)
		i->code = code;
	else
		mail_queue_invitation(c, i->email, hash, i->expires_at);
	audit_put(c, c->user, AUDIT_INVITED, "{\"listId\":\"%s\","
	    "\"role\":\"%s\",\"accounts\":%lld%s}", i->list_id, i->role,
	    (long long)i->accounts, i->email == NULL ? "" :
	    ",\"email\":true");
}

enum outcome
invitation_make(struct ctx *c, struct invitation *i, int64_t days)
{
	enum outcome o;
	struct list l;
	int64_t left;

	if ((o = list_owned(c, i->list_id, &l)) != DONE)
		return o;
	left = accounts_left(c, c->user);
	if (i->accounts < 0)
		i->accounts = left > 0 ? 1 : 0;
	if (i->accounts > left)
		return LIMIT_REACHED;
	q_invitation_expire(c->db, i->list_id, c->now);
	if (rows_one(q_invitation_count(c->db, i->list_id, c->now), 0) >=
	    CAP_INVITATIONS)
		return LIMIT_REACHED;
	if (i->email != NULL &&
	    !may_mail(c, text_lower_ascii(c->arena, i->email)))
		return LIMIT_REACHED;
	i->id = id_new(c->arena);
	i->created_at = c->now;
	i->expires_at = c->now + days * DAY;
	invitation_store(c, i);
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
	    r.owner_name, r.role, r.email, r.accounts > 0 &&
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
	if (to.email != NULL)
		q_invitation_remove(c->db, to.list_id, to.id, c->now);
	return member_join(c, to.list_id, c->user, to.role, true, m);
}

enum outcome
invitation_join(struct ctx *c, const struct invited *to, const char *user)
{
	struct member m;

	if (to->email != NULL)
		q_invitation_remove(c->db, to->list_id, to->id, c->now);
	else
		q_invitation_use(c->db, to->list_id, to->id);
	return member_join(c, to->list_id, user, to->role, true, &m);
}
