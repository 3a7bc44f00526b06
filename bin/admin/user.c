/*
 * docket-admin user: accounts.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/email.h"
#include "base/log.h"
#include "base/text.h"
#include "bin/admin/admin.h"
#include "core/access.h"
#include "core/account/account.h"
#include "core/account/administration.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/account/email.h"
#include "core/list/transfer.h"
#include "core/user/user.h"
#include "db/db.h"
#include "query/access.h"
#include "query/credential.h"
#include "query/user_list.h"

#define MADE_BY_ADMIN	"{\"by\":\"administrator\"}"

static int
no_such_user(void)
{
	return program_failed("no user has that address");
}

/* Begins a write transaction and finds the user with that address.  False after
 * an error message. */
static bool
user_write(struct admin *a, struct user *u)
{
	if (!program_write(&a->p))
		return false;
	if (user_by_email(&a->p.ctx, a->words[0], u))
		return true;
	db_end(a->p.ctx.db);
	no_such_user();
	return false;
}

/* The name from the option, or the part before the "@"; NULL if it is
 * invalid. */
static const char *
user_name_of(struct admin *a, const char *email)
{
	const char *name = a->name;

	if (name == NULL)
		name = arena_dup(a->p.ctx.arena, email, strcspn(email, "@"));
	return text_valid(name, strlen(name)) && text_length(name) >= 1 &&
	    text_length(name) <= DISPLAY_NAME_MAX ? name : NULL;
}

int
admin_user_add(struct admin *a)
{
	const char *email = a->words[0], *name = user_name_of(a, email), *hash;
	struct ctx *c = &a->p.ctx;
	struct user u;
	enum outcome o;

	if (!text_is_email(email))
		return program_misused("not an e-mail address");
	if (name == NULL)
		return program_misused("a name must have 1 to %d characters",
		    DISPLAY_NAME_MAX);
	if (!program_open(&a->p) || (hash = admin_new_hash(a)) == NULL ||
	    !program_write(&a->p))
		return 1;
	o = user_add(c, email, name, hash, a->verified, &u);
	if (o == CREATED)
		audit_put(c, u.id, AUDIT_ACCOUNT_MADE, MADE_BY_ADMIN);
	db_commit(c->db);
	if (o == EMAIL_TAKEN)
		return program_failed("a user with that address already "
		    "exists");
	program_say(&a->p, "Added %s%s.", email, a->verified ? "" :
	    "; verify the address before sharing lists with them");
	return 0;
}

/* By mail, or, if that is not set up, on standard output for the administrator
 * to pass on. */
static void
send_invitation(struct admin *a, const struct user *u)
{
	const struct settings *s = &a->p.settings;
	const char *code;

	if (s->smtp_url[0] != '\0') {
		mail_queue(&a->p.ctx, u->id, MAIL_INVITE);
		db_commit(a->p.ctx.db);
		program_say(&a->p, "Queued a mail to %s.", u->email);
		return;
	}
	code = mail_code(&a->p.ctx, u->id, MAIL_INVITE, u->email);
	db_commit(a->p.ctx.db);
	program_say(&a->p, "Mail is not set up.  Pass this on; it is valid for "
	    "a week:");
	if (s->base_url[0] == '\0')
		printf("%s\n", code);
	else
		printf("%s/#/reset/%s\n", s->base_url, code);
}

int
admin_user_invite(struct admin *a)
{
	const char *email = a->words[0], *name = user_name_of(a, email);
	struct ctx *c = &a->p.ctx;
	struct user u;
	enum outcome o;

	if (!text_is_email(email))
		return program_misused("not an e-mail address");
	if (name == NULL)
		return program_misused("a name must have 1 to %d characters",
		    DISPLAY_NAME_MAX);
	if (!program_write(&a->p))
		return 1;
	o = user_add(c, email, name, NULL, false, &u);
	if (o == CREATED)
		audit_put(c, u.id, AUDIT_ACCOUNT_MADE, MADE_BY_ADMIN);
	if (o == EMAIL_TAKEN && u.password != NULL) {
		db_end(c->db);
		return program_failed("a user with that address and a password "
		    "already exists");
	}
	send_invitation(a, &u);
	return 0;
}

