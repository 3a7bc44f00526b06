#include "core/batch/demo.h"

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "core/ctx.h"
#include "core/file/attachment.h"
#include "core/file/content.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/task/create.h"
#include "core/task/my_day.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "core/user/password.h"
#include "core/user/setting.h"
#include "core/user/user.h"
#include "db/db.h"

#include <string.h>

#define NOT_DUE		INT32_MIN
#define STEPS		3

/* A task; its dates are days from today. */
struct sample {
	const char	*title;
	int32_t		 due;
	const char	*time;
	const char	*recurrence;
	const char	*rule;
	const char	*notes;
	const char	*tag;
	const char	*steps[STEPS];
	const char	*file;		/* a text file's contents */
	bool		 assigned;	/* to the member it is shared with */
	bool		 turns;		/* the member and the user take turns */
	bool		 starred;
	bool		 my_day;
	bool		 done;
};

/* A list, its icon and colour as the web app stores them. */
struct sample_list {
	const char		*title;
	const char		*look;
	const struct sample	*tasks;
};

static const struct sample_list home = { .title = "Home",
    .look = "{\"icon\":\"home\",\"color\":1}", .tasks = (const struct sample[]){
	{ .title = "Water the plants", .due = 0, .recurrence = "weekly",
	    .tag = "green", .my_day = true },
	{ .title = "Call the dentist", .due = 0, .tag = "phone",
	    .my_day = true },
	{ .title = "Renew the passport", .due = 12, .starred = true,
	    .my_day = true,
	    .steps = { "Photo", "Form", "Appointment" } },
	{ .title = "Pay the rent", .due = -1, .recurrence = "monthly" },
	{ .title = "Fix the garden gate", .due = NOT_DUE,
	    .notes = "The hinge is 12 cm, from the shop by the station." },
	{ .title = "Pick up the parcel", .due = 1 },
	{ .title = "Change the light bulb", .due = NOT_DUE, .done = true },
	{ .title = NULL }
} };
static const struct sample_list work = { .title = "Work",
    .look = "{\"icon\":\"case\",\"color\":2}", .tasks = (const struct sample[]){
	{ .title = "Draft the release notes", .due = 2, .starred = true,
	    .my_day = true,
	    .tag = "deep", .notes = "See https://example.org/changes first." },
	{ .title = "Weekly report", .due = 3, .recurrence = "weekly" },
	{ .title = "Prepare the roadmap", .due = 8,
	    .steps = { "Numbers", "Slides" } },
	{ .title = "Back up the laptop", .due = 9, .time = "17:30",
	    .rule = "FREQ=WEEKLY;INTERVAL=2" },
	{ .title = "Answer the survey", .due = NOT_DUE },
	{ .title = "Order a new keyboard", .due = NOT_DUE, .done = true },
	{ .title = NULL }
} };
static const struct sample_list groceries = { .title = "Groceries",
    .look = "{\"icon\":\"cart\",\"color\":5}", .tasks = (const struct sample[]){
	{ .title = "Coffee", .due = NOT_DUE },
	{ .title = "Olive oil", .due = NOT_DUE },
	{ .title = "Tomatoes", .due = NOT_DUE },
	{ .title = "Bread", .due = NOT_DUE, .done = true },
	{ .title = NULL }
} };
static const struct sample_list journey = { .title = "Journey",
    .look = "{\"icon\":\"plane\",\"color\":3}", .tasks = (const struct sample[]){
	{ .title = "Pack", .due = 5,
	    .steps = { "Passport", "Raincoat", "Charger" },
	    .file = "Train 16:04 from platform 7\nCoach 12, seats 41 and 42\n" },
	{ .title = "Buy train tickets", .due = 1, .starred = true },
	{ .title = "Ask the neighbours to feed the cat", .due = 4,
	    .assigned = true },
	{ .title = "Send a postcard home", .due = 10, .rule = "FREQ=WEEKLY",
	    .assigned = true, .turns = true },
	{ .title = "Find a place to stay", .due = NOT_DUE, .done = true },
	{ .title = NULL }
} };

/* The tag of that name. */
static const char *
tag_of(struct ctx *c, const char *name)
{
	struct tag g;

	tag_create(c, id_new(c->arena), name, &g);
	return g.id;
}

static void
demo_add_file(struct ctx *c, const char *task, const char *text)
{
	struct content *content = content_new(c);
	struct attachment f;

	content_add(content, text, strlen(text));
	content_finish(content);
	attachment_add(c, task, id_new(c->arena), "seats.txt", "text/plain",
	    content, &f);
	content_drop(content);
}

static void
add_task(struct ctx *c, const char *list, const char *member,
    const struct sample *m)
{
	struct step steps[STEPS];
	struct task_new n = { .steps = steps, .task = {
		    .id = id_new(c->arena), .title = m->title,
		    .assignee_id = m->assigned ? member : NULL,
		    .starred = m->starred, .notes = m->notes,
		    .due_time = m->time, .recurrence = m->recurrence,
		    .rule = m->rule, .done = m->done } };
	const char *tag = m->tag == NULL ? NULL : tag_of(c, m->tag);
	int32_t today = 0;
	struct task t;
	size_t which;
	char date[16];

	date_parse(my_day_today(c), &today);
	if (m->due != NOT_DUE)
		n.task.due_date = arena_str(c->arena,
		    date_format(today + m->due, date));
	for (; n.step_count < STEPS && m->steps[n.step_count] != NULL;
	    n.step_count++)
		steps[n.step_count] = (struct step){
		    .id = id_new(c->arena), .title = m->steps[n.step_count] };
	if (tag != NULL) {
		n.tag_ids = &tag;
		n.tag_count = 1;
	}
	if (m->turns)
		n.task.rotation = arena_printf(c->arena, "[\"%s\",\"%s\"]",
		    member, c->user);
	if (m->my_day)
		n.my_day = my_day_today(c);
	task_create(c, list, &n, &t, &which);
	if (m->file != NULL)
		demo_add_file(c, t.id, m->file);
}

/* A list with a look of its own; shared with a member, or NULL. */
static void
add_list(struct ctx *c, const struct sample_list *s, const char *group,
    const struct user *member)
{
	const char *id = id_new(c->arena);
	struct client_setting look;
	struct list l;
	struct member m;

	list_create(c, &(struct list){ .id = id, .title = s->title,
	    .group_id = group }, false, &l);
	setting_put(c, arena_printf(c->arena, "list/%s", id), s->look, &look);
	if (member != NULL)
		member_add(c, id, member->email, &m);
	for (const struct sample *t = s->tasks; t->title != NULL; t++)
		add_task(c, id, member != NULL ? member->id : NULL, t);
}

void
demo_fill(struct arena *a, const struct settings *settings, struct db *db)
{
	const char *hash = password_hash(a, settings->data, DEMO_PASSWORD);
	struct ctx c = { .db = db, .arena = a, .settings = settings,
		.now = clock_now(), .zone = "UTC" };
	const char *group = id_new(a);
	struct user ada, grace;
	struct group g;

	if (!db_begin_write(db, 10))
		fatal(FATAL_BUSY, "the database is busy");
	user_add(&c, DEMO_ADA, "Ada", hash, true, &ada);
	user_add(&c, DEMO_GRACE, "Grace", hash, true, &grace);
	c.user = ada.id;
	add_list(&c, &home, NULL, NULL);
	add_list(&c, &work, NULL, NULL);
	add_list(&c, &journey, NULL, &grace);
	group_create(&c, &(struct group){ .id = group, .title = "Shopping" },
	    &g);
	add_list(&c, &groceries, group, NULL);
	db_commit(db);
}
