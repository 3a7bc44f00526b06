#include "core/batch/demo.h"

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "core/ctx.h"
#include "core/list/list.h"
#include "core/task/my_day.h"
#include "core/user/password.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/user/user.h"
#include "db/db.h"

static const char *
add_list(struct ctx *c, const char *title, const char *const *tasks,
    const char **first)
{
	const char *id = id_new(c->arena);
	struct task_new n = { .fields.set = TASK_TITLE };
	struct list l;
	struct task t;
	size_t step;

	list_create(c, id, title, NULL, false, &l);
	for (*first = NULL; *tasks != NULL; tasks++) {
		n.id = id_new(c->arena);
		n.fields.title = *tasks;
		task_create(c, id, &n, &t, &step);
		if (*first == NULL)
			*first = n.id;
	}
	return id;
}

void
demo_fill(struct arena *a, const struct settings *settings, struct db *db)
{
	static const char *const home[] = { "Water the plants",
		"Book the dentist", "Fix the gate", NULL };
	static const char *const trip[] = { "Pack", "Buy train tickets",
		"Ask the neighbours to feed the cat", NULL };
	const char *hash = password_hash(a, settings->data, DEMO_PASSWORD);
	struct ctx c = { .db = db, .arena = a, .settings = settings,
		.now = clock_now(), .zone = "UTC" };
	struct task_patch weekly = { .set = TASK_DUE | TASK_RECURRENCE,
		.recurrence = "weekly" };
	const char *list, *task, *next, *tag = id_new(a);
	struct user ada, grace;
	struct my_day day;
	struct tag_set set;
	struct member m;
	struct step s;
	struct task t;
	struct tag g;

	if (!db_begin_write(db, 10))
		fatal(FATAL_BUSY, "the database is busy");
	user_add(&c, DEMO_ADA, "Ada", hash, true, &ada);
	user_add(&c, DEMO_GRACE, "Grace", hash, true, &grace);
	c.user = ada.id;
	list = add_list(&c, "Home", home, &task);
	weekly.due_date = my_day_today(&c);
	task_update(&c, list, task, &weekly, &t, &next);
	my_day_put(&c, task, NULL, &day);
	tag_create(&c, tag, "green", &g);
	tag_set_put(&c, task, &tag, 1, &set);
	list = add_list(&c, "Journey", trip, &task);
	step_create(&c, task, id_new(a), "Passport", false, &s);
	step_create(&c, task, id_new(a), "Raincoat", false, &s);
	member_add(&c, list, DEMO_GRACE, &m);
	db_commit(db);
}