int
admin_user_list(struct admin *a)
{
	char when[STAMP_SIZE];
	struct user_list_row u;
	struct rows *r;

	if (!program_open(&a->p))
		return 1;
	r = q_user_list(a->p.ctx.db, CONTENT_LEAST);
	while (next_user_list(r, a->p.ctx.arena, &u))
		printf("%s\t%s%s%s%s\t%s\t%s\t%lld of %lld bytes\n", u.email,
		    u.verified ? "verified" : "unverified",
		    u.disabled ? ", disabled" : "",
		    u.admin ? ", administrator" : "",
		    u.second_factor ? ", second factor" : "", u.display_name,
		    u.signed_in_at == 0 ? "never" :
		    stamp_format(u.signed_in_at, when), (long long)u.bytes,
		    (long long)(u.quota == QUOTA_SETTING ?
		    a->p.settings.quota_bytes : u.quota));
	return 0;
}

int
admin_user_verify(struct admin *a)
{
	struct user u;

	if (!user_write(a, &u))
		return 1;
	managed_verify(&a->p.ctx, u.id, true);
	db_commit(a->p.ctx.db);
	program_say(&a->p, "Verified %s.", u.email);
	return 0;
}

int
admin_user_email(struct admin *a)
{
	struct user u;
	enum outcome o;

	if (!text_is_email(a->words[1]))
		return program_misused("not an e-mail address");
	if (!user_write(a, &u))
		return 1;
	o = email_set(&a->p.ctx, u.id, a->words[1]);
	db_commit(a->p.ctx.db);
	if (o != DONE)
		return program_failed("another user has that address");
	program_say(&a->p, "%s is now %s.", u.email, a->words[1]);
	return 0;
}

int
admin_user_disable(struct admin *a)
{
	struct user u;

	if (!user_write(a, &u))
		return 1;
	if (administrator_last(&a->p.ctx, u.id))
		return admin_last(a, &u);
	account_disable(&a->p.ctx, u.id, true);
	db_commit(a->p.ctx.db);
	program_say(&a->p, "Disabled %s; all sessions have ended.", u.email);
	return 0;
}

int
admin_user_enable(struct admin *a)
{
	struct user u;

	if (!user_write(a, &u))
		return 1;
	account_disable(&a->p.ctx, u.id, false);
	db_commit(a->p.ctx.db);
	program_say(&a->p, "Enabled %s.", u.email);
	return 0;
}

static int
list_sessions(struct admin *a, const struct user *u)
{
	char made[STAMP_SIZE], used[STAMP_SIZE];
	struct credential k;
	struct rows *r = q_credential_list(a->p.ctx.db, u->id, "session",
	    a->p.ctx.now);

	while (next_credential(r, a->p.ctx.arena, &k))
		printf("%s\t%s\t%s\t%s\n", k.id,
		    stamp_format(k.created_at, made),
		    stamp_format(k.used_at, used),
		    k.name == NULL ? "-" : k.name);
	return 0;
}

int
admin_user_sessions(struct admin *a)
{
	struct ctx *c = &a->p.ctx;
	struct user u;
	bool ended;

	if (a->end == NULL) {
		if (!program_open(&a->p))
			return 1;
		return user_by_email(c, a->words[0], &u) ?
		    list_sessions(a, &u) : no_such_user();
	}
	if (!user_write(a, &u))
		return 1;
	c->user = u.id;
	ended = strcmp(a->end, "all") == 0;
	if (ended)
		user_end_sessions(c, u.id, NULL);
	else
		ended = credential_end(c, "session", a->end);
	if (ended)
		audit_put(c, u.id, AUDIT_SIGNED_OUT, "{}");
	db_commit(c->db);
	return ended ? 0 : program_failed("no such session");
}

int
admin_user_passwd(struct admin *a)
{
	struct ctx *c = &a->p.ctx;
	const char *hash;
	struct user u;

	if (!program_open(&a->p))
		return 1;
	if (!user_by_email(c, a->words[0], &u))
		return no_such_user();
	if ((hash = admin_new_hash(a)) == NULL || !user_write(a, &u))
		return 1;
	account_set_password(c, u.id, hash, NULL, a->keep_tokens);
	audit_put(c, u.id, AUDIT_PASSWORD_CHANGED, "{}");
	db_commit(c->db);
	program_say(&a->p, "Changed the password of %s; all sessions%s have "
	    "ended.", u.email, a->keep_tokens ? "" : " and access tokens");
	return 0;
}

