#include "core/account/account.h"

#include <string.h>

#include "core/ctx.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/list/offer.h"
#include "core/list/transfer.h"
#include "core/notify/mail.h"
#include "core/task/assignment.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "query/access.h"
#include "query/credential.h"
#include "query/invitation.h"
#include "query/leave.h"
#include "query/transfer.h"
#include "query/user.h"

void
account_end_codes(struct ctx *c, const char *user)
{
	q_credential_end_others(c->db, user, "reset", NULL);
	q_credential_end_others(c->db, user, "email", NULL);
	mail_drop(c, user, MAIL_RESET);
	mail_drop(c, user, MAIL_EMAIL);
}

void
account_set_password(struct ctx *c, const char *user, const char *hash,
    const char *keep_session, bool keep_tokens)
{
	q_user_set_password(c->db, user, hash);
	if (!keep_tokens) {
		q_credential_end_others(c->db, user, "token", NULL);
		q_credential_end_others(c->db, user, "feed", NULL);
	}
	user_end_sessions(c, user, keep_session);
	credential_unconfirm(c, user);
	account_end_codes(c, user);
	mail_queue(c, user, keep_tokens ? MAIL_PASSWORD_CHANGED_TOKENS_KEPT :
	    MAIL_PASSWORD_CHANGED);
}

/* Not member_remove(): a user who is recovered from a backup comes back to the
 * lists that they did not leave by themselves. */
static void
end_membership(struct ctx *c, const char *list)
{
	struct access_get_row a = { .member_stamp = 0 };

	only_access_get(q_access_get(c->db, c->user, list), c->arena, &a);
	member_end(c, list, c->user, a.member_stamp);
}

/* Hands the next shared list over and leaves it; how many records that changed,
 * `max` if it is not done. */
static int64_t
hand_over_next(struct ctx *c, int64_t max)
{
	const char *list, *heir;

	if (!transfer_next(c, &list, &heir))
		return 0;
	if (task_unassign(c, list, c->user, max) == max)
		return max;
	transfer_list(c, list, heir);
	end_membership(c, list);
	return 1;
}

/* The same for the next list of others. */
static int64_t
leave_next(struct ctx *c, int64_t max)
{
	const char *list = rows_one_id(q_access_next_member(c->db, c->user),
	    c->arena);

	if (list == NULL)
		return 0;
	if (task_unassign(c, list, c->user, max) == max)
		return max;
	end_membership(c, list);
	return 1;
}

int64_t
account_leave_lists(struct ctx *c, bool hand_over, int64_t max)
{
	int64_t n = hand_over ? hand_over_next(c, max) : 0;

	return n > 0 ? n : leave_next(c, max);
}

static void
delete_lists(struct ctx *c)
{
	struct access_of_user_row *all;
	size_t n, i;

	n = all_access_of_user(q_access_of_user(c->db, c->user), c->arena,
	    &all);
	for (i = 0; i < n; i++)
		list_delete(c, all[i].list_id);
}

void
account_leave(struct ctx *c, bool hand_over)
{
	while (account_leave_lists(c, hand_over, INT64_MAX) > 0)
		continue;
	delete_lists(c);
	q_leave_subscriptions(c->db, c->user);
	q_leave_answers(c->db, c->user);
	q_leave_mail(c->db, c->user);
	q_leave_signed_in(c->db, c->user);
	q_leave_credentials(c->db, c->user);
	q_leave_properties(c->db, c->user);
	q_user_set_deleted(c->db, c->user, c->now);
	audit_put(c, c->user, AUDIT_USER_REMOVED, "{}");
}

void
account_disable(struct ctx *c, const char *user, bool disabled)
{
	struct offers_of_row *all;
	size_t n, i;

	user_disable(c, user, disabled);
	audit_put(c, user, disabled ? AUDIT_DISABLED : AUDIT_ENABLED, "{}");
	if (!disabled)
		return;
	account_end_codes(c, user);
	mail_drop(c, user, MAIL_VERIFY);
	q_invitation_remove_of(c->db, user);
	n = all_offers_of(q_offers_of(c->db, user), c->arena, &all);
	for (i = 0; i < n; i++)
		offer_drop(c, all[i].list_id, NULL);
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
	    q_leave_made(c->db, user, max) == max ||
	    q_leave_imports(c->db, user, max) == max ||
	    q_leave_groups(c->db, user, max) == max)
		return max;
	return 0;
}
