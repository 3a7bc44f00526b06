/*
 * Three statements give tasks, steps and tags in one order: each row of the
 * second and third belongs to the present task or to a later one.
 */
#include "export/export.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/filename.h"
#include "base/json/write.h"
#include "base/text.h"
#include "base/zip/writer.h"
#include "core/ctx.h"
#include "db/rows.h"
#include "export/csv.h"
#include "export/form.h"
#include "export/ics.h"
#include "export/markdown.h"
#include "export/todo_txt.h"
#include "query/export.h"
#include "query/save.h"
#include "query/step.h"
#include "query/task.h"

const char *const export_names[] = { "docket", "ics", "csv", "todo-txt",
	"markdown", NULL };

static const struct export_format *const formats[] = { &export_ics,
	&export_csv, &export_todo_txt, &export_markdown };

/* What is read of a list. */
struct walk {
	struct export_out out;
	struct rows	*tasks, *steps, *tags;
	/* The next step and tag, in arenas of their own; without an id there is
	 * none. */
	struct step	 step;
	struct save_tags_row tag;
	struct arena	*step_arena, *tag_arena;
	/* Several files: the present one is written to `part` first. */
	struct zip_writer *zip;		/* or NULL */
	struct buf	 part;
	const char	**names;
	size_t		 name_count;
};

