/*
 * docket-admin stats: the same figures for a person, as JSON, or as metrics in
 * the text format of Prometheus.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/json/write.h"
#include "base/log.h"
#include "base/version.h"
#include "bin/admin/admin.h"
#include "core/limits.h"
#include "db/db.h"
#include "db/migrations.h"
#include "db/sqlite/check.h"
#include "db/sqlite/reserve.h"
#include "query/admin.h"
#include "query/job.h"
#include "query/state.h"

/* A figure comes from one of three sources. */
struct figure {
	const char	*name;		/* in JSON */
	const char	*text;		/* for a person */
	const char	*metric;	/* after "docket_" */
	const char	*labels;	/* "" or "{...}" */
	const char	*help;		/* of the metric; NULL: as above */
	struct rows	*(*one)(struct db *);
	struct rows	*(*at)(struct db *, int64_t time);
	int64_t		 ago;		/* that time, before now */
	int64_t		(*file)(const char *data);
	bool		 sqlite;	/* only SQLite has it */
};

static int64_t
database_bytes(const char *data)
{
	int64_t file, wal;

	db_sizes(data, &file, &wal);
	return file;
}

static int64_t
wal_bytes(const char *data)
{
	int64_t file, wal;

	db_sizes(data, &file, &wal);
	return wal;
}

static int64_t
free_bytes(const char *data)
{
	struct statvfs v;

	return statvfs(data, &v) == -1 ? 0 :
	    (int64_t)v.f_bavail * (int64_t)v.f_frsize;
}

static int64_t
reserve(const char *data)
{
	return reserve_exists(data);
}

#define QUERY(q)	q, NULL, 0, NULL, false
#define QUERY_AT(q, t)	NULL, q, t, NULL, false
#define FROM_FILE(f)	NULL, NULL, 0, f, false
#define OF_SQLITE(f)	NULL, NULL, 0, f, true

static const struct figure figures[] = {
	{ "users", "users", "users", "", "Users.", QUERY(q_stats_users) },
	{ "lists", "lists", "lists", "", "Lists.", QUERY(q_stats_lists) },
	{ "sharedLists", "shared lists", "lists_shared", "",
	    "Lists with members.", QUERY(q_stats_shared) },
	{ "openTasks", "open tasks", "tasks", "{state=\"open\"}",
	    "Tasks; deleted ones are kept for restoring and for sync.",
	    QUERY(q_stats_open) },
	{ "doneTasks", "done tasks", "tasks", "{state=\"done\"}", NULL,
	    QUERY(q_stats_done) },
	{ "deletedTasks", "deleted tasks", "tasks", "{state=\"deleted\"}",
	    NULL, QUERY(q_stats_deleted) },
	{ "steps", "steps", "steps", "", "Steps.", QUERY(q_stats_steps) },
	{ "attachments", "attachments", "attachments", "", "Attachments.",
	    QUERY(q_stats_attachments) },
	{ "attachmentBytes", "bytes of attachments", "attachment_bytes", "",
	    "Size of all attachments, each content once.",
	    QUERY(q_stats_attachment_bytes) },
	{ "pushSubscriptions", "push subscriptions", "push_subscriptions", "",
	    "Devices that receive notifications.",
	    QUERY(q_stats_subscriptions) },
	{ "plannedNotices", "reminders and assignments planned",
	    "notices_planned", "", "Reminders and assignments planned.",
	    QUERY(q_stats_notices) },
	{ "queuedDeliveries", "deliveries queued", "deliveries_queued", "",
	    "Notifications queued, each for one device.",
	    QUERY(q_stats_deliveries) },
	{ "lateNotices", "reminders and assignments late", "notices_late", "",
	    "Reminders and assignments due for over 10 minutes and not sent.",
	    QUERY_AT(q_stats_late, REMINDER_OVERDUE) },
	{ "queuedMails", "mails queued", "mails_queued", "", "Mails queued.",
	    QUERY(q_stats_mails) },
	{ "lateMails", "mails late", "mails_late", "",
	    "Mails queued for over an hour.", QUERY_AT(q_stats_mails_late,
	    60 * MINUTE) },
	{ "sessions", "sessions", "sessions", "", "Sessions that have not "
	    "ended.", QUERY_AT(q_stats_sessions, 0) },
	{ "secondFactorUsers", "users with an authenticator app or a passkey",
	    "users_second_factor", "", "Users with an authenticator app or a "
	    "passkey.", QUERY(q_stats_factor) },
	{ "readTokens", "access tokens that read", "tokens",
	    "{scope=\"read\"}", "Access tokens that have the scope.",
	    QUERY_AT(q_stats_tokens_read, 0) },
	{ "writeTokens", "access tokens that read and write", "tokens",
	    "{scope=\"write\"}", NULL, QUERY_AT(q_stats_tokens_write, 0) },
	{ "addTokens", "access tokens that add tasks", "tokens",
	    "{scope=\"add\"}", NULL, QUERY_AT(q_stats_tokens_add, 0) },
	{ "davTokens", "access tokens for CalDAV", "tokens",
	    "{scope=\"dav\"}", NULL, QUERY_AT(q_stats_tokens_dav, 0) },
	{ "unusedTokens", "access tokens that were never used",
	    "tokens_unused", "", "Access tokens that were never used.",
	    QUERY_AT(q_stats_tokens_unused, 0) },
	{ "databaseBytes", "bytes of the database", "database_bytes", "",
	    "Size of the database.", OF_SQLITE(database_bytes) },
	{ "walBytes", "bytes of the write-ahead log", "wal_bytes", "",
	    "Size of the write-ahead log.", OF_SQLITE(wal_bytes) },
	{ "freeBytes", "bytes free on the disk", "disk_free_bytes", "",
	    "Space left on the disk of the data directory.",
	    FROM_FILE(free_bytes) },
	{ "reserve", "reserve on the disk (1: there is one)", "reserve", "",
	    "1 if the reserve on the disk exists, 0 if it was released.",
	    OF_SQLITE(reserve) },
};

