#include "core/account/account.h"

#include <string.h>

#include "core/ctx.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/notify/mail.h"
#include "core/user/user.h"
#include "query/credential.h"
#include "query/list.h"
#include "query/user.h"

void
account_set_password(struct ctx *c, const char *user, const char *hash,
    const char *keep_session, bool keep_tokens)
{
	q_user_set_password(c->db, user, hash);
	if (!keep_tokens)
		q_credential_end_others(c->db, user, "token", NULL);
	user_end_sessions(c, user, keep_session);
	q_credential_end_others(c->db, user, "reset", NULL);
	q_credential_end_others(c->db, user, "email", NULL);
	mail_drop(c, user, MAIL_RESET);
	mail_drop(c, user, MAIL_EMAIL);
	mail_queue(c, user, keep_tokens ? MAIL_PASSWORD_CHANGED_TOKENS_KEPT :
	    MAIL_PASSWORD_CHANGED);
}

/* Deletes the lists that the caller owns, and ends their memberships. */
static void
leave_lists(struct ctx *c)
{
	struct access_of_user_row *all;
	size_t n, i;

	n = all_access_of_user(q_access_of_user(c->db, c->user), c->arena,
	    &all);
	for (i = 0; i < n; i++)
		if (strcmp(all[i].role, "owner") == 0)
			list_delete(c, all[i].list_id);
		else
			member_end(c, all[i].list_id, c->user,
			    all[i].member_stamp);
}

void
account_leave(struct ctx *c)
{
	leave_lists(c);
	q_leave_subscriptions(c->db, c->user);
	q_leave_answers(c->db, c->user);
	q_leave_mail(c->db, c->user);
	q_leave_signed_in(c->db, c->user);
	q_leave_credentials(c->db, c->user);
	q_user_set_deleted(c->db, c->user, c->now);
}

int64_t
account_forget(struct ctx *c, const char *user, int64_t max)
{
	q_leave_task_tags(c->db, user, max);
	q_leave_tag_sets(c->db, user, max);
	q_leave_my_day(c->db, user, max);
	if (q_leave_feed(c->db, user, max) == max ||
	    q_leave_tags(c->db, user, max) == max ||
	    q_leave_settings(c->db, user, max) == max ||
	    q_leave_groups(c->db, user, max) == max)
		return max;
	return 0;
}