/* Asks on a terminal; elsewhere only --yes confirms. */
static bool
confirmed(struct admin *a, const struct user *u)
{
	char answer[8] = "";

	if (a->yes)
		return true;
	if (!isatty(STDIN_FILENO)) {
		log_error("this cannot be undone: confirm with --yes");
		return false;
	}
	fprintf(stderr, "Remove %s (%s)?  %s  This cannot be undone. [y/N] ",
	    u->email, u->display_name, a->lists_to != NULL ?
	    "Their lists go to another user." : "Lists that they share go to "
	    "a member; all others are deleted.");
	return fgets(answer, sizeof(answer), stdin) != NULL &&
	    (answer[0] == 'y' || answer[0] == 'Y');
}

#define FORGET_ROWS	500	/* records, in one transaction */

/* Gives each list that the user owns to --lists-to.  False after an error
 * message. */
static bool
give_lists(struct admin *a)
{
	struct ctx *c = &a->p.ctx;
	struct access_of_user_row *all;
	enum outcome o = DONE;
	struct user to;
	size_t n, i;

	if (!user_by_email(c, a->lists_to, &to))
		return no_such_user() == 0;
	n = all_access_of_user(q_access_of_user(c->db, c->user), c->arena,
	    &all);
	for (i = 0; i < n && o == DONE; i++)
		if (strcmp(all[i].role, ROLE_OWNER) == 0)
			o = transfer_list(c, all[i].list_id, to.id);
	if (o == LIMIT_REACHED)
		program_failed("%s has reached a limit: nothing was changed",
		    to.email);
	return o != LIMIT_REACHED;
}

/* Whatever can refuse the removal is decided by its first transaction, which
 * gives all lists to --lists-to or none.  False after an error message. */
static bool
user_begin_removal(struct admin *a, struct user *u)
{
	if (!user_write(a, u))
		return false;
	a->p.ctx.user = u->id;
	if (administrator_leave(&a->p.ctx, u->id) != DONE)
		return admin_last(a, u) == 0;
	if (a->lists_to != NULL && !give_lists(a)) {
		db_end(a->p.ctx.db);
		return false;
	}
	db_commit(a->p.ctx.db);
	return true;
}

/* In short transactions, so that the service goes on. */
static bool
leave_lists(struct admin *a)
{
	int64_t n = 1;

	while (n > 0) {
		if (!program_write(&a->p))
			return false;
		n = account_leave_lists(&a->p.ctx, true, FORGET_ROWS);
		db_commit(a->p.ctx.db);
	}
	return true;
}

/* Begins the transaction in which the account ends.  False after an error
 * message: others have removed it meanwhile, or all other administrators. */
static bool
begin_end(struct admin *a, struct user *u)
{
	enum outcome o;

	if (!program_write(&a->p))
		return false;
	if ((o = administrator_leave(&a->p.ctx, u->id)) == USER_NOT_FOUND) {
		db_end(a->p.ctx.db);
		return no_such_user() == 0;
	}
	return o == DONE || admin_last(a, u) == 0;
}

int
admin_user_remove(struct admin *a)
{
	struct ctx *c = &a->p.ctx;
	struct user u, to = { .id = "" };

	if (!program_open(&a->p))
		return 1;
	if (!user_by_email(c, a->words[0], &u) || (a->lists_to != NULL &&
	    !user_by_email(c, a->lists_to, &to)))
		return no_such_user();
	if (administrator_last(c, u.id))
		return admin_last(a, &u);
	if (a->lists_to != NULL && same_id(u.id, to.id))
		return program_misused("--lists-to must name another user");
	if (!confirmed(a, &u) || !user_begin_removal(a, &u) || !leave_lists(a) ||
	    !begin_end(a, &u))
		return 1;
	account_leave(c, true);
	while (account_forget(c, u.id, FORGET_ROWS) == FORGET_ROWS) {
		db_commit(c->db);
		if (!program_write(&a->p))
			return 1;
	}
	db_commit(c->db);
	program_say(&a->p, "Removed %s.", u.email);
	return 0;
}
