/*
 * docket-admin user admin, user quota and audit.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/json/write.h"
#include "base/text.h"
#include "bin/admin/admin.h"
#include "core/account/administration.h"
#include "core/limits.h"
#include "core/user/user.h"
#include "db/db.h"
#include "query/audit.h"

/* Begins a write transaction and finds the user.  False after an error
 * message. */
static bool
administrator_write(struct admin *a, struct user *u)
{
	if (!program_write(&a->p))
		return false;
	if (user_by_email(&a->p.ctx, a->words[0], u))
		return true;
	db_end(a->p.ctx.db);
	program_failed("no user has that address");
	return false;
}

int
admin_last(struct admin *a, const struct user *u)
{
	if (db_writing(a->p.ctx.db))
		db_end(a->p.ctx.db);
	return program_failed("%s is the last administrator: make another user "
	    "one first", u->email);
}

int
admin_user_admin(struct admin *a)
{
	struct ctx *c = &a->p.ctx;
	struct user u;

	if (!administrator_write(a, &u))
		return 1;
	if (a->remove && administrator_last(c, u.id))
		return admin_last(a, &u);
	if (u.admin == a->remove &&
	    administrator_set(c, u.id, !a->remove) != DONE) {
		db_end(c->db);
		return program_failed("the account of %s is being deleted",
		    u.email);
	}
	db_commit(c->db);
	program_say(&a->p, a->remove ? "%s is no administrator." :
	    "%s is an administrator.", u.email);
	return 0;
}

/* A number of bytes, or "default"; false if it is neither. */
static bool
quota_parse(const char *text, int64_t *quota)
{
	char *end;

	*quota = QUOTA_SETTING;
	if (strcmp(text, "default") == 0)
		return true;
	errno = 0;
	*quota = strtoll(text, &end, 10);
	return errno == 0 && text[0] >= '0' && text[0] <= '9' &&
	    *end == '\0' && *quota <= QUOTA_MAX;
}

int
admin_user_quota(struct admin *a)
{
	int64_t quota;
	struct user u;

	if (!quota_parse(a->words[1], &quota))
		return program_misused("a quota must be a number of bytes from 0 "
		    "to %lld, or \"default\"", (long long)QUOTA_MAX);
	if (!administrator_write(a, &u))
		return 1;
	quota_set(&a->p.ctx, u.id, quota);
	db_commit(a->p.ctx.db);
	program_say(&a->p, "The quota of %s is %lld bytes.", u.email,
	    (long long)(quota == QUOTA_SETTING ?
	    a->p.settings.quota_bytes : quota));
	return 0;
}

static void
print_json(const struct audit_page_row *row)
{
	struct buf b = { NULL, 0, 0 };
	struct jw jw = { .out = &b };

	jw_object(&jw);
	jw_put_stamp(&jw, "at", row->at);
	jw_put_text(&jw, "what", row->what);
	jw_put_text(&jw, "user", row->user_id);
	jw_put_text(&jw, "actor", row->actor_id);
	jw_put_text(&jw, "address", row->address);
	jw_put_text(&jw, "device", row->device);
	jw_name(&jw, "detail");
	jw_json(&jw, row->detail);
	jw_object_end(&jw);
	printf("%.*s\n", (int)b.len, b.data);
	buf_free(&b);
}

static void
print_line(struct arena *arena, const struct audit_page_row *row)
{
	char when[STAMP_SIZE];

	printf("%s\t%s\t%s\t%s\t%s\t%s\n", stamp_format(row->at, when),
	    row->what, row->user_name == NULL ? "-" :
	    text_printable(arena, row->user_name),
	    row->actor_name == NULL ? "-" :
	    text_printable(arena, row->actor_name),
	    row->address == NULL ? "-" : row->address, row->detail);
}

/* Prints lines, newest first, until one is older. */
static void
print_audit(struct admin *a, const char *scope, int64_t since)
{
	struct arena *one = arena_new();
	struct audit_page_row row;
	struct rows *r;

	db_begin_read(a->p.ctx.db);
	r = rows_many(q_audit_page(a->p.ctx.db, scope, INT64_MAX, -1));
	while (next_audit_page(r, one, &row)) {
		if (row.at < since) {
			rows_end(r);
			break;
		}
		if (a->json)
			print_json(&row);
		else
			print_line(one, &row);
		arena_reset(one);
	}
	db_end(a->p.ctx.db);
	arena_free(one);
}

/* A day or an instant. */
static bool
since_read(struct arena *arena, const char *text, int64_t *since)
{
	return stamp_parse(text, since) || stamp_parse(arena_printf(arena,
	    "%sT00:00:00Z", text), since);
}

int
admin_audit(struct admin *a)
{
	const char *scope = NULL;
	int64_t since = 0;
	struct user u;

	if (a->since != NULL && !since_read(a->p.ctx.arena, a->since, &since))
		return program_misused("--since must be a day, such as "
		    "2026-01-31, or a time, such as 2026-01-31T12:00:00Z");
	if (!program_open(&a->p))
		return 1;
	if (a->user != NULL) {
		if (!user_by_email(&a->p.ctx, a->user, &u))
			return program_failed("no user has that address");
		scope = u.id;
	}
	print_audit(a, scope, since);
	return 0;
}
