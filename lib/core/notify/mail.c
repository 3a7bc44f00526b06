#include "core/notify/mail.h"

#include <string.h>

#include "base/base.h"
#include "base/settings/settings.h"
#include "core/notify/lease.h"
#include "core/user/credential.h"
#include "query/invitation.h"
#include "query/mail.h"

#define LONGEST_WAIT	60	/* minutes */

static const struct {
	const char	*name;
	const char	*credential;	/* the kind of its code; NULL: none */
	int64_t		 lasts;		/* how long the code is good for */
} kinds[MAIL__MAX] = {
	[MAIL_VERIFY] = { "verify", "verify", 48 * HOUR },
	[MAIL_RESET] = { "reset", "reset", HOUR },
	[MAIL_INVITE] = { "invite", "reset", MAIL_INVITE_LASTS },
	[MAIL_EMAIL] = { "email", "email", 24 * HOUR },
	[MAIL_EMAIL_ASKED] = { "email-asked", NULL, 0 },
	[MAIL_EMAIL_TRIED] = { "email-tried", NULL, 0 },
	[MAIL_PASSWORD_CHANGED] = { "password-changed", NULL, 0 },
	[MAIL_PASSWORD_CHANGED_TOKENS_KEPT] = {
	    "password-changed-tokens-kept", NULL, 0 },
	[MAIL_TOTP_ON] = { "totp-on", NULL, 0 },
	[MAIL_TOTP_OFF] = { "totp-off", NULL, 0 },
	[MAIL_TOTP_REMOVED] = { "totp-removed", NULL, 0 },
	[MAIL_RECOVERY_CODE_USED] = { "recovery-code-used", NULL, 0 },
	[MAIL_CODES_REFUSED] = { "codes-refused", NULL, 0 },
	[MAIL_IDENTITY_ADDED] = { "identity-added", NULL, 0 },
	[MAIL_IDENTITY_REMOVED] = { "identity-removed", NULL, 0 },
	[MAIL_PASSKEY_ADDED] = { "passkey-added", NULL, 0 },
	[MAIL_PASSKEY_REMOVED] = { "passkey-removed", NULL, 0 },
	[MAIL_INVITATION] = { "invitation", NULL, 0 },
};

/* When a mail of that kind is of no use any more. */
static int64_t
over_at(const struct ctx *c, enum mail_kind kind)
{
	return kinds[kind].credential == NULL ? INT64_MAX :
	    c->now + kinds[kind].lasts;
}

const char *
mail_kind_name(enum mail_kind kind)
{
	return kinds[kind].name;
}

void
mail_queue_to(struct ctx *c, const char *user, enum mail_kind kind,
    const char *email)
{
	if (c->settings->smtp_url[0] == '\0')
		return;
	mail_drop(c, user, kind);
	rows_one(q_mail_add(c->db, user, kinds[kind].name, email, c->now,
	    over_at(c, kind)), 0);
}

void
mail_queue(struct ctx *c, const char *user, enum mail_kind kind)
{
	mail_queue_to(c, user, kind, NULL);
}

void
mail_queue_nobody(struct ctx *c, enum mail_kind kind)
{
	if (c->settings->smtp_url[0] != '\0')
		q_mail_take_back(c->db, rows_one(q_mail_add_nobody(c->db,
		    kinds[kind].name, c->now, over_at(c, kind)), 0));
}

void
mail_queue_invitation(struct ctx *c, const char *email,
    const unsigned char *hash, int64_t over_at)
{
	q_mail_add_invitation(c->db, c->user, email, hash, CREDENTIAL_HASH,
	    c->now, over_at);
}

/* The invitation gets a new code, which nobody but the recipient learns. */
static const char *
new_invitation_code(struct ctx *c, const struct mail *m)
{
	const char *code = credential_secret(c->arena);
	unsigned char hash[CREDENTIAL_HASH];

	credential_hash(code, hash);
	q_invitation_set_hash(c->db, m->code_hash, m->code_hash_len, hash,
	    sizeof(hash));
	q_mail_set_hash(c->db, m->id, hash, sizeof(hash));
	return code;
}

void
mail_drop(struct ctx *c, const char *user, enum mail_kind kind)
{
	q_mail_remove(c->db, user, kinds[kind].name);
}

const char *
mail_code(struct ctx *c, const char *user, enum mail_kind kind,
    const char *email)
{
	struct credential k = { .name = email };

	credential_make(c, user, kinds[kind].credential, kinds[kind].lasts,
	    &k);
	return k.secret;
}

static enum mail_kind
kind_of(const char *name)
{
	int kind;

	for (kind = 0; kind < MAIL__MAX - 1; kind++)
		if (strcmp(kinds[kind].name, name) == 0)
			break;
	return (enum mail_kind)kind;
}

/* The two letters of a value of the setting `language`, which can be any
 * JSON. */
static const char *
language_of(struct arena *a, const char *value)
{
	return value != NULL && strlen(value) == 4 && value[0] == '"' &&
	    value[3] == '"' ? arena_printf(a, "%.2s", value + 1) : NULL;
}

bool
mail_next(struct ctx *c, struct rows *r, struct mail *m)
{
	struct mail_due_row due;

	if (!next_mail_due(r, c->arena, &due))
		return false;
	*m = (struct mail){ .id = due.id, .user = due.user_id,
	    .kind = kind_of(due.kind), .email = due.email,
	    .language = language_of(c->arena, due.language),
	    .sender = due.sender, .list_title = due.list_title,
	    .over_at = due.over_at, .created_at = due.created_at,
	    .tries = (int)due.tries, .wanted = due.wanted,
	    .code_hash = due.code_hash, .code_hash_len = due.code_hash_len };
	return true;
}

struct rows *
mail_due(struct ctx *c, int64_t max)
{
	struct lease by = lease_begin(c, MAIL_LEASE);

	return q_mail_due(c->db, c->now, by.over, by.most, max);
}

void
mail_recall(struct ctx *c)
{
	q_mail_recall(c->db, c->now, c->now + LONGEST_WAIT * MINUTE);
}

bool
mail_claim(struct ctx *c, struct mail *m)
{
	struct lease by = lease_begin(c, MAIL_LEASE);
	struct rows *r = q_mail_due(c->db, c->now, by.over, by.most, 1);

	if (!mail_next(c, r, m))
		return false;
	rows_end(r);
	m->tries++;
	if (!m->wanted) {
		mail_done(c, m);
		return true;
	}
	if (m->kind == MAIL_INVITATION)
		m->code = new_invitation_code(c, m);
	else if (kinds[m->kind].credential != NULL)
		m->code = mail_code(c, m->user, m->kind, m->email);
	q_mail_lease(c->db, m->id, c->now + MAIL_LEASE, by.most);
	return true;
}

void
mail_done(struct ctx *c, const struct mail *m)
{
	q_mail_end(c->db, m->id, m->created_at);
}

int
mail_later(struct ctx *c, const struct mail *m)
{
	int wait = m->tries > 6 ? LONGEST_WAIT : 1 << (m->tries - 1);

	if (c->now - m->created_at >= MAIL_GIVEN_UP) {
		mail_done(c, m);
		return 0;
	}
	q_mail_later(c->db, m->id, m->created_at, c->now + wait * MINUTE);
	return wait;
}
