#include "t/unit/lib/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "core/list/list.h"
#include "core/record.h"
#include "core/task/create.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/migrate.h"

struct ctx c;
struct settings settings;
char dir[40];
const char *list;

const char *
add_user(const char *email)
{
	struct user u;

	assert_int_equal(user_add(&c, email, "U", NULL, true, &u), CREATED);
	return u.id;
}

const char *
add_list(void)
{
	const char *id = id_new(c.arena);
	struct list l;

	assert_int_equal(list_create(&c, &(struct list){ .id = id,
	    .title = "L" }, false, &l), CREATED);
	return id;
}

const char *
add_task(const char *in)
{
	const char *id = id_new(c.arena);
	struct task t;
	size_t step;

	assert_int_equal(task_create(&c, in, &(struct task_new){
	    .task = { .id = id, .title = "T" } }, &t, &step), CREATED);
	return id;
}

void
set_done(const char *task, bool done)
{
	const struct task to = { .done = done };
	const char *next;
	struct task t;

	assert_int_equal(task_update(&c, list, task, &to, BIT(task, done), &t,
	    &next), DONE);
}

int
fixture_open(void **state)
{
	char *const none[] = { NULL };
	const char *why;

	(void)state;
	strcpy(dir, "/tmp/docket-unit-XXXXXX");
	if (mkdtemp(dir) == NULL || db_migrate(dir, NULL) != MIGRATED_CREATED)
		return -1;
	c = (struct ctx){ .arena = arena_new(), .settings = &settings,
		.now = clock_now(), .zone = "UTC" };
	if (!settings_load(c.arena, &settings, NULL, none, &why) ||
	    db_open(dir, &c.db) != DB_OPEN || !db_begin_write(c.db, 1))
		return -1;
	c.user = add_user("ada@example.org");
	list = add_list();
	return 0;
}

int
fixture_close(void **state)
{
	char command[64];

	(void)state;
	db_commit(c.db);
	db_close(c.db);
	arena_free(c.arena);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	return system(command);
}
