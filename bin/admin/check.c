/*
 * docket-admin check.  Each function checks one thing.  A fault breaks
 * something now; advice is optional.
 */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/sandbox.h"
#include "base/syscalls.h"
#include "bin/admin/admin.h"
#include "cli/progress.h"
#include "core/file/content.h"
#include "core/file/orphans.h"
#include "db/check.h"
#include "db/db.h"
#include "db/names.h"
#include "db/reserve.h"
#include "query.h"

#define RESERVE		(INT64_C(64) * 1024 * 1024)
#define PAGE		200
#define LOCK_SECONDS	5

struct check {
	struct admin	*admin;
	struct ctx	*c;
	int		 faults;
	int		 advice;
};

static void found(struct check *, bool, const char *, const char *, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports a finding and its remedy. */
static void
found(struct check *k, bool fault, const char *what_to_do, const char *fmt, ...)
{
	va_list ap;

	k->faults += fault;
	k->advice += !fault;
	printf("%s: ", fault ? "FAULT" : "Advice");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf(".\n        %s.\n", what_to_do);
}

static void
look_at_mode(struct check *k, const char *path, const char *what)
{
	struct stat st;

	if (stat(path, &st) == -1) {
		if (errno != ENOENT)
			found(k, true, "Make it readable",
			    "%s: %s", path, strerror(errno));
		return;
	}
	if (st.st_mode & 077)
		found(k, true, S_ISDIR(st.st_mode) ? "chmod 700 it" :
		    "chmod 600 it", "%s, %s, is accessible to other users "
		    "(mode %o)",
		    path, what, (unsigned)(st.st_mode & 0777));
	if (geteuid() != 0 && st.st_uid != geteuid())
		found(k, true, "Run docket-admin as that user, or chown it",
		    "%s belongs to another user (id %u)", path,
		    (unsigned)st.st_uid);
}

static void
check_modes(struct check *k)
{
	const char *data = k->c->settings->data;

	look_at_mode(k, data, "the data directory");
	look_at_mode(k, arena_printf(k->c->arena, "%s/" DB_FILE, data),
	    "the database");
	look_at_mode(k, arena_printf(k->c->arena, "%s/" CONTENT_DIR, data),
	    "the attachments directory");
}

static void
check_settings(struct check *k)
{
	const struct settings *s = k->c->settings;

	if (s->base_url[0] == '\0')
		found(k, false, "Set base-url to the address that users open",
		    "base-url is not set: mails and reminders contain no full "
		    "links");
	else if (strncmp(s->base_url, "https:", 6) != 0)
		found(k, false, "Put an HTTPS reverse proxy in front",
		    "base-url is plain http: passwords and tasks are sent "
		    "unencrypted");
	if (s->smtp_url[0] == '\0')
		found(k, false, "Set smtp-url and mail-from, or use "
		    "docket-admin user passwd and verify", "smtp-url is not "
		    "set: users cannot reset a forgotten password");
	else if (s->mail_from[0] == '\0')
		found(k, true, "Set mail-from to the sender's address",
		    "smtp-url is set, but mail-from is not");
	if (s->reminders == REMINDERS_OFF)
		return;
	if (!rows_any(q_state_vapid_public(k->c->db)))
		found(k, false, "Run docket-admin vapid, or set reminders = "
		    "off", "there are no VAPID keys: reminders cannot be sent");
	else if (s->vapid_subject[0] == '\0')
		found(k, false, "Set it to your mailto: or https: address",
		    "vapid-subject is not set: some push services require it");
}

static void
say_fault(void *arg, const char *line)
{
	found(arg, true, "Restore a backup (docket-admin restore) and check "
	    "the disk", "the database is damaged: %s", line);
}

/* Entered by a child, not read off the kernel's version. */
static void
check_sandbox(struct check *k)
{
	const struct settings *s = k->c->settings;
	const struct sandbox box = { .data = s->data, .calls = CALLS_SERVICE,
	    .memory = SANDBOX_MEMORY, .files = SANDBOX_FILES };
	const char *why;

	if (s->sandbox == SANDBOX_OFF)
		found(k, false, "Remove that setting if the kernel offers a "
		    "sandbox",
		    "sandbox = off: a compromised program can do whatever its "
		    "user can (the kernel offers: %s)",
		    sandbox_offered());
	else if (sandbox_try(&box, &why))
		program_say(&k->admin->p, "Sandbox: %s, system calls, limits.",
		    sandbox_offered());
	else if (s->sandbox == SANDBOX_TRY)
		found(k, false, "Use a kernel that supports it",
		    "sandbox = try, and part of the sandbox is missing: %s",
		    why);
	else
		found(k, true, "Use a kernel that supports it, or set sandbox "
		    "= try", "the service refuses to run: %s", why);
}

static void
check_database(struct check *k)
{
	db_check(k->c->db, say_fault, k);
}

static const struct {
	const char	*what;
	struct rows	*(*wrong)(struct db *);
} unfed[] = {
	{ "tasks", q_check_tasks }, { "steps", q_check_steps },
	{ "attachments", q_check_attachments }, { "tags", q_check_tags },
	{ "groups", q_check_groups }, { "lists", q_check_accesses },
};

static void
check_feed(struct check *k)
{
	int64_t n;
	size_t i;

	for (i = 0; i < COUNT(unfed); i++) {
		n = rows_one(unfed[i].wrong(k->c->db), 0);
		if (n > 0)
			found(k, true, "Restore a backup; something other than "
			    "Docket may have written to the database",
			    "missing from the feed of changes: %lld (%s); "
			    "clients do not see them", (long long)n,
			    unfed[i].what);
	}
	if (rows_one(q_check_last_stamp(k->c->db), 0) != 0)
		found(k, true, "Restore a backup", "some changes are newer "
		    "than the last stamp issued");
}

static void
check_clock(struct check *k)
{
	int64_t stamp = rows_one(q_state_last_stamp(k->c->db), 0);
	int64_t cleaned = rows_one(q_state_cleaned_at(k->c->db), 0);
	int64_t known = cleaned > stamp ? cleaned : stamp;
	int64_t ahead = stamp - k->c->now;

	if (known != 0 && (k->c->now < known - DAY ||
	    k->c->now > known + 30 * DAY))
		found(k, false, "Check the clock; if it is right, run "
		    "docket-cleanup --clock-is-right once",
		    "the clock is %lld days %s the last change or the last run "
		    "of docket-cleanup",
		    (long long)(llabs(k->c->now - known) / DAY),
		    k->c->now < known ? "behind" : "ahead of");
	if (ahead > MINUTE)
		found(k, true, "Set the clock; until then stamps continue from "
		    "the last one, and nothing is lost",
		    "the clock is %lld seconds behind the last change",
		    (long long)(ahead / 1000000));
}

static void
check_runs(struct check *k)
{
	int64_t reminded = rows_one(q_state_reminded_at(k->c->db), 0);
	int64_t cleaned = rows_one(q_state_cleaned_at(k->c->db), 0);
	bool wanted = rows_any(q_subscription_any(k->c->db));
	static const char cron[] = "Run it from a timer or cron: see "
	    "docket-remind.timer, docket.cron";

	if (k->c->settings->reminders == REMINDERS_ON &&
	    k->c->now - reminded > 10 * MINUTE)
		found(k, wanted, cron, reminded == 0 ?
		    "docket-remind has never run" :
		    "docket-remind has not run for %lld minutes",
		    (long long)((k->c->now - reminded) / MINUTE));
	if (k->c->now - cleaned > 2 * DAY)
		found(k, false, cron, cleaned == 0 ?
		    "docket-cleanup has never run" :
		    "docket-cleanup has not run for %lld days",
		    (long long)((k->c->now - cleaned) / DAY));
}

static void
check_disk(struct check *k)
{
	struct statvfs v;
	int64_t left;

	if (statvfs(k->c->settings->data, &v) == -1)
		return;
	left = (int64_t)v.f_bavail * (int64_t)v.f_frsize;
	if (left < RESERVE)
		found(k, true, "Free disk space: when none is left, nothing "
		    "can be changed", "only %lld MiB of disk space are left",
		    (long long)(left >> 20));
	if (!reserve_exists(k->c->settings->data))
		found(k, left < RESERVE, "docket-cleanup creates it again when "
		    "there is enough disk space",
		    "there is no " RESERVE_FILE ": on a full "
		    "disk nothing could be deleted");
}

static void
check_lock(struct check *k)
{
	if (db_begin_write(k->c->db, LOCK_SECONDS))
		db_end(k->c->db);
	else
		found(k, true, "Find the process that holds docket.lock open "
		    "(fuser), and stop it", "the write lock was not available "
		    "within %d seconds", LOCK_SECONDS);
}

/* NULL, or what is wrong with the file of that content. */
static const char *
look_at_file(struct check *k, const char *path, const unsigned char *hash,
    int64_t size)
{
	unsigned char block[65536], sum[crypto_hash_sha256_BYTES];
	crypto_hash_sha256_state state;
	struct stat st;
	ssize_t n;
	int fd;

	if (stat(path, &st) == -1)
		return strerror(errno);
	if (st.st_size != size)
		return "its size differs from the recorded size";
	if (!k->admin->deep)
		return NULL;
	if ((fd = open(path, O_RDONLY | O_CLOEXEC)) == -1)
		return strerror(errno);
	crypto_hash_sha256_init(&state);
	while ((n = read(fd, block, sizeof(block))) > 0)
		crypto_hash_sha256_update(&state, block, (size_t)n);
	crypto_hash_sha256_final(&state, sum);
	close(fd);
	return n == -1 ? "cannot be read" :
	    memcmp(sum, hash, sizeof(sum)) != 0 ?
	    "its content differs from what was uploaded" : NULL;
}

static void
check_contents(struct check *k)
{
	struct progress g = progress_begin(&k->admin->p, "files", 0);
	unsigned char after[32] = { 0 };
	struct arena *a = arena_new();
	struct ctx c = *k->c;
	const char *path, *wrong;
	int64_t seen = 0;
	struct attachment_contents_row f;
	struct rows *r;
	size_t n;

	c.arena = a;
	do {
		r = q_attachment_contents(c.db, after, sizeof(after), PAGE);
		for (n = 0; next_attachment_contents(r, a, &f); n++) {
			memcpy(after, f.sha256, sizeof(after));
			path = content_path(&c, after);
			wrong = look_at_file(k, path, after, f.size);
			if (wrong != NULL)
				found(k, true, "Copy it from a backup: its "
				    "name is its SHA-256", "%s: %s", path,
				    wrong);
			progress_show(&g, ++seen);
		}
		arena_reset(a);
	} while (n == PAGE);
	progress_end(&g);
	arena_free(a);
}

static void
check_orphans(struct check *k)
{
	const char **paths;
	size_t n = content_orphans(k->c, &paths);

	if (n > 0)
		found(k, false, "docket-cleanup removes them", "files without "
		    "an attachment: %zu, such as %s", n, paths[0]);
}

static void (*const looks[])(struct check *) = {
	check_sandbox, check_modes, check_disk, check_settings, check_feed,
	check_clock, check_runs, check_lock, check_contents, check_orphans,
};

int
admin_check(struct admin *a)
{
	struct check k = { .admin = a, .c = &a->p.ctx };
	bool damaged;
	size_t i;

	if (!program_open(&a->p))
		return 1;
	/* Do not read a damaged database any further. */
	check_database(&k);
	damaged = k.faults > 0;
	for (i = 0; !damaged && i < COUNT(looks); i++)
		looks[i](&k);
	program_say(&a->p, k.faults + k.advice == 0 ? "No problems found." :
	    "Faults: %d.  Advice: %d.", k.faults, k.advice);
	return k.faults == 0 ? 0 : 1;
}
