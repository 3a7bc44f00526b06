#include "core/notify/mail.h"

#include <string.h>

#include "base/settings/settings.h"
#include "core/user/credential.h"
#include "query.h"

#define MINUTE		(60 * INT64_C(1000000))
#define LONGEST_WAIT	60	/* minutes */

static const struct {
	const char	*name;
	const char	*credential;	/* the kind of its secret; NULL: none */
} kinds[MAIL__MAX] = {
	[MAIL_VERIFY] = { "verify", "verify" },
	[MAIL_RESET] = { "reset", "reset" },
	[MAIL_PASSWORD_CHANGED] = { "password-changed", NULL },
};

const char *
mail_kind_name(enum mail_kind kind)
{
	return kinds[kind].name;
}

static const char *
add(struct ctx *c, const char *user, enum mail_kind kind)
{
	struct credential k = { .secret = NULL };

	if (kinds[kind].credential != NULL)
		credential_make(c, user, kinds[kind].credential, NULL, false,
		    &k);
	q_mail_add(c->db, user, kinds[kind].name, k.secret, c->now);
	return k.secret;
}

void
mail_queue(struct ctx *c, const char *user, enum mail_kind kind)
{
	if (c->settings->smtp_url[0] == '\0')
		return;
	q_mail_remove(c->db, user, kinds[kind].name);
	add(c, user, kind);
}

void
mail_queue_nobody(struct ctx *c, enum mail_kind kind)
{
	const char *secret, *user = NULL;
	struct rows *r;

	if (c->settings->smtp_url[0] == '\0')
		return;
	r = q_user_any(c->db);
	while (rows_next(r))
		user = rows_id(r, c->arena, 0);
	if (user == NULL)
		return;
	secret = add(c, user, kind);
	q_mail_take_back(c->db, user, kinds[kind].name, secret);
	credential_take(c, kinds[kind].credential, secret);
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

static bool
secret_over(struct ctx *c, const struct mail *m)
{
	return kinds[m->kind].credential != NULL && (m->secret == NULL ||
	    credential_peek(c, kinds[m->kind].credential, m->secret) == NULL);
}

void
mail_of_row(struct ctx *c, struct rows *r, struct mail *m)
{
	*m = (struct mail){
	    .id = rows_int(r, 0),
	    .user = rows_id(r, c->arena, 1),
	    .kind = kind_of(rows_text(r, c->arena, 2)),
	    .secret = rows_text(r, c->arena, 3),
	    .email = rows_text(r, c->arena, 4),
	    .created_at = rows_int(r, 5),
	    .tries = (int)rows_int(r, 6) };
	m->state = rows_int(r, 7) == 0 ? MAIL_NEEDLESS :
	    secret_over(c, m) ? MAIL_OVER : MAIL_WANTED;
}

bool
mail_claim(struct ctx *c, struct mail *m)
{
	struct rows *r = q_mail_due(c->db, c->now, 1);

	if (!rows_next(r))
		return false;
	mail_of_row(c, r, m);
	rows_end(r);
	m->tries++;
	if (m->state == MAIL_WANTED)
		q_mail_lease(c->db, m->id, c->now + MAIL_LEASE);
	else
		mail_done(c, m);
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
