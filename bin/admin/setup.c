/*
 * docket-admin setup: configures an installed Docket.  It asks for what neither
 * a flag nor a setting gives.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/date.h"
#include "base/email.h"
#include "base/settings/urls.h"
#include "bin/admin/admin.h"
#include "bin/admin/settings_file.h"
#include "bin/admin/units.h"
#include "core/user/user.h"
#include "db/db.h"
#include "push/keys.h"
#include "query/user_list.h"

/* Asks on a terminal; "" for an empty line; NULL, after an error message, at
 * the end of input. */
static const char *
setup_ask(struct admin *a, const char *flag, const char *prompt)
{
	const char *text;

	if (!isatty(STDIN_FILENO)) {
		program_failed("no terminal to ask on: use %s", flag);
		return NULL;
	}
	fprintf(stderr, "%s: ", prompt);
	if ((text = admin_read_line(a)) == NULL)
		program_failed("no answer: use %s", flag);
	return text;
}

static bool
is_set(const struct admin *a, enum setting which)
{
	return strcmp(a->p.settings.origin[which], "default") != 0;
}

struct question {
	enum setting	 which;
	const char	*flag;
	const char	*prompt;
	bool		 optional;	/* an empty line, or no terminal: none */
	const char	**value;	/* that of the flag, or NULL */
};

/* A setting can be empty where an answer cannot. */
static void
say_what_is_wrong(const struct question *q, const char *fault)
{
	const char *end = q->optional ? NULL : strstr(fault, ", or empty");
	size_t n = end != NULL ? (size_t)(end - fault) : strlen(fault);

	fprintf(stderr, "It %.*s.\n", (int)n, fault);
}

/* Asks if neither the flag nor a setting answers, again after a wrong answer;
 * false after an error message. */
static bool
ask_for(struct admin *a, const struct question *q)
{
	const char *text, *fault;

	if (*q->value != NULL || is_set(a, q->which) ||
	    (q->optional && !isatty(STDIN_FILENO)))
		return true;
	while ((text = setup_ask(a, q->flag, q->prompt)) != NULL) {
		if (text[0] == '\0' && q->optional)
			return true;
		fault = text[0] == '\0' ? "must not be empty" :
		    settings_file_fault(a, q->which, text);
		if (fault == NULL) {
			*q->value = text;
			return true;
		}
		say_what_is_wrong(q, fault);
	}
	return false;
}

/* Flags are checked before anything is asked.  The exit status; 0: go on. */
static int
take_answers(struct admin *a)
{
	const struct question questions[] = {
		{ SETTING_BASE_URL, "--address", "Address that users open, "
		    "such as https://tasks.example.org", false, &a->address },
		{ SETTING_SMTP_URL, "--smtp-url", "Mail server, such as "
		    "smtp://USER:PASSWORD@mail.example.org:587 (empty: none)",
		    true, &a->smtp_url },
		{ SETTING_MAIL_FROM, "--mail-from", "Sender of its mail, such "
		    "as docket@example.org", false, &a->mail_from },
	};
	const struct question *q, *end = questions + COUNT(questions);
	const char *fault;

	for (q = questions; q < end; q++)
		if (*q->value != NULL &&
		    (fault = settings_file_fault(a, q->which,
		    *q->value)) != NULL)
			return program_misused("%s %s", q->flag, fault);
	for (q = questions; q < end; q++) {
		if (q->which == SETTING_MAIL_FROM && a->smtp_url == NULL &&
		    a->p.settings.smtp_url[0] == '\0')
			continue;	/* no mail */
		if (!ask_for(a, q))
			return 1;
	}
	return 0;
}

/* Sets defaults that follow from the answers. */
static bool
write_settings(struct admin *a)
{
	const char *url = a->address != NULL ? a->address :
	    a->p.settings.base_url;
	bool https = strncmp(url, "https:", 6) == 0;
	const struct new_setting all[] = {
		{ "base-url", a->address },
		{ "registration", is_set(a, SETTING_REGISTRATION) ? NULL :
		    "invited" },
		{ "smtp-url", a->smtp_url },
		{ "mail-from", a->mail_from },
		/* The proxy that speaks HTTPS is on this machine. */
		{ "trusted-proxies", https &&
		    !is_set(a, SETTING_TRUSTED_PROXIES) ? "127.0.0.1" : NULL },
		{ "vapid-subject", https && !is_set(a, SETTING_VAPID_SUBJECT) ?
		    url : NULL },
	};

	return settings_file_write(a, all, COUNT(all));
}

static int
setup_make_keys(struct admin *a)
{
	bool made;

	if (!program_write(&a->p))
		return 1;
	keys_make(&a->p.ctx, &made);
	db_commit(a->p.ctx.db);
	if (made)
		program_say(&a->p, "The keys for Web Push were created.");
	return 0;
}

static int
add_user(struct admin *a)
{
	struct user u;

	if (!program_open(&a->p))
		return 1;
	if (a->user == NULL && rows_any(q_user_list(a->p.ctx.db, 0)))
		return 0;
	while (a->user == NULL) {
		if ((a->user = setup_ask(a, "--user",
		    "E-mail address of the first user")) == NULL)
			return 1;
		if (!text_is_email(a->user)) {
			fprintf(stderr, "It must be an e-mail address.\n");
			a->user = NULL;
		}
	}
	if (user_by_email(&a->p.ctx, a->user, &u)) {
		program_say(&a->p, "%s exists already.", a->user);
		return 0;
	}
	db_close(a->p.ctx.db);
	a->p.ctx.db = NULL;
	a->words = (char *const *)&a->user;
	a->verified = true;
	return admin_user_add(a) == 0 ? admin_user_admin(a) : 1;
}

static int
try_mail(struct admin *a)
{
	if (a->smtp_url == NULL || a->user == NULL)
		return 0;
	a->words = (char *const *)&a->user;
	return admin_mail_test(a);
}

/* Runs a step, and closes the database after it. */
static int
setup_step(struct admin *a, int (*what)(struct admin *))
{
	int status = what(a);

	db_close(a->p.ctx.db);
	a->p.ctx.db = NULL;
	return status;
}

int
admin_setup(struct admin *a)
{
	static int (*const steps[])(struct admin *) = { admin_migrate,
	    setup_make_keys, add_user };
	int status, mailed;
	size_t i;

	a->is_setup = true;
	if (a->user != NULL && !text_is_email(a->user))
		return program_misused("--user is not an e-mail address");
	if (a->smtp_url != NULL && url_has_password(a->smtp_url))
		return program_misused("--smtp-url: other users of this "
		    "machine can see a password on the command line; set "
		    "smtp-url in %s, or answer the question",
		    a->p.settings.file);
	if (a->smtp_url != NULL && a->smtp_url[0] == '\0')
		a->smtp_url = NULL;
	if ((status = take_answers(a)) != 0)
		return status;
	if (!write_settings(a))
		return 1;
	units_restart(a);
	if (geteuid() == 0 && access(a->p.settings.data, F_OK) == -1)
		return program_failed("%s: %s; create it for the service's "
		    "user", a->p.settings.data, strerror(errno));
	if (!program_become_owner(&a->p))
		return 1;
	a->p.ctx.now = clock_now();
	for (i = 0; i < COUNT(steps); i++)
		if ((status = setup_step(a, steps[i])) != 0)
			return status;
	/* Run the check even if mail does not work. */
	mailed = setup_step(a, try_mail);
	status = setup_step(a, admin_check);
	return status != 0 ? status : mailed;
}
