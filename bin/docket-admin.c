/*
 * docket-admin: the administrator's tool.  Each verb has a function in
 * bin/admin.
 */
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
"                              replace the data by the newest backup in DIR,\n"
"                              or by NAME; --incomplete: even if attachments\n"
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
"  vapid [--replace]           create the keys for Web Push; --replace replaces\n"
"                              them, and every device must register again\n"
"  push-test EMAIL             send a test push to each device of a user\n"
"\n"
"  user add EMAIL [--name NAME] [--verified] [--password-stdin]\n"
"                              add a user with a password\n"
"  user invite EMAIL [--name NAME]\n"
"                              add a user without a password: mail a link to\n"
"                              choose one, or print it if mail is not set up\n"
"  user list                   list address, verification, name, storage and\n"
"                              last sign-in\n"
"  user verify EMAIL           mark the address as verified\n"
"  user email EMAIL NEW        change the address\n"
"  user disable EMAIL          end all sessions and refuse to sign in\n"
"  user enable EMAIL           allow to sign in again\n"
"  user sessions EMAIL [--end ID|all]\n"
"                              list the sessions, or end one or all\n"
"  user passwd EMAIL [--password-stdin] [--keep-tokens]\n"
"                              change the password; ends all sessions and,\n"
"                              unless --keep-tokens, all access tokens\n"
"  user remove EMAIL [--yes]   delete the user and the lists they own\n"
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
	bool		 writes;	/* as the owner of the data */
} verbs[] = {
	{ "setup", NULL, 0, admin_setup, false },
	{ "migrate", NULL, 0, admin_migrate, true },
	{ "check", NULL, 0, admin_check, false },
	{ "restore", NULL, 1, admin_restore, true },
	{ "recover", NULL, 0, admin_recover, true },
	{ "move", NULL, 0, admin_move, true },
	{ "fetch-files", NULL, 1, admin_fetch_files, true },
	{ "reindex", NULL, 0, admin_reindex, true },
	{ "stats", NULL, 0, admin_stats, false },
	{ "config", NULL, 0, admin_config, false },
	{ "mail-test", NULL, 1, admin_mail_test, false },
	{ "vapid", NULL, 0, admin_vapid, true },
	{ "push-test", NULL, 1, admin_push_test, false },
	{ "user", "add", 1, admin_user_add, true },
	{ "user", "invite", 1, admin_user_invite, true },
	{ "user", "list", 0, admin_user_list, false },
	{ "user", "verify", 1, admin_user_verify, true },
	{ "user", "email", 2, admin_user_email, true },
	{ "user", "disable", 1, admin_user_disable, true },
	{ "user", "enable", 1, admin_user_enable, true },
	{ "user", "sessions", 1, admin_user_sessions, true },
	{ "user", "passwd", 1, admin_user_passwd, true },
	{ "user", "remove", 1, admin_user_remove, true },
};

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
run(struct admin *a)
{
	const struct verb *v;
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
		a->words = a->p.words + n;
		return v->writes && !program_become_owner(&a->p) ? 1 :
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
		{ "dry-run", 'n', NULL, &a.dry_run },
		{ "textfile", 0, &a.textfile, NULL },
		{ "end", 0, &a.end, NULL },
		{ "address", 0, &a.address, NULL },
		{ "user", 0, &a.user, NULL },
		{ "smtp-url", 0, &a.smtp_url, NULL },
		{ "mail-from", 0, &a.mail_from, NULL },
		{ "verified", 0, NULL, &a.verified },
		{ "password-stdin", 0, NULL, &a.password_stdin },
		{ "keep-tokens", 0, NULL, &a.keep_tokens },
		{ "yes", 'y', NULL, &a.yes },
		{ "json", 0, NULL, &a.json },
		{ "prometheus", 0, NULL, &a.prometheus },
		{ "deep", 0, NULL, &a.deep },
		{ "incomplete", 0, NULL, &a.incomplete },
		{ "replace", 0, NULL, &a.replace },
		{ NULL, 0, NULL, NULL }
	};
	int status;

	a.p = (struct program){ .name = "docket-admin", .usage = usage,
	    .options = options };
	status = program_begin(&a.p, argc, argv);
	return status != PROGRAM_GOES_ON ? status :
	    program_end(&a.p, run(&a));
}
