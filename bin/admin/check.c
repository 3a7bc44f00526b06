/*
 * docket-admin check: the database, the machine, and what must run.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/sandbox.h"
#include "base/syscalls.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "core/batch/cleanup.h"
#include "core/limits.h"
#include "db/db.h"
#include "db/names.h"
#include "db/sqlite/check.h"
#include "db/sqlite/reserve.h"
#include "query/admin.h"
#include "query/delivery.h"
#include "query/job.h"
#include "query/state.h"
#include "query/user_list.h"

#define LOCK_SECONDS	5
#define INODES_LOW	1000

static void
say_fault(void *arg, const char *line)
{
	check_found(arg, true, "Restore a backup (docket-admin restore) and "
	    "check the disk", "the database is damaged: %s", line);
}

/* A child process tries it: the kernel's version does not tell. */
static void
check_sandbox(struct check *k)
{
	const struct settings *s = k->c->settings;
	const struct sandbox box = { .data = s->data, .calls = CALLS_SERVICE,
	    .memory = SANDBOX_MEMORY, .files = SANDBOX_FILES };
	const char *why;

	if (s->sandbox == SANDBOX_OFF)
		check_found(k, false, "Remove that setting if the kernel "
		    "offers a sandbox",
		    "sandbox = off: a compromised program can do whatever its "
		    "user can (the kernel offers: %s)",
		    sandbox_offered());
	else if (sandbox_try(&box, &why))
		program_say(&k->admin->p, "Sandbox: %s, system calls, limits.",
		    sandbox_offered());
	else if (s->sandbox == SANDBOX_TRY)
		check_found(k, false, "Use a kernel that supports it",
		    "sandbox = try, and part of the sandbox is missing: %s",
		    why);
	else
		check_found(k, true, "Use a kernel that supports it, or set "
		    "sandbox = try", "the service refuses to run: %s", why);
}

static void
check_database(struct check *k)
{
	db_check(k->c->db, say_fault, k);
}

static void
say_of_server(void *arg, const struct finding *f)
{
	struct check *k = arg;

	if (f->kind == FINDING_NOTE)
		program_say(&k->admin->p, "%s.", f->what);
	else
		check_found(k, f->kind == FINDING_FAULT, f->remedy, "%s",
		    f->what);
}

static void
check_server(struct check *k)
{
	db_check_server(k->c->db, k->c->now, say_of_server, k);
}

static void
check_clock(struct check *k)
{
	int64_t stamp = rows_one(q_state_last_stamp(k->c->db), 0);
	int64_t known = cleanup_known(k->c);
	int64_t ahead = stamp - k->c->now;

	if (known != 0 && (k->c->now < known - DAY ||
	    k->c->now > known + CLOCK_LEAP))
		check_found(k, false, "Check the clock; if it is right, run "
		    "docket-cleanup --clock-is-right once",
		    "the clock is %s %s the last change or the last run "
		    "of docket-cleanup",
		    check_span(k, llabs(k->c->now - known)),
		    k->c->now < known ? "behind" : "ahead of");
	if (ahead > MINUTE)
		check_found(k, true, "Set the clock; until then stamps "
		    "continue from the last one, and nothing is lost",
		    "the clock is %s behind the last change",
		    check_span(k, ahead));
}

static void
check_runs(struct check *k)
{
	int64_t reminded = rows_one(q_state_reminded_at(k->c->db), 0);
	int64_t cleaned = rows_one(q_state_cleaned_at(k->c->db), 0);
	bool wanted = rows_any(q_subscription_any(k->c->db));
	static const char each_minute[] = "Run it from a timer or cron: see "
	    "docket-remind.timer, docket.cron";
	static const char nightly[] = "Run it from a timer or cron: see "
	    "docket-cleanup.timer, docket.cron";

	if (k->c->settings->reminders == REMINDERS_ON &&
	    k->c->now - reminded > 10 * MINUTE)
		check_found(k, wanted, each_minute, reminded == 0 ?
		    "docket-remind has never run" :
		    "docket-remind has not run for %s",
		    check_span(k, k->c->now - reminded));
	if (k->c->now - cleaned > 2 * DAY)
		check_found(k, false, nightly, cleaned == 0 ?
		    "docket-cleanup has never run" :
		    "docket-cleanup has not run for %s",
		    check_span(k, k->c->now - cleaned));
}

