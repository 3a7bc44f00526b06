/*
 * The verbs of docket-admin.  Each gets its arguments and the options, and
 * returns the exit status.
 */
#ifndef BIN_ADMIN_ADMIN_H
#define BIN_ADMIN_ADMIN_H

#include <stdbool.h>

#include "cli/program.h"

struct admin {
	struct program	 p;
	char		*const *words;	/* after the verb */
	/* Options; each belongs to one verb or a few. */
	const char	*name;
	const char	*from;
	const char	*to;
	const char	*list;
	const char	*lists_to;
	const char	*end;
	const char	*textfile;
	const char	*address;
	const char	*user;
	const char	*smtp_url;
	const char	*mail_from;
	const char	*since;
	bool		 verified;
	bool		 password_stdin;
	bool		 keep_tokens;
	bool		 yes;
	bool		 json;
	bool		 prometheus;
	bool		 deep;
	bool		 incomplete;
	bool		 dry_run;
	bool		 replace;
	bool		 remove;
	/* By setup: what it sets up is not expected to run yet. */
	bool		 is_setup;
};

/* database.c */
int	 admin_migrate(struct admin *);
int	 admin_config(struct admin *);
/* user.c */
int	 admin_user_add(struct admin *);
int	 admin_user_list(struct admin *);
int	 admin_user_verify(struct admin *);
int	 admin_user_invite(struct admin *);
int	 admin_user_email(struct admin *);
int	 admin_user_disable(struct admin *);
int	 admin_user_enable(struct admin *);
int	 admin_user_sessions(struct admin *);
int	 admin_user_passwd(struct admin *);
int	 admin_user_remove(struct admin *);
/* administrator.c */
struct user;
/* Ends the transaction, if one is open, with an error message. */
int	 admin_last(struct admin *, const struct user *);
int	 admin_user_admin(struct admin *);
int	 admin_user_quota(struct admin *);
int	 admin_audit(struct admin *);
/* password.c: the hash of a password from the terminal or standard input; NULL,
 * after an error message, if it is refused. */
const char	*admin_new_hash(struct admin *);
/* A line of standard input without its newline; NULL if there is none. */
const char	*admin_read_line(struct admin *);
/* setup.c */
int	 admin_setup(struct admin *);
/* factor.c */
int	 admin_key_id(struct admin *);
int	 admin_key_rotate(struct admin *);
int	 admin_user_second_factor(struct admin *);
/* check.c */
int	 admin_check(struct admin *);
/* restore.c */
int	 admin_restore(struct admin *);
/* reindex.c */
int	 admin_reindex(struct admin *);
/* move.c */
int	 admin_move(struct admin *);
/* fetch_files.c */
int	 admin_fetch_files(struct admin *);
/* recover.c */
int	 admin_recover(struct admin *);
/* push.c */
int	 admin_vapid(struct admin *);
int	 admin_push_test(struct admin *);
/* stats.c */
int	 admin_stats(struct admin *);
/* mail.c */
int	 admin_mail_test(struct admin *);
int	 admin_oidc_test(struct admin *);

#endif
