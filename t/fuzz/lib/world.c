#include "t/fuzz/lib/world.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/date.h"
#include "core/user/credential.h"
#include "core/user/password.h"
#include "core/user/token.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/migrate.h"
#include "db/sqlite/sqlite.h"
#include "t/fuzz/lib/fuzz.h"
#include "t/fuzz/lib/frozen.h"
#include "t/fuzz/lib/undo.h"
#include "t/fuzz/lib/web.h"

static struct world world;

static const char *const records[] = {
	"POST /api/v1/me/groups\nHTTP_AUTHORIZATION=Bearer $A\n\n"
	"{\"id\":\"66666666-6666-4666-8666-666666666666\","
	"\"title\":\"qx7 group\"}",
	"POST /api/v1/lists\nHTTP_AUTHORIZATION=Bearer $A\n\n"
	"{\"id\":\"" WORLD_LIST "\",\"title\":\"qx7 list\"}",
	"POST /api/v1/lists\nHTTP_AUTHORIZATION=Bearer $A\n\n"
	"{\"id\":\"11111111-1111-4111-8111-222222222222\","
	"\"title\":\"qx7 other\"}",
	"POST /api/v1/lists/" WORLD_LIST "/members\n"
	"HTTP_AUTHORIZATION=Bearer $A\n\n{\"email\":\"mel@a.example\"}",
	"POST /api/v1/lists/" WORLD_LIST "/tasks\n"
	"HTTP_AUTHORIZATION=Bearer $A\n\n"
	"{\"id\":\"22222222-2222-4222-8222-222222222222\","
	"\"title\":\"qx7 task\"}",
	"POST /api/v1/lists/" WORLD_LIST "/tasks\n"
	"HTTP_AUTHORIZATION=Bearer $A\n\n"
	"{\"id\":\"22222222-2222-4222-8222-333333333333\","
	"\"title\":\"qx7 second\"}",
	"PATCH /api/v1/lists/" WORLD_LIST
	"/tasks/22222222-2222-4222-8222-222222222222\n"
	"HTTP_AUTHORIZATION=Bearer $A\n\n{\"dueDate\":\"2026-01-31\","
	"\"recurrence\":\"monthly\",\"reminderAt\":\"2026-01-31T08:00:00Z\","
	"\"notes\":\"qx7 notes\",\"assigneeId\":\"$m\"}",
	"POST /api/v1/tasks/22222222-2222-4222-8222-222222222222/steps\n"
	"HTTP_AUTHORIZATION=Bearer $A\n\n"
	"{\"id\":\"33333333-3333-4333-8333-333333333333\","
	"\"title\":\"qx7 step\"}",
	"POST /api/v1/me/tags\nHTTP_AUTHORIZATION=Bearer $A\n\n"
	"{\"id\":\"44444444-4444-4444-8444-444444444444\","
	"\"name\":\"qx7 tag\"}",
	"PUT /api/v1/tasks/22222222-2222-4222-8222-222222222222/tags\n"
	"HTTP_AUTHORIZATION=Bearer $A\n\n"
	"{\"tagIds\":[\"44444444-4444-4444-8444-444444444444\"]}",
	"PUT /api/v1/me/my-day/22222222-2222-4222-8222-222222222222\n"
	"HTTP_AUTHORIZATION=Bearer $A\n\n{}",
	"POST /api/v1/tasks/22222222-2222-4222-8222-222222222222/attachments\n"
	"HTTP_AUTHORIZATION=Bearer $A\n"
	"CONTENT_TYPE=multipart/form-data; boundary=x\n\n--x\r\n"
	"Content-Disposition: form-data; name=id\r\n\r\n"
	"55555555-5555-4555-8555-555555555555\r\n--x\r\nContent-Disposition: "
	"form-data; name=file; filename=qx7.txt\r\n\r\nqx7 file\r\n--x--",
	"POST /api/v1/lists\nHTTP_AUTHORIZATION=Bearer $S\n\n"
	"{\"id\":\"99999999-1111-4111-8111-999999999999\","
	"\"title\":\"qx7sid list\"}",
	"POST /api/v1/lists/99999999-1111-4111-8111-999999999999/tasks\n"
	"HTTP_AUTHORIZATION=Bearer $S\n\n"
	"{\"id\":\"99999999-2222-4222-8222-999999999999\","
	"\"title\":\"qx7sid task\"}",
	"POST /api/v1/tasks/99999999-2222-4222-8222-999999999999/steps\n"
	"HTTP_AUTHORIZATION=Bearer $S\n\n"
	"{\"id\":\"99999999-3333-4333-8333-999999999999\","
	"\"title\":\"qx7sid step\"}",
	"POST /api/v1/me/tags\nHTTP_AUTHORIZATION=Bearer $S\n\n"
	"{\"id\":\"99999999-4444-4444-8444-999999999999\","
	"\"name\":\"qx7sid tag\"}",
};