const struct export_format *
export_named(const char *name)
{
	size_t i;

	for (i = 0; i < COUNT(formats); i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

const char *
export_type(const struct export_format *f, bool one)
{
	return f->archived && !one ? "application/zip" : f->type;
}

const char *
export_extension(const struct export_format *f, bool one)
{
	return f->archived && !one ? "zip" : f->extension;
}

static void
next_saved_step(struct walk *w)
{
	arena_reset(w->step_arena);
	if (!next_step(w->steps, w->step_arena, &w->step))
		w->step.task_id = NULL;
}

static void
next_saved_tag(struct walk *w)
{
	arena_reset(w->tag_arena);
	if (!next_save_tags(w->tags, w->tag_arena, &w->tag))
		w->tag.task_id = NULL;
}

static void
take_steps(struct walk *w, struct export_task *t)
{
	struct arena *a = w->out.arena;
	struct step *all = NULL, *s;

	while (w->step.task_id != NULL &&
	    strcmp(w->step.task_id, t->task.id) == 0) {
		all = arena_more(a, all, t->step_count, sizeof(*all));
		s = &all[t->step_count++];
		*s = w->step;
		s->id = arena_str(a, s->id);
		s->title = arena_str(a, s->title);
		next_saved_step(w);
	}
	t->steps = all;
}

static int
saved_by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
take_tags(struct walk *w, struct export_task *t)
{
	struct arena *a = w->out.arena;

	while (w->tag.task_id != NULL &&
	    strcmp(w->tag.task_id, t->task.id) == 0) {
		t->tags = arena_more(a, t->tags, t->tag_count,
		    sizeof(*t->tags));
		t->tags[t->tag_count++] = arena_str(a, w->tag.name);
		next_saved_tag(w);
	}
	if (t->tag_count > 0)
		qsort(t->tags, t->tag_count, sizeof(*t->tags), saved_by_name);
}

static void
saved_drain(struct walk *w, struct jw *jw)
{
	if (w->zip != NULL) {
		zip_add(w->zip, jw->out, w->part.data, w->part.len);
		w->part.len = 0;
	}
	if (jw->drain != NULL && jw->out->len >= jw->drain_at)
		jw->drain(jw->drain_arg, jw->out);
}

static void
save_list(struct ctx *c, struct walk *w, const struct export_format *f,
    const struct list *l, struct jw *jw)
{
	struct export_task t;

	w->tasks = rows_many(q_save_tasks(c->db, c->user, l->id));
	w->steps = rows_many(q_save_steps(c->db, c->user, l->id));
	w->tags = rows_many(q_save_tags(c->db, c->user, l->id));
	w->out.zone_count = 0;
	if (f->begin_list != NULL)
		f->begin_list(&w->out, l);
	next_saved_step(w);
	next_saved_tag(w);
	for (;;) {
		arena_reset(w->out.arena);
		t = (struct export_task){ .list = l };
		if (!next_exported_task(w->tasks, w->out.arena, &t.task))
			break;
		take_steps(w, &t);
		take_tags(w, &t);
		f->task(&w->out, &t);
		saved_drain(w, jw);
	}
	if (f->end_list != NULL)
		f->end_list(&w->out);
	saved_drain(w, jw);
	arena_reset(w->out.list_arena);
}

/* The name of a list's file: no two are the same. */
static const char *
name_of_file(struct ctx *c, struct walk *w, const struct list *l,
    const struct export_format *f)
{
	char *title = arena_str(c->arena, l->title), *p;
	const char *name;
	size_t i, n = 1;

	for (p = title; *p != '\0'; p++)
		if (strchr("/\\:*?\"<>|", *p) != NULL)	/* not on Windows */
			*p = '-';
	name = filename_safe(c->arena, arena_printf(c->arena, "%s.%s", title,
	    f->extension));
	for (i = 0; i < w->name_count; i++)
		if (text_same_ascii(w->names[i], name)) {
			name = filename_safe(c->arena, arena_printf(c->arena,
			    "%s (%zu).%s", title, ++n, f->extension));
			i = (size_t)-1;
		}
	w->names = arena_more(c->arena, w->names, w->name_count,
	    sizeof(*w->names));
	return w->names[w->name_count++] = name;
}

static void
save_file(struct ctx *c, struct walk *w, const struct export_format *f,
    const struct list *l, struct jw *jw)
{
	zip_begin(w->zip, jw->out, name_of_file(c, w, l, f));
	w->out.to = &w->part;
	save_list(c, w, f, l, jw);
	zip_end(w->zip, jw->out);
}

static struct walk
save_begin(const struct ctx *c, const struct export_format *f, struct jw *jw)
{
	struct walk w = { .out = { .to = jw->out, .arena = arena_new(),
	    .list_arena = arena_new(), .zone = c->zone },
	    .step_arena = arena_new(), .tag_arena = arena_new() };

	if (f->begin != NULL)
		f->begin(&w.out);
	return w;
}

static void
save_end(struct walk *w)
{
	arena_free(w->out.arena);
	arena_free(w->out.list_arena);
	arena_free(w->step_arena);
	arena_free(w->tag_arena);
	buf_free(&w->part);
}

static int
saved_by_place(const void *a, const void *b)
{
	const struct list *x = a, *y = b;
	int order = strcmp(x->group_id == NULL ? "" : x->group_id,
	    y->group_id == NULL ? "" : y->group_id);

	return order != 0 ? order : strcmp(x->rank, y->rank);
}

void
export_lists(struct ctx *c, const struct export_format *f, struct jw *jw)
{
	struct rows *r = q_export_lists(c->db, c->user);
	struct walk w = save_begin(c, f, jw);
	struct list *all = NULL;
	size_t n = 0, i;

	while (rows_next(r)) {
		all = arena_more(c->arena, all, n, sizeof(*all));
		list_of_row(c, r, &all[n++]);
	}
	if (n > 0)
		qsort(all, n, sizeof(*all), saved_by_place);
	if (f->archived)
		w.zip = zip_writer_new(c->arena, c->now);
	for (i = 0; i < n; i++)
		if (f->archived)
			save_file(c, &w, f, &all[i], jw);
		else
			save_list(c, &w, f, &all[i], jw);
	if (f->archived)
		zip_close(w.zip, jw->out);
	save_end(&w);
}

void
export_list(struct ctx *c, const struct export_format *f, const struct list *l,
    struct jw *jw)
{
	struct walk w = save_begin(c, f, jw);

	save_list(c, &w, f, l, jw);
	save_end(&w);
}
