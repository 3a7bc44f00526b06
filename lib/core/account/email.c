#include "core/account/email.h"

#include "base/text.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "query/credential.h"
#include "query/user.h"

static bool
is_anothers(struct ctx *c, const char *user, const char *email,
    struct user *other)
{
	return user_by_email(c, email, other) && !same_id(other->id, user);
}

void
email_ask(struct ctx *c, const char *email)
{
	struct user other;

	q_credential_end_others(c->db, c->user, "email", NULL);
	mail_drop(c, c->user, MAIL_EMAIL);
	/* First, so that it is sent first. */
	mail_queue(c, c->user, MAIL_EMAIL_ASKED);
	if (is_anothers(c, c->user, email, &other))
		mail_queue(c, other.id, MAIL_EMAIL_TRIED);
	else
		mail_queue_to(c, c->user, MAIL_EMAIL, email);
}

enum outcome
email_confirm(struct ctx *c, const char *code)
{
	const char *email, *user = credential_take(c, "verify", code, &email);

	if (user == NULL) {
		user = credential_take(c, "email", code, &email);
		if (user == NULL)
			return RESET_NOT_FOUND;
		if (email_set(c, user, email) == EMAIL_TAKEN)
			return EMAIL_TAKEN;
	}
	user_set_verified(c, user, true);
	return DONE;
}

enum outcome
email_set(struct ctx *c, const char *user, const char *email)
{
	static const char *const kinds[] = { "reset", "verify", "email" };
	struct user other;
	size_t i;

	if (is_anothers(c, user, email, &other))
		return EMAIL_TAKEN;
	q_user_set_email(c->db, user, email,
	    text_lower_ascii(c->arena, email));
	user_changed(c, user);
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		q_credential_end_others(c->db, user, kinds[i], NULL);
	mail_drop(c, user, MAIL_EMAIL);
	audit_put(c, user, AUDIT_EMAIL_CHANGED, "{}");
	return DONE;
}
