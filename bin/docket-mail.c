/*
 * docket-mail: sends the mails that are due, then exits.
 */
#include <stdio.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"
#include "cli/confine.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "core/notify/mail.h"
#include "mail/message.h"
#include "mail/smtp.h"
#include "query/job.h"
#include "query/mail.h"

static const char usage[] =
"usage: docket-mail [-c CONF] [-d DATA] [--quiet] [--dry-run]\n"
"\n"
"Sends queued mail through the mail server of smtp-url.  Run it every minute.\n"
"\n"
"  --dry-run  list what would be sent\n"
"  --quiet    print errors only\n"
"  -c CONF    settings file     -d DATA    data directory\n"
"  --help     print this text   --version  print the version\n"
"\n"
"Exit status: 0 done, 1 some mail was not sent, 2 wrong usage.\n"
"See docket-mail(8).\n";

struct run {
	struct program	*program;
	struct ctx	 ctx;		/* with an arena for each mail */
	struct smtp	*smtp;
	int		 sent;
	int		 failed;
};

static int
list_due(struct program *p)
{
	struct rows *r = mail_due(&p->ctx, INT64_MAX);
	struct mail m;

	while (mail_next(&p->ctx, r, &m))
		printf("%s\t%s\t%s\n", mail_kind_name(m.kind), m.email,
		    m.wanted ? "would be sent" :
		    "would be dropped: no longer needed");
	return 0;
}

static void
given_up(struct run *r, const struct mail *m, const char *why)
{
	log_error("mail %lld (%s, user %s) dropped: %s", (long long)m->id,
	    mail_kind_name(m->kind), m->user, why);
	r->failed++;
}

static bool
mail_begin(struct run *r)
{
	if (!program_write(r->program)) {
		r->failed++;
		return false;
	}
	r->ctx.now = clock_now();
	return true;
}

/* False if there is none, or the database is busy. */
static bool
mail_claim_one(struct run *r, struct mail *m)
{
	bool found;

	if (!mail_begin(r))
		return false;
	found = mail_claim(&r->ctx, m);
	db_commit(r->ctx.db);
	return found;
}

/* Marks the outcome; false if the other mails would fail, too. */
static bool
mail_record(struct run *r, const struct mail *m, enum smtp_outcome how,
    const char *why)
{
	int wait = 0;

	if (!mail_begin(r))
		return false;
	if (how == SMTP_LATER || how == SMTP_DOWN)
		wait = mail_later(&r->ctx, m);
	else
		mail_done(&r->ctx, m);
	db_commit(r->ctx.db);
	if (how == SMTP_SENT)
		r->sent++;
	else if (wait == 0)
		given_up(r, m, why);
	else {
		log_error("mail %lld deferred for %d min: %s", (long long)m->id,
		    wait, why);
		r->failed++;
	}
	return how != SMTP_DOWN;
}

/* Sends or drops the next mail; false at the end of the run. */
static bool
mail_take_next(struct run *r)
{
	enum smtp_outcome how;
	struct message message;
	const char *why;
	struct mail m;

	arena_reset(r->ctx.arena);
	if (!mail_claim_one(r, &m))
		return false;
	if (!m.wanted)
		return true;
	message_of_mail(r->ctx.arena, r->ctx.settings, &m, &message);
	how = smtp_send(r->smtp, r->ctx.arena, &message, &why);
	return mail_record(r, &m, how, why);
}

static int
send_due(struct program *p, int64_t due)
{
	struct progress bar = progress_begin(p, "Mail", due);
	struct run r = { .program = p, .ctx = p->ctx };

	r.ctx.arena = arena_new();
	r.smtp = smtp_open(&p->settings);
	while (mail_take_next(&r))
		progress_show(&bar, r.sent);
	progress_end(&bar);
	smtp_close(r.smtp);
	arena_free(r.ctx.arena);
	program_say(p, "Sent: %d.  Not sent: %d.", r.sent, r.failed);
	return r.failed == 0 ? 0 : 1;
}

static int
mail_run(struct program *p, bool dry)
{
	int64_t due;

	if (p->count > 0)
		return program_misused("too many arguments; see --help");
	if (p->settings.smtp_url[0] == '\0') {
		program_say(p, "Mail is not set up: smtp-url is not set.");
		return 0;
	}
	if (p->settings.mail_from[0] == '\0')
		return program_failed("%s: smtp-url is set, but mail-from is "
		    "not", p->settings.origin[SETTING_SMTP_URL]);
	if (!program_open(p))
		return 1;
	if (dry)
		return list_due(p);
	if (!program_write(p))
		return 1;
	q_state_set_mailed_at(p->ctx.db, p->ctx.now);
	mail_recall(&p->ctx);
	db_commit(p->ctx.db);
	due = rows_one(q_mail_due_count(p->ctx.db, p->ctx.now), 0);
	return due == 0 ? 0 : send_due(p, due);
}

/* Allows only the data, name servers and the mail server. */
static bool
mail_confine(struct program *p)
{
	const uint16_t ports[] = { 53, p->settings.smtp_url[0] == '\0' ?
		0 : (uint16_t)smtp_port(&p->settings), 0 };

	return program_confine(p, (struct sandbox){ .ports = ports });
}

int
main(int argc, char **argv)
{
	bool dry = false;
	const struct program_option options[] = {
		{ "dry-run", 0, NULL, &dry },
		{ NULL, 0, NULL, NULL }
	};
	struct program p = { .name = "docket-mail", .usage = usage,
		.options = options };
	int status = program_begin(&p, argc, argv);

	if (status != PROGRAM_GOES_ON)
		return status;
	if (!program_become_owner(&p))
		return program_end(&p, 1);
	return program_end(&p, mail_confine(&p) ? mail_run(&p, dry) : 1);
}
