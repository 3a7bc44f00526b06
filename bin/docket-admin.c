/*
 * docket-admin: what an administrator does by hand.  One function a verb.
 */
#include <errno.h>
#include <getopt.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"
#include "base/settings.h"
#include "base/text.h"
#include "base/version.h"
#include "core/password.h"
#include "core/user.h"
#include "db/db.h"
#include "db/migrate.h"
#include "query.h"

#define BUSY_SECONDS	60

static const char usage[] =
"usage: docket-admin [-c CONF] [-d DATA] [--quiet] VERB ...\n"
"\n"
"  migrate                     make the database, or bring it up to date\n"
"  user add EMAIL [--name NAME] [--verified] [--password-stdin]\n"
"  user list                   addresses, and whether they are verified\n"
"  user verify EMAIL           count the address as verified\n"
"  user passwd EMAIL [--password-stdin]\n"
"                              another password; ends every session\n"
"  config                      the settings, and where each came from\n"
"\n"
"  -c CONF   settings file     -d DATA   data directory\n"
"  --help    this text         --version the version\n"
"\n"
"Exit status: 0 done, 1 could not, 2 wrong usage.  See docket-admin(8).\n";

struct admin {
	struct ctx	 ctx;
	struct settings	 settings;
	const char	*conf;
	const char	*data;
	const char	*name;
	bool		 verified;
	bool		 password_stdin;
	bool		 quiet;
	char		*const *args;
	int		 count;
};

static int
wrong_usage(const char *why)
{
	fprintf(stderr, "docket-admin: %s; see docket-admin --help\n", why);
	return 2;
}

static int
could_not(const char *why)
{
	log_error("%s", why);
	return 1;
}

static bool
open_database(struct admin *a)
{
	enum db_state state = db_open(a->settings.data, &a->ctx.db);

	if (state == DB_OPEN)
		return true;
	log_error("%s: %s", a->settings.data, db_state_advice(state));
	return false;
}

static bool
begin(struct admin *a)
{
	if (!open_database(a))
		return false;
	if (db_begin_write(a->ctx.db, BUSY_SECONDS))
		return true;
	log_error("the database is busy: try again");
	return false;
}

static int
migrate(struct admin *a)
{
	static const char *const said[] = {
		[MIGRATED_NOTHING] = "The database is up to date.",
		[MIGRATED_CREATED] = "A new database has been made.",
		[MIGRATED_UPGRADED] = "The database has been brought up to "
		    "date; a copy as it was is beside it.",
		[MIGRATED_NEWER] = "the database is of a newer version: "
		    "install that version of Docket",
		[MIGRATED_FOREIGN] = "docket.db is not a database of Docket",
		[MIGRATED_ORPHANS] = "there are attachments, but no database "
		    "to them: restore a backup of docket.db",
	};
	enum migrated done;

	if (mkdir(a->settings.data, 0700) == -1 && errno != EEXIST) {
		log_error("%s: %s", a->settings.data, strerror(errno));
		return 1;
	}
	done = db_migrate(a->settings.data);
	if (done >= MIGRATED_NEWER)
		return could_not(said[done]);
	if (!a->quiet)
		printf("%s\n", said[done]);
	return 0;
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
	password = n <= 0 ? NULL : arena_dup(a->ctx.arena, line, (size_t)n);
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
		return password_hash(a->ctx.arena, a->settings.data,
		    password);
	return NULL;
}

static int
user_add_verb(struct admin *a)
{
	const char *email = a->args[0], *at = strchr(email, '@'), *hash;
	const char *name = a->name;
	struct user u;
	enum outcome o;

	if (at == NULL || at == email || at[1] == '\0' ||
	    text_has_control(email) || strchr(email, ' ') != NULL)
		return wrong_usage("that is no e-mail address");
	if (name == NULL)
		name = arena_dup(a->ctx.arena, email, (size_t)(at - email));
	if (!text_valid(name, strlen(name)) || text_length(name) < 1 ||
	    text_length(name) > 100)
		return wrong_usage("a name has 1 to 100 characters");
	if (!open_database(a) || (hash = new_hash(a)) == NULL)
		return 1;
	if (!db_begin_write(a->ctx.db, BUSY_SECONDS))
		return could_not("the database is busy: try again");
	o = user_add(&a->ctx, email, name, hash, a->verified, &u);
	db_commit(a->ctx.db);
	if (o == EMAIL_TAKEN)
		return could_not("there is a user with that address");
	if (!a->quiet)
		printf("%s has been added%s.\n", email, a->verified ? "" :
		    "; lists can be shared with them once verified");
	return 0;
}

