/*
 * docket-admin: the administrator's tool.  Each verb has a function in
 * bin/admin.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "bin/admin/admin.h"

static const char usage[] =
"usage: docket-admin [-c CONF] [-d DATA] [--quiet] VERB ...\n"
"\n"
"  setup [--address URL] [--user EMAIL] [--name NAME] [--password-stdin]\n"
"        [--smtp-url URL] [--mail-from ADDRESS]\n"
"                              configure a new installation and check it; asks\n"
"                              for what no option gives\n"
"  migrate                     create the database, or upgrade its schema\n"
"  check [--deep]              report faults and advice, each with a remedy;\n"
"                              --deep also reads every attachment\n"
"  reindex                     correct the words for search and the counts of\n"
"                              tasks, if check says so\n"
"  stats [--json | --prometheus] [--textfile FILE]\n"
"                              count users, lists, tasks, files; --textfile\n"
"                              replaces FILE for Prometheus' node_exporter\n"
"  restore DIR [--from NAME] [--incomplete]\n"
"                              replace the data with the newest backup in DIR,\n"
"                              or with NAME; --incomplete: even if attachments\n"
"                              are lost\n"
"  recover --from BACKUP --list ID|TITLE [--user EMAIL] [--dry-run]\n"
"  recover --from BACKUP --user EMAIL [--dry-run]\n"
"                              bring back one list, or one user with all that\n"
"                              is theirs, and leave everything else as it is;\n"
"                              BACKUP is a file, or a directory: its newest\n"
"  move --to PLACE             bring all data to another database, and leave\n"
"                              this one read-only; PLACE is postgresql://...\n"
"                              or a data directory\n"
"  fetch-files DIR             bring attachments that are missing or damaged from\n"
"                              the backups in DIR, or from a data directory\n"
"  config                      print each setting and where it was set\n"
"  mail-test ADDRESS           send a test mail and print the server's answer\n"
"  oidc-test                   ask the provider of single sign-on for its\n"
"                              configuration, and print what it needs to know\n"
"  vapid [--replace]           create the keys for Web Push; --replace replaces\n"
"                              them, and every device must register again\n"
"  push-test EMAIL             send a test push to each device of a user\n"
"  key id                      print what names the key of sealed secrets\n"
"  key rotate                  replace that key, and seal all secrets again\n"
"\n"
"  audit [--user EMAIL] [--since DAY] [--json]\n"
"                              list what was done to accounts, newest first\n"
"\n"
"  user add EMAIL [--name NAME] [--verified] [--password-stdin]\n"
"                              add a user with a password\n"
"  user invite EMAIL [--name NAME]\n"
"                              add a user without a password: mail a link to\n"
"                              choose one, or print it if mail is not set up\n"
"  user list                   list address, verification, whether they are an\n"
"                              administrator or have a second factor, name,\n"
"                              storage and last sign-in\n"
"  user verify EMAIL           mark the address as verified\n"
"  user email EMAIL NEW        change the address\n"
"  user disable EMAIL          end all sessions and refuse to sign in\n"
"  user enable EMAIL           allow to sign in again\n"
"  user sessions EMAIL [--end ID|all]\n"
"                              list the sessions, or end one or all\n"
"  user passwd EMAIL [--password-stdin] [--keep-tokens]\n"
"                              change the password; ends all sessions and,\n"
"                              unless --keep-tokens, all access tokens\n"
"  user second-factor EMAIL [--remove]\n"
"                              say whether signing in asks for a code, and\n"
"                              remove that, for somebody who lost the device\n"
"  user admin EMAIL [--remove]\n"
"                              make the user an administrator, who manages\n"
"                              users in the app, or end that\n"
"  user quota EMAIL BYTES|default\n"
"                              set how many bytes of files the user may store\n"
"  user remove EMAIL [--lists-to EMAIL] [--yes]\n"
"                              delete the user; lists that they share go to\n"
"                              a member, or all their lists to that user\n"
"\n"
"  -c CONF   settings file     -d DATA   data directory\n"
"  --quiet   print errors only\n"
"  --help    print this text   --version print the version\n"
"\n"
"Exit status: 0 done, 1 failed, 2 wrong usage.  See docket-admin(8).\n";

static const struct verb {
	const char	*first;
	const char	*second;	/* NULL: the verb is one word */
	int		 words;		/* behind it */
	int		(*run)(struct admin *);
	enum { CALLER, OWNER } as;	/* what root becomes */
	const char	*options;	/* names, between blanks */
} verbs[] = {
	{ "setup", NULL, 0, admin_setup, CALLER,
	    "address user name password-stdin smtp-url mail-from" },
	{ "migrate", NULL, 0, admin_migrate, OWNER, "" },
	{ "check", NULL, 0, admin_check, OWNER, "deep" },
	{ "restore", NULL, 1, admin_restore, OWNER, "from incomplete" },
	{ "recover", NULL, 0, admin_recover, OWNER, "from list user dry-run" },
	{ "move", NULL, 0, admin_move, OWNER, "to" },
	{ "fetch-files", NULL, 1, admin_fetch_files, OWNER, "" },
	{ "reindex", NULL, 0, admin_reindex, OWNER, "" },
	{ "stats", NULL, 0, admin_stats, CALLER, "json prometheus textfile" },
	{ "config", NULL, 0, admin_config, OWNER, "" },
	{ "mail-test", NULL, 1, admin_mail_test, OWNER, "" },
	{ "oidc-test", NULL, 0, admin_oidc_test, OWNER, "" },
	{ "vapid", NULL, 0, admin_vapid, OWNER, "replace" },
	{ "push-test", NULL, 1, admin_push_test, OWNER, "" },
	{ "key", "id", 0, admin_key_id, OWNER, "" },
	{ "key", "rotate", 0, admin_key_rotate, OWNER, "" },
	{ "audit", NULL, 0, admin_audit, OWNER, "user since json" },
	{ "user", "add", 1, admin_user_add, OWNER,
	    "name verified password-stdin" },
	{ "user", "invite", 1, admin_user_invite, OWNER, "name" },
	{ "user", "list", 0, admin_user_list, OWNER, "" },
	{ "user", "verify", 1, admin_user_verify, OWNER, "" },
	{ "user", "email", 2, admin_user_email, OWNER, "" },
	{ "user", "disable", 1, admin_user_disable, OWNER, "" },
	{ "user", "enable", 1, admin_user_enable, OWNER, "" },
	{ "user", "sessions", 1, admin_user_sessions, OWNER, "end" },
	{ "user", "passwd", 1, admin_user_passwd, OWNER,
	    "password-stdin keep-tokens" },
	{ "user", "second-factor", 1, admin_user_second_factor, OWNER,
	    "remove" },
	{ "user", "admin", 1, admin_user_admin, OWNER, "remove" },
	{ "user", "quota", 2, admin_user_quota, OWNER, "" },
	{ "user", "remove", 1, admin_user_remove, OWNER,
	    "lists-to yes" },
};

