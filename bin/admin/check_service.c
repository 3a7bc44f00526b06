/*
 * docket-admin check: what systemd runs, the mail server and its queue, the
 * log.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "bin/admin/units.h"
#include "mail/smtp.h"
#include "query/admin.h"
#include "query/job.h"
#include "schedule.h"

#define CRON_FILE	"/etc/cron.d/docket"
#define SYSLOG		"/dev/log"

static bool
unit_always(const struct settings *s)
{
	(void)s;
	return true;
}

static bool
unit_reminds(const struct settings *s)
{
	return s->reminders == REMINDERS_ON;
}

static bool
unit_mails(const struct settings *s)
{
	return s->smtp_url[0] != '\0';
}

static bool
unit_backs_up(const struct settings *s)
{
	return s->backup_days > 0;
}

/* An installation enables those units that serve its layout.  Every one needs
 * the timers, unless cron starts the programs. */
static const struct expected {
	const char	*name;
	enum { IF_ENABLED, UNLESS_CRON } runs;
	bool		(*wanted)(const struct settings *);
	bool		 stays;		/* and keeps the settings it began with */
	bool		 by_socket;	/* whose unit is enabled in its place */
} expected[] = {
	{ "docket.service", IF_ENABLED, unit_always, true, false },
	{ "docket-lighttpd.service", IF_ENABLED, unit_always, true, false },
	{ "docket-fcgi.socket", IF_ENABLED, unit_always, false, false },
	{ "docket-fcgi.service", IF_ENABLED, unit_always, true, true },
	{ "docket-wait.service", IF_ENABLED, unit_always, true, false },
	{ "docket-metrics.timer", IF_ENABLED, unit_always, false, false },
#define TIMER(program, option, minute, wanted)	\
	{ program ".timer", UNLESS_CRON, unit_##wanted, false, false },
	SCHEDULE(TIMER)
	/* Enabled by no one: started by a timer, these end. */
#define SERVICE(program, option, minute, wanted)	\
	{ program ".service", IF_ENABLED, unit_always, false, false },
	SCHEDULE(SERVICE)
	{ "docket-metrics.service", IF_ENABLED, unit_always, false, false },
};

static int64_t
time_of(const struct timespec *t)
{
	return (int64_t)t->tv_sec * SECOND + t->tv_nsec / 1000;
}

static bool
should_run(const struct expected *e, const struct unit *u)
{
	if (e->runs == IF_ENABLED)
		return strcmp(u->enabled, "enabled") == 0;
	return strcmp(u->load, "not-found") != 0 &&
	    access(CRON_FILE, F_OK) == -1;
}

/* What of a service has changed since then; NULL: nothing. */
static const char *
service_changed_since(const struct check *k, int64_t then)
{
	struct stat st;

	if (stat(k->c->settings->file, &st) == 0 && time_of(&st.st_mtim) > then)
		return k->c->settings->file;
	/* When it was put there: the other time is that of its making. */
	if (stat("/proc/self/exe", &st) == 0 && time_of(&st.st_ctim) > then)
		return "the installed version";
	return NULL;
}

/* One that runs, as it is and after the machine starts again. */
static void
judge_running(struct check *k, const struct expected *e, const struct unit *u)
{
	struct arena *a = k->c->arena;
	const char *what = e->stays && u->since != 0 ?
	    service_changed_since(k, u->since) : NULL;

	if (what != NULL)
		check_found(k, false, arena_printf(a, "systemctl restart %s",
		    e->name), "%s was changed after %s had started, which may "
		    "still use what was there before", what, e->name);
	if (!e->by_socket && strcmp(u->enabled, "disabled") == 0)
		check_found(k, false, arena_printf(a, "systemctl enable %s",
		    e->name), "%s runs, but will not after the machine has "
		    "started again", e->name);
}

static void
judge_unit(struct check *k, const struct expected *e, const struct unit *u)
{
	struct arena *a = k->c->arena;
	/* One that ends again and again is being started most of the time. */
	bool fails = strcmp(u->active, "failed") == 0 ||
	    strcmp(u->sub, "auto-restart") == 0;

	if (!e->wanted(k->c->settings))
		return;
	if (fails)
		check_found(k, true, arena_printf(a, "journalctl -u %s says "
		    "why", e->name), "%s has failed", e->name);
	else if (should_run(e, u) && strcmp(u->active, "inactive") == 0)
		check_found(k, !k->admin->is_setup, arena_printf(a,
		    "systemctl enable --now %s", e->name), "%s does not run",
		    e->name);
	else if (strcmp(u->active, "active") == 0)
		judge_running(k, e, u);
}

void
check_units(struct check *k)
{
	const char *names[COUNT(expected) + 1] = { NULL };
	struct unit units[COUNT(expected)];
	size_t i;

	if (!units_here(k->admin))
		return;
	for (i = 0; i < COUNT(expected); i++)
		names[i] = expected[i].name;
	if (!units_show(k->c->arena, names, units)) {
		check_found(k, false, "Run it as a user who can reach systemd",
		    "systemctl does not answer: whether the service and its "
		    "timers run is unknown");
		return;
	}
	for (i = 0; i < COUNT(expected); i++)
		judge_unit(k, &expected[i], &units[i]);
}

void
check_mail_server(struct check *k)
{
	const struct settings *s = k->c->settings;
	struct smtp *smtp;
	const char *why;

	if (s->smtp_url[0] == '\0')
		return;
	smtp = smtp_open(s);
	if (!smtp_answers(smtp, k->c->arena, &why))
		check_found(k, true, "Correct smtp-url, or the mail server; "
		    "docket-admin mail-test ADDRESS sends a test mail", "%s",
		    why);
	smtp_close(smtp);
}

void
check_mails(struct check *k)
{
	int64_t late = rows_one(q_stats_mails_late(k->c->db,
	    k->c->now - 60 * MINUTE), 0);
	int64_t ran = rows_one(q_state_mailed_at(k->c->db), 0);

	if (!unit_mails(k->c->settings))
		return;
	if (late > 0)
		check_found(k, true, "The log of docket-mail says why "
		    "(journalctl -u docket-mail)",
		    "mails that have been queued for over an hour: %lld",
		    (long long)late);
	if (k->c->now - ran > 10 * MINUTE)
		check_found(k, late > 0, "Run it from a timer or cron: see "
		    "docket-mail.timer, docket.cron", ran == 0 ?
		    "docket-mail has never run" :
		    "docket-mail has not run for %s",
		    check_span(k, k->c->now - ran));
}

/* Can a line be added?  The program has opened it already, but perhaps as root.
 * False with errno. */
static bool
log_takes(const char *log)
{
	int fd = open(log, O_WRONLY | O_APPEND | O_CLOEXEC);
	struct statvfs v;
	bool full;

	if (fd == -1)
		return false;
	full = fstatvfs(fd, &v) == 0 && v.f_blocks > 0 && v.f_bavail == 0;
	close(fd);
	errno = ENOSPC;
	return !full;
}

static bool
syslog_takes(void)
{
	const struct sockaddr_un to = { .sun_family = AF_UNIX,
		.sun_path = SYSLOG };
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	/* EPROTOTYPE: it is there, as a stream, which syslog(3) tries, too. */
	bool there = connect(fd, (const struct sockaddr *)&to, sizeof(to)) == 0 ||
	    errno == EPROTOTYPE;

	close(fd);
	return there;
}

void
check_log(struct check *k)
{
	const char *log = k->c->settings->log;

	if (strcmp(log, "stderr") == 0)
		return;
	if (strcmp(log, "syslog") == 0) {
		if (!syslog_takes())
			check_found(k, true, "Start the system's log, or set "
			    "log = stderr", "the log cannot be written: "
			    "syslog: " SYSLOG ": %s", strerror(errno));
	} else if (!log_takes(log)) {
		check_found(k, true, "Correct the setting log, or let the "
		    "service's user write there; until then the log goes to "
		    "standard error", "the log cannot be written: %s: %s", log,
		    strerror(errno));
	}
}