static int
user_list_verb(struct admin *a)
{
	struct rows *r;
	struct user u;

	if (!open_database(a))
		return 1;
	r = q_user_all(a->ctx.db);
	while (rows_next(r)) {
		user_of_row(&a->ctx, r, &u);
		printf("%s\t%s\t%s\n", u.email, u.verified ? "verified" :
		    "unverified", u.display_name);
	}
	return 0;
}

static int
user_verify_verb(struct admin *a)
{
	struct user u;
	bool found;

	if (!begin(a))
		return 1;
	found = user_by_email(&a->ctx, a->args[0], &u);
	if (found)
		q_user_set_verified(a->ctx.db, u.id);
	db_commit(a->ctx.db);
	return found ? 0 : could_not("there is no user with that address");
}

static int
user_passwd_verb(struct admin *a)
{
	const char *hash;
	struct user u;

	if (!open_database(a))
		return 1;
	if (!user_by_email(&a->ctx, a->args[0], &u))
		return could_not("there is no user with that address");
	if ((hash = new_hash(a)) == NULL)
		return 1;
	if (!db_begin_write(a->ctx.db, BUSY_SECONDS))
		return could_not("the database is busy: try again");
	user_set_password(&a->ctx, u.id, hash, NULL);
	db_commit(a->ctx.db);
	return 0;
}

static int
config(struct admin *a)
{
	struct setting_shown s;
	size_t i;

	for (i = 0; settings_show(a->ctx.arena, &a->settings, i, &s); i++)
		printf("%s = %s\t# %s\n", s.name, s.value, s.origin);
	return 0;
}

static const struct {
	const char	*first;
	const char	*second;	/* NULL: the verb is one word */
	int		 args;
	int		(*run)(struct admin *);
} verbs[] = {
	{ "migrate", NULL, 0, migrate },
	{ "user", "add", 1, user_add_verb },
	{ "user", "list", 0, user_list_verb },
	{ "user", "verify", 1, user_verify_verb },
	{ "user", "passwd", 1, user_passwd_verb },
	{ "config", NULL, 0, config },
};

static int
run(struct admin *a)
{
	size_t i;
	int words;

	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		words = verbs[i].second == NULL ? 1 : 2;
		if (a->count < words ||
		    strcmp(a->args[0], verbs[i].first) != 0 ||
		    (words == 2 && strcmp(a->args[1], verbs[i].second) != 0))
			continue;
		if (a->count - words != verbs[i].args)
			return wrong_usage("too many or too few words");
		a->args += words;
		return verbs[i].run(a);
	}
	return wrong_usage(a->count == 0 ? "no verb" : "unknown verb");
}

static const struct option options[] = {
	{ "name", required_argument, NULL, 'n' },
	{ "verified", no_argument, NULL, 'v' },
	{ "password-stdin", no_argument, NULL, 'p' },
	{ "quiet", no_argument, NULL, 'q' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 }
};

int
main(int argc, char **argv)
{
	struct admin a = { .quiet = false };
	const char *why;
	int ch, status;

	while ((ch = getopt_long(argc, argv, "c:d:qh", options, NULL)) != -1)
		switch (ch) {
		case 'c': a.conf = optarg; break;
		case 'd': a.data = optarg; break;
		case 'n': a.name = optarg; break;
		case 'v': a.verified = true; break;
		case 'p': a.password_stdin = true; break;
		case 'q': a.quiet = true; break;
		case 'h': fputs(usage, stdout); return 0;
		case 'V': puts("docket-admin " DOCKET_VERSION); return 0;
		default: return 2;
		}
	a.args = argv + optind;
	a.count = argc - optind;
	a.ctx = (struct ctx){ .arena = arena_new(), .now = clock_now(),
	    .zone = "UTC", .settings = &a.settings };
	log_open("docket-admin", NULL);
	if (sodium_init() == -1)
		return could_not("libsodium does not start");
	if (!settings_load(a.ctx.arena, &a.settings,
	    (const struct settings_flag[]){ { "-c", "conf", a.conf },
	    { "-d", "data", a.data }, { NULL, NULL, NULL } }, environ, &why))
		return could_not(why);
	status = run(&a);
	db_close(a.ctx.db);
	arena_free(a.ctx.arena);
	return status;
}