#define PROGRAM(name)	"{program=\"" name "\"}"

static const struct figure times[] = {
	{ "lastChange", "last change", "last_change_timestamp_seconds", "",
	    "When something was last changed.", QUERY(q_state_last_stamp) },
	{ "lastReminderRun", "last run of docket-remind",
	    "last_run_timestamp_seconds", PROGRAM("docket-remind"),
	    "When a batch program last ran; 0: never.",
	    QUERY(q_state_reminded_at) },
	{ "lastMailRun", "last run of docket-mail",
	    "last_run_timestamp_seconds", PROGRAM("docket-mail"), NULL,
	    QUERY(q_state_mailed_at) },
	{ "lastCleanupRun", "last run of docket-cleanup",
	    "last_run_timestamp_seconds", PROGRAM("docket-cleanup"), NULL,
	    QUERY(q_state_cleaned_at) },
	{ "lastBackup", "last complete backup by docket-backup",
	    "last_run_timestamp_seconds", PROGRAM("docket-backup"), NULL,
	    QUERY(q_state_backed_up_at) },
};

/* How figures are written: one function for numbers, one for times (0: none),
 * and the text before and after all of them. */
struct form {
	void	(*begin)(struct buf *, struct jw *);
	void	(*number)(struct buf *, struct jw *, const struct figure *,
		    int64_t);
	void	(*time)(struct buf *, struct jw *, const struct figure *,
		    int64_t);
	void	(*end)(struct buf *, struct jw *);
};

static void
write_nothing(struct buf *b, struct jw *jw)
{
	(void)b;
	(void)jw;
}

static void
text_number(struct buf *b, struct jw *jw, const struct figure *f, int64_t n)
{
	(void)jw;
	buf_printf(b, "%14lld  %s\n", (long long)n, f->text);
}

static void
text_time(struct buf *b, struct jw *jw, const struct figure *f, int64_t at)
{
	char when[STAMP_SIZE];

	(void)jw;
	buf_printf(b, "%s  %s\n", at == 0 ? "         never" :
	    stamp_format(at, when), f->text);
}

static void
json_begin(struct buf *b, struct jw *jw)
{
	(void)b;
	jw_object(jw);
}

static void
json_number(struct buf *b, struct jw *jw, const struct figure *f, int64_t n)
{
	(void)b;
	jw_put_int(jw, f->name, n);
}

static void
json_time(struct buf *b, struct jw *jw, const struct figure *f, int64_t at)
{
	(void)b;
	jw_put_stamp_or_null(jw, f->name, at);
}