/* backup-days = 0: something other than docket-backup makes backups. */
static void
check_backup(struct check *k)
{
	int64_t at = rows_one(q_state_backed_up_at(k->c->db), 0);
	int64_t days = k->c->settings->backup_days;

	if (days > 0 && k->c->now - at > days * DAY)
		check_found(k, false, "Run docket-backup from a timer or cron: "
		    "see docket-backup.timer, docket.cron; or set backup-days "
		    "= 0", at == 0 ? "docket-backup has never made a backup" :
		    "the last backup is %lld days old",
		    (long long)((k->c->now - at) / DAY));
}

static void
check_administrators(struct check *k)
{
	if (!rows_any(q_user_admins(k->c->db, NULL)))
		check_found(k, false, "Make a user one: docket-admin user "
		    "admin EMAIL", "no user is an administrator: nobody "
		    "manages users in the app");
}

static void
check_disk(struct check *k)
{
	struct statvfs v;
	int64_t left;

	if (statvfs(k->c->settings->data, &v) == -1)
		return;
	left = (int64_t)v.f_bavail * (int64_t)v.f_frsize;
	if (left < DISK_LOW)
		check_found(k, true, "Free disk space: when none is left, "
		    "nothing can be changed", "only %lld MiB of disk space is left",
		    (long long)(left >> 20));
	/* Some file systems have no number of files. */
	if (v.f_files > 0 && v.f_favail < INODES_LOW)
		check_found(k, true, "Remove files: when none can be created, "
		    "nothing can be attached or backed up", "the disk has "
		    "space, but only %lld more files can be created on it",
		    (long long)v.f_favail);
	if (!db_is_remote(settings_database(k->c->settings)) &&
	    !reserve_exists(k->c->settings->data))
		check_found(k, left < DISK_LOW, "docket-cleanup creates it "
		    "again when there is enough disk space",
		    "there is no " RESERVE_FILE ": on a full "
		    "disk nothing could be deleted");
}

static void
check_lock(struct check *k)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/" DB_LOCK, k->c->settings->data);
	if (access(path, R_OK | W_OK) == -1 && errno != ENOENT)
		check_found(k, true, "Make it readable and writable for the "
		    "service's user", "%s: %s", path, strerror(errno));
	else if (db_begin_write(k->c->db, LOCK_SECONDS))
		db_end(k->c->db);
	else
		check_found(k, true, "Find the process that holds docket.lock "
		    "open (fuser), and stop it", "the write lock was not available "
		    "within %d seconds", LOCK_SECONDS);
}

/* Every look, in the order of the report. */
static const struct look {
	void	(*look)(struct check *);
	bool	 database;	/* only at one that can be read */
} looks[] = {
	{ check_units, false },
	{ check_log, false },
	{ check_sandbox, false },
	{ check_server, true },
	{ check_schema, true },
	{ check_modes, false },
	{ check_key, true },
	{ check_passkeys, false },
	{ check_factors, true },
	{ check_disk, false },
	{ check_settings_file, false },
	{ check_variables, false },
	{ check_zones, false },
	{ check_settings, true },
	{ check_address, false },
	{ check_forwarded, false },
	{ check_sign_on, false },
	{ check_mail_server, false },
	{ check_mails, true },
	{ check_clock, true },
	{ check_runs, true },
	{ check_backup, true },
	{ check_administrators, true },
	{ check_lock, true },
	{ check_feed, true },
	{ check_index, true },
	{ check_files, true },
};

int
admin_check(struct admin *a)
{
	struct check k = { .admin = a, .c = &a->p.ctx };
	bool readable = program_open(&a->p);
	size_t i;

	if (readable)
		check_database(&k);
	else
		k.faults++;	/* program_open() has named it */
	readable = k.faults == 0;
	for (i = 0; i < COUNT(looks); i++)
		if (readable || !looks[i].database)
			looks[i].look(&k);
	program_say(&a->p, k.faults + k.advice == 0 ? "No problems found." :
	    "Faults: %d.  Advice: %d.", k.faults, k.advice);
	return k.faults == 0 ? 0 : 1;
}