static void
add_user(struct ctx *c, enum who who, const char *email, const char *name)
{
	struct world *w = &world;
	struct credential k = { .name = NULL };
	struct user u;
	const char *hash = password_hash(w->arena, w->dir, "right horse");

	MUST(user_add(c, email, name, hash, true, &u) == CREATED);
	w->id[who] = arena_str(w->arena, u.id);
	credential_make(c, u.id, "session", credential_lasts(c), &k);
	w->secret[who] = arena_str(w->arena, k.secret);
	if (who != ADA)
		return;
	k = (struct credential){ .name = "reader", .token = TOKEN_READ };
	credential_make(c, u.id, "token", credential_lasts(c), &k);
	w->secret[READER] = arena_str(w->arena, k.secret);
	w->id[READER] = w->id[ADA];
}

static void
furnish(struct world *w)
{
	struct buf out = { 0 };
	struct ctx c;
	size_t i;

	MUST(db_open(w->dir, &w->service.db) == DB_OPEN);
	c = world_ctx(w, w->arena, ADA);
	MUST(db_begin_write(c.db, 1));
	add_user(&c, ADA, "ada@a.example", "Ada");
	add_user(&c, MEL, "mel@a.example", "Mel");
	add_user(&c, SID, "sid-qx7sid@a.example", "qx7sid");
	db_commit(c.db);
	for (i = 0; i < sizeof(records) / sizeof(records[0]); i++) {
		out.len = 0;
		world_serve(w, records[i], strlen(records[i]), SIZE_MAX, &out);
		MUST(out.len > 10 && memcmp(out.data, "Status: 2", 9) == 0);
	}
	buf_free(&out);
}

static int
remove_one(const char *path, const struct stat *st, int what, struct FTW *at)
{
	(void)st;
	(void)what;
	(void)at;
	return remove(path);
}

static void
remove_world(void)
{
	nftw(world.dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static int
keep_or_remove(const char *path, const struct stat *st, int what,
    struct FTW *at)
{
	(void)st;
	(void)at;
	if (what != FTW_F || strstr(path, "/files/") == NULL)
		return 0;
	if (world.kept[0] == '\0')
		snprintf(world.kept, sizeof(world.kept), "%s", path);
	return strcmp(path, world.kept) == 0 ? 0 : unlink(path);
}

static void
make_dir(struct world *w)
{
	const char *tmp = getenv("TMPDIR");

	if (tmp == NULL)
		tmp = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
	snprintf(w->dir, sizeof(w->dir), "%.40s/docket-fuzz-XXXXXX", tmp);
	MUST(mkdtemp(w->dir) != NULL);
	atexit(remove_world);
}

/* The first write of a connection sets what cannot be set within a
 * transaction. */
static void
open_once(struct world *w)
{
	MUST(db_open(w->dir, &w->service.db) == DB_OPEN);
	MUST(db_begin_write(w->service.db, 1));
	db_commit(w->service.db);
	undo_begin(sqlite_handle(w->service.db));
	w->changes = sqlite3_total_changes(sqlite_handle(w->service.db));
	frozen_seed(UINT64_C(1) << 32);
}

struct world *
world_open(void)
{
	static const char *const set[] = { "DOCKET_CONF=/dev/null",
	    "DOCKET_REGISTRATION=open", "DOCKET_SMTP_URL=smtp://localhost",
	    "DOCKET_UPLOAD_MAX_BYTES=2000", "DOCKET_QUOTA_BYTES=16384",
	    "DOCKET_BASE_URL=https://docket.example",
	    "DOCKET_SANDBOX=off" };
	struct world *w = &world;
	char *envp[9] = { NULL };
	size_t i;

	frozen_seed(1);
	make_dir(w);
	w->arena = arena_new();
	envp[0] = arena_printf(w->arena, "DOCKET_DATA=%s", w->dir);
	for (i = 0; i < sizeof(set) / sizeof(set[0]); i++)
		envp[i + 1] = arena_str(w->arena, set[i]);
	MUST(db_migrate(w->dir, NULL) == MIGRATED_CREATED);
	service_open(&w->service, "fuzz", web_groups, envp, false);
	fuzz_watch_fatal();
	MUST(w->service.settings != NULL);
	furnish(w);
	service_close(&w->service);
	nftw(w->dir, keep_or_remove, 8, FTW_PHYS);
	open_once(w);
	return w;
}

struct ctx
world_ctx(struct world *w, struct arena *a, enum who who)
{
	return (struct ctx){ .db = w->service.db, .arena = a,
	    .settings = w->service.settings,
	    .now = clock_now(), .user = w->id[who],
	    .zone = "UTC" };
}

bool
world_changed(const struct world *w)
{
	return sqlite3_total_changes(sqlite_handle(w->service.db)) != w->changes;
}

void
world_restore(struct world *w)
{
	frozen_seed(UINT64_C(1) << 32);
	if (!world_changed(w))
		return;
	undo_all(sqlite_handle(w->service.db));
	nftw(w->dir, keep_or_remove, 8, FTW_PHYS);
	w->changes = sqlite3_total_changes(sqlite_handle(w->service.db));
}
