/*
 * docket-admin mail-test.
 */
#include "bin/admin/admin.h"
#include "mail/message.h"
#include "mail/smtp.h"

int
admin_mail_test(struct admin *a)
{
	const struct settings *s = &a->p.settings;
	const char *missing = s->smtp_url[0] == '\0' ? "smtp-url" :
	    s->mail_from[0] == '\0' ? "mail-from" : NULL;
	enum smtp_outcome how;
	struct message m;
	struct smtp *smtp;
	const char *why;

	if (missing != NULL)
		return program_failed("mail is not set up: %s is not set",
		    missing);
	message_of_test(a->p.ctx.arena, s, a->words[0], a->p.ctx.now, &m);
	smtp = smtp_open(s);
	how = smtp_send(smtp, a->p.ctx.arena, &m, &why);
	smtp_close(smtp);
	if (how != SMTP_SENT)
		return program_failed("%s", why);
	program_say(&a->p, "Mail sent to %s: %s", a->words[0], why);
	return 0;
}
