/*
 * The work of a request without a server: the same statements and rules, on one
 * open connection, in one process.  No server around them can be faster.
 *
 *	inprocess DATA WORK SECONDS [NUMBER]
 *
 * On bench/fill's database of NUMBER users; without it, of 10,000.  Prints
 * "RESULT count microseconds p50 p99 0", times in microseconds, as wrk's script
 * does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/settings/settings.h"
#include "core/task/create.h"
#include "core/task/search.h"
#include "core/task/update.h"
#include "core/user/credential.h"
#include "core/user/rights.h"
#include "core/ctx.h"
#include "core/record.h"
#include "core/task/task.h"
#include "db/db.h"
#include "query/task.h"

#define SAMPLES		(1 << 22)

struct bench {
	struct ctx	 ctx;
	int64_t		 users;
};

/* An id as bench/fill makes them: its kind and number. */
static const char *
id_of(struct bench *b, int kind, int64_t n)
{
	char s[17], hex[40];
	int i, at = 0;

	snprintf(s, sizeof(s), "@%c%014lld", kind, (long long)n);
	for (i = 0; i < 16; i++)
		at += snprintf(hex + at, 4, i == 4 || i == 6 || i == 8 ||
		    i == 10 ? "-%02x" : "%02x", (unsigned char)s[i]);
	return arena_str(b->ctx.arena, hex);
}

static void
sign_in(struct bench *b, int64_t user)
{
	struct rights r;

	if (!credential_use(&b->ctx, arena_printf(b->ctx.arena, "session-%lld",
	    (long long)user), NULL, &r)) {
		fprintf(stderr, "inprocess: no session of user %lld\n",
		    (long long)user);
		exit(1);
	}
}

static void
no_task(void)
{
	fprintf(stderr, "inprocess: no such task\n");
	exit(1);
}

static void
read_one(struct bench *b)
{
	int64_t user = rand() % b->users + 1, list = (user - 1) * 5 + 1;
	struct task t;

	db_begin_read(b->ctx.db);
	sign_in(b, user);
	if (task_get(&b->ctx, id_of(b, 2, list), id_of(b, 3, (list - 1) * 20 +
	    1), &t) != DONE)
		no_task();
	db_end(b->ctx.db);
}

static void
list(struct bench *b, int64_t n, int64_t count)
{
	struct rows *r;
	struct task t;

	db_begin_read(b->ctx.db);
	sign_in(b, 1);
	r = q_task_page(b->ctx.db, id_of(b, 2, b->users * 5 + n), "", count);
	while (rows_next(r))
		row_task(r, b->ctx.arena, &t);
	db_end(b->ctx.db);
}

static void
list_100(struct bench *b)
{
	list(b, 1, 101);
}

static void
list_10000(struct bench *b)
{
	list(b, 2, 10001);
}

static void
change(struct bench *b, const struct task *to, unsigned set)
{
	int64_t user = rand() % b->users + 1, l = (user - 1) * 5 + 1;
	const char *next;
	struct task t;

	if (!db_begin_write(b->ctx.db, 10))
		exit(1);
	sign_in(b, user);
	if (task_update(&b->ctx, id_of(b, 2, l), id_of(b, 3, (l - 1) * 20 +
	    rand() % 20 + 1), to, set, &t, &next) != DONE)
		no_task();
	db_commit(b->ctx.db);
}

static void
update(struct bench *b)
{
	change(b, &(struct task){ .due_date = arena_printf(b->ctx.arena,
	    "%d-%02d-%02d", 2020 + rand() % 70, 1 + rand() % 12,
	    1 + rand() % 28) }, BIT(task, due_date));
}

static void
retitle(struct bench *b)
{
	change(b, &(struct task){ .title = arena_printf(b->ctx.arena,
	    "Changed to %d", rand()) }, BIT(task, title));
}

static void
create(struct bench *b)
{
	int64_t user = rand() % b->users + 1;
	const struct task_new n = { .top = true,
		.task = { .id = id_new(b->ctx.arena), .title = "t" } };
	struct task t;
	size_t step;

	if (!db_begin_write(b->ctx.db, 10))
		exit(1);
	sign_in(b, user);
	if (task_create(&b->ctx, id_of(b, 2, (user - 1) * 5 + 1), &n, &t,
	    &step) != CREATED)
		no_task();
	db_commit(b->ctx.db);
}

static void
search_for(struct bench *b, int64_t user, const char *query)
{
	struct task t;
	struct rows *r;

	db_begin_read(b->ctx.db);
	sign_in(b, user);
	r = task_search(&b->ctx, query, 50);
	while (next_task(r, b->ctx.arena, &t))
		;
	db_end(b->ctx.db);
}

static void
search(struct bench *b)
{
	search_for(b, rand() % b->users + 1, "garden");
}

/* Of the user with most tasks, what is in all of them. */
static void
search_letter(struct bench *b)
{
	search_for(b, 1, "t");
}

static const struct {
	const char	*name;
	void		(*run)(struct bench *);
} works[] = {
	{ "read", read_one }, { "list-100", list_100 },
	{ "list-10000", list_10000 }, { "update", update },
	{ "retitle", retitle }, { "create", create }, { "search", search },
	{ "search-letter", search_letter }, { NULL, NULL }
};

static int
compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

int
main(int argc, char **argv)
{
	struct settings settings;
	struct bench b = { .users = argc > 4 ? atoll(argv[4]) : 10000 };
	int64_t n;
	struct arena *lasting = arena_new();
	int *took = malloc(SAMPLES * sizeof(*took)), i;
	int64_t start, end, at;
	const char *why;

	for (i = 0; argc > 3 && works[i].name != NULL &&
	    strcmp(works[i].name, argv[2]) != 0; i++)
		;
	if (argc < 4 || works[i].name == NULL || took == NULL) {
		fprintf(stderr, "usage: inprocess DATA WORK SECONDS [USERS]\n");
		return 2;
	}
	if (!settings_load(lasting, &settings, NULL, NULL, &why) ||
	    db_open(argv[1], &b.ctx.db) != DB_OPEN) {
		fprintf(stderr, "inprocess: %s: no database\n", argv[1]);
		return 1;
	}
	b.ctx.arena = arena_new();
	b.ctx.settings = &settings;
	b.ctx.zone = "UTC";
	srand((unsigned int)clock_now());
	start = at = clock_now();
	for (n = 0, end = start + atoll(argv[3]) * 1000000; at < end && n < SAMPLES;
	    n++) {
		b.ctx.now = at;
		works[i].run(&b);
		arena_reset(b.ctx.arena);
		took[n] = (int)(clock_now() - at);
		at = clock_now();
	}
	db_close(b.ctx.db);
	qsort(took, (size_t)n, sizeof(*took), compare);
	printf("RESULT %lld %lld %d %d 0\n", (long long)n,
	    (long long)(at - start), took[n / 2], took[n * 99 / 100]);
	free(took);
	arena_free(b.ctx.arena);
	arena_free(lasting);
	return 0;
}