static bool
takes(const struct verb *v, const char *option)
{
	size_t n = strlen(option), len;
	const char *p;

	for (p = v->options; *p != '\0'; p += len + (p[len] == ' ')) {
		len = strcspn(p, " ");
		if (len == n && strncmp(p, option, n) == 0)
			return true;
	}
	return false;
}

/* The first option that was given and is another verb's; NULL: none. */
static const char *
stray_option(const struct admin *a, const struct verb *v)
{
	const struct program_option *o;

	for (o = a->p.options; o->name != NULL; o++)
		if ((o->value != NULL ? *o->value != NULL : *o->given) &&
		    !takes(v, o->name))
			return o->name;
	return NULL;
}

static void
list_verbs(void)
{
	const struct verb *v;

	for (v = verbs; v < verbs + COUNT(verbs); v++)
		printf("verb\t%s%s%s\t%s\n", v->first,
		    v->second == NULL ? "" : " ",
		    v->second == NULL ? "" : v->second, v->options);
}

/* The verb is unknown, or its second word is missing or wrong. */
static int
no_such_verb(const struct admin *a)
{
	const char *first = a->p.words[0];
	const struct verb *v;
	const char *all = "";

	for (v = verbs; v < verbs + COUNT(verbs); v++)
		if (v->second != NULL && strcmp(v->first, first) == 0)
			all = arena_printf(a->p.ctx.arena, "%s%s%s", all,
			    all[0] == '\0' ? "" : ", ", v->second);
	if (all[0] == '\0')
		return program_misused("unknown verb: %s; see --help", first);
	if (a->p.count == 1)
		return program_misused("missing verb after %s; must be one of: "
		    "%s", first, all);
	return program_misused("unknown verb: %s %s; must be one of: %s", first,
	    a->p.words[1], all);
}

static int
admin_run(struct admin *a)
{
	const struct verb *v;
	const char *stray;
	int n;

	if (a->p.count == 0)
		return program_misused("missing verb; see --help");
	for (v = verbs; v < verbs + COUNT(verbs); v++) {
		n = v->second == NULL ? 1 : 2;
		if (a->p.count < n || strcmp(a->p.words[0], v->first) != 0 ||
		    (n == 2 && strcmp(a->p.words[1], v->second) != 0))
			continue;
		if (a->p.count - n != v->words)
			return program_misused(a->p.count - n > v->words ?
			    "too many arguments; see --help" :
			    "missing argument; see --help");
		if ((stray = stray_option(a, v)) != NULL)
			return program_misused("--%s belongs to another verb; "
			    "see --help", stray);
		a->words = a->p.words + n;
		return v->as == OWNER && !program_become_owner(&a->p) ? 1 :
		    v->run(a);
	}
	return no_such_verb(a);
}

int
main(int argc, char **argv)
{
	struct admin a = { .name = NULL };
	const struct program_option options[] = {
		{ "name", 0, &a.name, NULL },
		{ "from", 0, &a.from, NULL },
		{ "to", 0, &a.to, NULL },
		{ "list", 0, &a.list, NULL },
		{ "lists-to", 0, &a.lists_to, NULL },
		{ "dry-run", 'n', NULL, &a.dry_run },
		{ "textfile", 0, &a.textfile, NULL },
		{ "end", 0, &a.end, NULL },
		{ "address", 0, &a.address, NULL },
		{ "user", 0, &a.user, NULL },
		{ "smtp-url", 0, &a.smtp_url, NULL },
		{ "mail-from", 0, &a.mail_from, NULL },
		{ "since", 0, &a.since, NULL },
		{ "verified", 0, NULL, &a.verified },
		{ "password-stdin", 0, NULL, &a.password_stdin },
		{ "keep-tokens", 0, NULL, &a.keep_tokens },
		{ "yes", 'y', NULL, &a.yes },
		{ "json", 0, NULL, &a.json },
		{ "prometheus", 0, NULL, &a.prometheus },
		{ "deep", 0, NULL, &a.deep },
		{ "incomplete", 0, NULL, &a.incomplete },
		{ "replace", 0, NULL, &a.replace },
		{ "remove", 0, NULL, &a.remove },
		{ NULL, 0, NULL, NULL }
	};
	int status;

	a.p = (struct program){ .name = "docket-admin", .usage = usage,
	    .options = options, .list_verbs = list_verbs };
	status = program_begin(&a.p, argc, argv);
	return status != PROGRAM_GOES_ON ? status :
	    program_end(&a.p, admin_run(&a));
}
