#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/text.h"
#include "bin/admin/admin.h"
#include "core/user/password.h"
#include "core/user/user.h"
#include "db/db.h"
#include "query.h"

static int
no_such_user(void)
{
	return program_failed("there is no user with that address");
}

/* A line of standard input, or typed unseen; NULL where it is none. */
static const char *
read_password(struct admin *a)
{
	struct termios seen, unseen;
	bool tty = !a->password_stdin && tcgetattr(STDIN_FILENO, &seen) == 0;
	char *line = NULL;
	const char *password;
	size_t size = 0;
	ssize_t n;

	if (tty) {
		fprintf(stderr, "New password: ");
		unseen = seen;
		unseen.c_lflag &= ~(tcflag_t)ECHO;
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen);
	}
	n = getline(&line, &size, stdin);
	if (tty) {
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &seen);
		fprintf(stderr, "\n");
	}
	if (n > 0 && line[n - 1] == '\n')
		n--;
	password = n <= 0 ? NULL : arena_dup(a->p.ctx.arena, line, (size_t)n);
	free(line);
	return password;
}

/* NULL, and said why, where it is no good password. */
static const char *
new_hash(struct admin *a)
{
	const char *password = read_password(a);

	if (password == NULL || strlen(password) < PASSWORD_MIN ||
	    strlen(password) > PASSWORD_MAX)
		log_error("a password is to have %d to %d bytes",
		    PASSWORD_MIN, PASSWORD_MAX);
	else if (password_common(password))
		log_error("that password is among those tried first");
	else
		return password_hash(a->p.ctx.arena, a->p.settings.data,
		    password);
	return NULL;
}

int
admin_user_add(struct admin *a)
{
	const char *email = a->words[0], *hash, *name = a->name;
	struct ctx *c = &a->p.ctx;
	struct user u;
	enum outcome o;

	if (!text_is_email(email))
		return program_misused("that is no e-mail address");
	if (name == NULL)
		name = arena_dup(c->arena, email, strcspn(email, "@"));
	if (!text_valid(name, strlen(name)) || text_length(name) < 1 ||
	    text_length(name) > 100)
		return program_misused("a name has 1 to 100 characters");
	if (!program_open(&a->p) || (hash = new_hash(a)) == NULL ||
	    !program_write(&a->p))
		return 1;
	o = user_add(c, email, name, hash, a->verified, &u);
	db_commit(c->db);
	if (o == EMAIL_TAKEN)
		return program_failed("there is a user with that address");
	program_say(&a->p, "%s has been added%s.", email, a->verified ? "" :
	    "; lists can be shared with them once verified");
	return 0;
}

int
admin_user_list(struct admin *a)
{
	struct rows *r;
	struct user u;

	if (!program_open(&a->p))
		return 1;
	r = q_user_all(a->p.ctx.db);
	while (rows_next(r)) {
		row_user(r, a->p.ctx.arena, &u);
		printf("%s\t%s\t%s\n", u.email, u.verified ? "verified" :
		    "unverified", u.display_name);
	}
	return 0;
}

int
admin_user_verify(struct admin *a)
{
	struct user u;
	bool found;

	if (!program_write(&a->p))
		return 1;
	found = user_by_email(&a->p.ctx, a->words[0], &u);
	if (found)
		q_user_set_verified(a->p.ctx.db, u.id);
	db_commit(a->p.ctx.db);
	return found ? 0 : no_such_user();
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
	if ((hash = new_hash(a)) == NULL || !program_write(&a->p))
		return 1;
	user_set_password(c, u.id, hash, NULL, a->keep_tokens);
	db_commit(c->db);
	return 0;
}

/* On a terminal asked; elsewhere only by --yes. */
static bool
confirmed(struct admin *a, const struct user *u)
{
	char answer[8] = "";

	if (a->yes)
		return true;
	if (!isatty(STDIN_FILENO)) {
		log_error("this cannot be undone: say --yes");
		return false;
	}
	fprintf(stderr, "Remove %s (%s), and all lists that they own?  "
	    "This cannot be undone [y/N]: ", u->email, u->display_name);
	return fgets(answer, sizeof(answer), stdin) != NULL &&
	    (answer[0] == 'y' || answer[0] == 'Y');
}

#define FORGET	500	/* records, in one transaction */

int
admin_user_remove(struct admin *a)
{
	struct ctx *c = &a->p.ctx;
	struct user u;

	if (!program_open(&a->p))
		return 1;
	if (!user_by_email(c, a->words[0], &u))
		return no_such_user();
	if (!confirmed(a, &u) || !program_write(&a->p))
		return 1;
	c->user = u.id;
	user_leave(c);
	while (user_forget(c, u.id, FORGET) == FORGET) {
		db_commit(c->db);
		if (!program_write(&a->p))
			return 1;
	}
	db_commit(c->db);
	program_say(&a->p, "%s has been removed.", u.email);
	return 0;
}
