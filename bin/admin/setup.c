/*
 * docket-admin setup: configures an installed Docket.  It asks for what neither
 * a flag nor a setting gives.
 */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/date.h"
#include "base/email.h"
#include "base/settings/urls.h"
#include "bin/admin/admin.h"
#include "bin/admin/settle.h"
#include "core/user/user.h"
#include "db/db.h"
#include "push/keys.h"
#include "query.h"

/* Asks on a terminal; "" for an empty line; NULL, after an error message, at
 * the end of input. */
static const char *
ask(struct admin *a, const char *flag, const char *prompt)
{
	const char *text = NULL;

	if (isatty(STDIN_FILENO)) {
		fprintf(stderr, "%s: ", prompt);
		text = admin_read_line(a);
	}
	if (text == NULL)
		program_failed("no terminal to ask on: use %s", flag);
	return text;
}

static bool
is_set(const struct admin *a, enum setting which)
{
	return strcmp(a->p.settings.origin[which], "default") != 0;
}

/* Sets *value if neither a flag nor the settings have; false after an error
 * message. */
static bool
ask_for(struct admin *a, enum setting which, const char *flag,
    const char *prompt, const char **value)
{
	if (*value != NULL || is_set(a, which))
		return true;
	if ((*value = ask(a, flag, prompt)) == NULL)
		return false;
	if (**value != '\0')
		return true;
	program_failed("a value is required: see docket.conf(5)");
	return false;
}

/* Mail can be left out: by an empty line, or without a terminal. */
static bool
ask_for_mail(struct admin *a)
{
	const struct settings *s = &a->p.settings;

	if (a->smtp_url == NULL && !is_set(a, SETTING_SMTP_URL) &&
	    isatty(STDIN_FILENO))
		a->smtp_url = ask(a, "--smtp-url", "Mail server, such as "
		    "smtp://USER:PASSWORD@mail.example.org:587 (empty: none)");
	if (a->smtp_url != NULL && a->smtp_url[0] == '\0')
		a->smtp_url = NULL;
	return (a->smtp_url == NULL && s->smtp_url[0] == '\0') ||
	    ask_for(a, SETTING_MAIL_FROM, "--mail-from",
	    "Sender of its mail, such as docket@example.org", &a->mail_from);
}

/* Sets defaults that follow from the answers. */
static bool
write_settings(struct admin *a)
{
	const char *url = a->address != NULL ? a->address :
	    a->p.settings.base_url;
	bool https = strncmp(url, "https:", 6) == 0;
	const struct settled all[] = {
		{ "base-url", a->address },
		{ "smtp-url", a->smtp_url },
		{ "mail-from", a->mail_from },
		/* The proxy that speaks HTTPS is on this machine. */
		{ "trusted-proxies", https &&
		    !is_set(a, SETTING_TRUSTED_PROXIES) ? "127.0.0.1" : NULL },
		{ "vapid-subject", https && !is_set(a, SETTING_VAPID_SUBJECT) ?
		    url : NULL },
	};

	return settle(a, all, COUNT(all));
}

/* A running service still has the old settings. */
static void
restart_service(const struct admin *a)
{
	static const char *const argv[] = { "systemctl", "--quiet",
	    "try-restart", "docket.service", NULL };
	pid_t pid;

	if (geteuid() != 0 || access("/run/systemd/system", F_OK) == -1 ||
	    strcmp(a->p.settings.file, SETTINGS_FILE) != 0)
		return;
	if (posix_spawnp(&pid, argv[0], NULL, NULL, (char *const *)argv,
	    environ) == 0)
		waitpid(pid, NULL, 0);
}

static int
make_keys(struct admin *a)
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
	if (a->user == NULL && rows_any(q_user_list(a->p.ctx.db)))
		return 0;
	if (a->user == NULL && (a->user = ask(a, "--user",
	    "E-mail address of the first user")) == NULL)
		return 1;
	if (user_by_email(&a->p.ctx, a->user, &u)) {
		program_say(&a->p, "%s exists already.", a->user);
		return 0;
	}
	db_close(a->p.ctx.db);
	a->p.ctx.db = NULL;
	a->words = (char *const *)&a->user;
	a->verified = true;
	return admin_user_add(a);
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
step(struct admin *a, int (*what)(struct admin *))
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
	    make_keys, add_user };
	int status, mailed;
	size_t i;

	if (a->user != NULL && !text_is_email(a->user))
		return program_misused("--user is not an e-mail address");
	if (a->smtp_url != NULL && url_has_password(a->smtp_url))
		return program_misused("--smtp-url: other users of this "
		    "machine can see a password on the command line; set "
		    "smtp-url in %s, or answer the question",
		    a->p.settings.file);
	if (!ask_for(a, SETTING_BASE_URL, "--address", "Address that users "
	    "open, such as https://tasks.example.org", &a->address) ||
	    !ask_for_mail(a) || !write_settings(a))
		return 1;
	restart_service(a);
	if (geteuid() == 0 && access(a->p.settings.data, F_OK) == -1)
		return program_failed("%s: %s; create it for the service's "
		    "user", a->p.settings.data, strerror(errno));
	if (!program_become_owner(&a->p))
		return 1;
	a->p.ctx.now = clock_now();
	for (i = 0; i < COUNT(steps); i++)
		if ((status = step(a, steps[i])) != 0)
			return status;
	/* Run the check even if mail does not work. */
	mailed = step(a, try_mail);
	status = step(a, admin_check);
	return status != 0 ? status : mailed;
}
