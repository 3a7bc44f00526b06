#include <stdio.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/json/write.h"
#include "bin/admin/admin.h"
#include "db/check.h"
#include "db/db.h"
#include "query.h"

struct figure {
	const char	*name;		/* in JSON */
	const char	*text;		/* for a person */
	struct rows	*(*one)(struct db *);
};

static const struct figure figures[] = {
	{ "users", "users", q_stats_users },
	{ "lists", "lists", q_stats_lists },
	{ "sharedLists", "shared lists", q_stats_shared },
	{ "openTasks", "open tasks", q_stats_open },
	{ "doneTasks", "done tasks", q_stats_done },
	{ "deletedTasks", "deleted tasks", q_stats_deleted },
	{ "steps", "steps", q_stats_steps },
	{ "attachments", "attachments", q_stats_attachments },
	{ "attachmentBytes", "bytes of attachments", q_stats_attachment_bytes },
	{ "pushSubscriptions", "push subscriptions", q_stats_subscriptions },
	{ "plannedNotices", "reminders and assignments planned",
	    q_stats_notices },
	{ "queuedDeliveries", "deliveries queued", q_stats_deliveries },
	{ "queuedMails", "mails queued", q_stats_mails },
};

static const struct figure times[] = {
	{ "lastChange", "last change", q_state_last_stamp },
	{ "lastReminderRun", "last run of docket-remind", q_state_reminded_at },
	{ "lastCleanupRun", "last run of docket-cleanup", q_state_cleaned_at },
};

/* Numbers and times by their names; a time of 0 is none. */
struct shown {
	struct jw	*jw;		/* or NULL: lines for a person */
};

static void
show_number(struct shown *s, const char *name, const char *text, int64_t n)
{
	if (s->jw != NULL)
		jw_put_int(s->jw, name, n);
	else
		printf("%14lld  %s\n", (long long)n, text);
}

static void
show_time(struct shown *s, const struct figure *f, int64_t at)
{
	char when[STAMP_SIZE];

	if (s->jw != NULL)
		jw_put_stamp_or_null(s->jw, f->name, at);
	else
		printf("%s  %s\n", at == 0 ? "         never" :
		    stamp_format(at, when), f->text);
}

static void
show_all(struct admin *a, struct shown *s)
{
	struct ctx *c = &a->p.ctx;
	int64_t file, wal;
	size_t i;

	for (i = 0; i < COUNT(figures); i++)
		show_number(s, figures[i].name, figures[i].text,
		    rows_one(figures[i].one(c->db), 0));
	show_number(s, "sessions", "sessions",
	    rows_one(q_stats_sessions(c->db, c->now), 0));
	db_sizes(a->p.settings.data, &file, &wal);
	show_number(s, "databaseBytes", "bytes of the database", file);
	show_number(s, "walBytes", "bytes of the write-ahead log", wal);
	for (i = 0; i < COUNT(times); i++)
		show_time(s, &times[i], rows_one(times[i].one(c->db), 0));
}

int
admin_stats(struct admin *a)
{
	struct buf b = { NULL, 0, 0 };
	struct jw jw = { .out = &b };
	struct shown s = { a->json ? &jw : NULL };

	if (!program_open(&a->p))
		return 1;
	db_begin_read(a->p.ctx.db);
	if (a->json)
		jw_object(&jw);
	show_all(a, &s);
	db_end(a->p.ctx.db);
	if (a->json) {
		jw_object_end(&jw);
		printf("%.*s\n", (int)b.len, b.data);
	}
	buf_free(&b);
	return 0;
}