static void
json_end(struct buf *b, struct jw *jw)
{
	jw_object_end(jw);
	buf_str(b, "\n");
}

static void
metric_head(struct buf *b, const struct figure *f)
{
	if (f->help != NULL)
		buf_printf(b, "# HELP docket_%s %s\n# TYPE docket_%s gauge\n",
		    f->metric, f->help, f->metric);
}

static void
metric_begin(struct buf *b, struct jw *jw)
{
	(void)jw;
	buf_printf(b, "# HELP docket_info The version of Docket and of its "
	    "schema.\n# TYPE docket_info gauge\ndocket_info{version=\"%s\","
	    "schema=\"%d\"} 1\n", docket_version, migration_last);
}

static void
metric_number(struct buf *b, struct jw *jw, const struct figure *f, int64_t n)
{
	(void)jw;
	metric_head(b, f);
	buf_printf(b, "docket_%s%s %lld\n", f->metric, f->labels,
	    (long long)n);
}

static void
metric_time(struct buf *b, struct jw *jw, const struct figure *f, int64_t at)
{
	(void)jw;
	metric_head(b, f);
	buf_printf(b, "docket_%s%s %lld.%06lld\n", f->metric, f->labels,
	    (long long)(at / SECOND), (long long)(at % SECOND));
}

static const struct form text = { write_nothing, text_number, text_time,
    write_nothing };
static const struct form json = { json_begin, json_number, json_time,
    json_end };
static const struct form prometheus = { metric_begin, metric_number,
    metric_time, write_nothing };

static int64_t
figure_value(const struct ctx *c, const struct figure *f)
{
	if (f->file != NULL)
		return f->file(c->settings->data);
	return rows_one(f->one != NULL ? f->one(c->db) :
	    f->at(c->db, c->now - f->ago), 0);
}

static void
write_all(const struct ctx *c, const struct form *form, struct buf *b)
{
	bool remote = db_is_remote(c->settings->database);
	struct jw jw = { .out = b };
	size_t i;

	db_begin_read(c->db);
	form->begin(b, &jw);
	for (i = 0; i < COUNT(figures); i++)
		if (!remote || !figures[i].sqlite)
			form->number(b, &jw, &figures[i],
			    figure_value(c, &figures[i]));
	for (i = 0; i < COUNT(times); i++)
		form->time(b, &jw, &times[i], figure_value(c, &times[i]));
	form->end(b, &jw);
	db_end(c->db);
}

/* Replaces the file at once, so that nobody reads half of it.  Another user
 * reads it, such as that of node_exporter.  Signals wait, since they would
 * leave the temporary file. */
static bool
write_file(struct arena *a, const char *path, const struct buf *b)
{
	const char *tmp = arena_printf(a, "%s.%ld", path, (long)getpid());
	sigset_t all, was;
	FILE *f;
	bool ok;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &was);
	f = fopen(tmp, "wxe");
	ok = f != NULL && fwrite(b->data, 1, b->len, f) == b->len &&
	    fchmod(fileno(f), 0644) == 0;

	if (f != NULL && fclose(f) != 0)
		ok = false;
	if (ok)
		ok = rename(tmp, path) == 0;
	if (!ok)
		log_error("%s: %s", f == NULL ? tmp : path, strerror(errno));
	if (!ok && f != NULL)
		unlink(tmp);
	sigprocmask(SIG_SETMASK, &was, NULL);
	return ok;
}

int
admin_stats(struct admin *a)
{
	struct buf b = { NULL, 0, 0 };
	int status = 0;

	if (a->json && (a->prometheus || a->textfile != NULL))
		return program_misused("--json does not go with --prometheus "
		    "and --textfile");
	/* The owner of the data may not write where node_exporter reads. */
	if ((a->textfile == NULL && !program_become_owner(&a->p)) ||
	    !program_open(&a->p))
		return 1;
	write_all(&a->p.ctx, a->json ? &json : a->prometheus ||
	    a->textfile != NULL ? &prometheus : &text, &b);
	if (a->textfile == NULL)
		fwrite(b.data, 1, b.len, stdout);
	else if (!write_file(a->p.ctx.arena, a->textfile, &b))
		status = 1;
	buf_free(&b);
	return status;
}
