#include "core/task/derived.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json/write.h"
#include "base/search_words.h"
#include "core/ctx.h"
#include "core/limits.h"
#include "query/derived.h"

struct derived {
	struct derived_row	 of;
	struct text_word	*words;
	size_t			 count;
};

const struct derived *
derived_of(struct ctx *c, const char *task)
{
	struct derived *h = arena_alloc(c->arena, sizeof(*h));

	if (!only_derived(q_derived(c->db, task, RECORD_BYTES),
	    c->arena, &h->of))
		return NULL;
	if (h->of.deleted_at == 0)
		h->count = text_places(c->arena, (const char *const[]){
		    h->of.title, h->of.steps, h->of.notes }, 3, &h->words);
	return h;
}

void
derived_ahead(struct ctx *c, const char *task)
{
	rows_ahead(q_derived(c->db, task, RECORD_BYTES));
}

static int
word_compare(const void *a, const void *b)
{
	return strcmp(((const struct text_word *)a)->word,
	    ((const struct text_word *)b)->word);
}

/* The words of h that the other does not have in the same places; with
 * `anywhere`, that it does not have at all. */
static void
write_difference(struct ctx *c, const struct derived *h,
    const struct derived *other, bool anywhere,
    void (*write)(struct db *, int64_t, int64_t, const char *))
{
	struct buf b = { 0 };
	struct jw jw = { .out = &b };
	const struct text_word *w, *same;
	size_t i, n = 0;

	jw_array(&jw);
	for (i = 0; h != NULL && i < h->count; i++) {
		w = &h->words[i];
		same = other == NULL || other->count == 0 ||
		    other->of.number != h->of.number ? NULL : bsearch(w,
		    other->words, other->count, sizeof(*w), word_compare);
		if (same != NULL && (anywhere || same->place == w->place))
			continue;
		jw_array(&jw);
		jw_text(&jw, w->word);
		jw_int(&jw, w->place);
		jw_array_end(&jw);
		n++;
	}
	jw_array_end(&jw);
	if (n > 0)
		write(c->db, h->of.number, h->of.doc, arena_dup(c->arena,
		    b.data, b.len));
	buf_free(&b);
}

static int
live_tasks(const struct derived *h)
{
	return h != NULL && h->of.deleted_at == 0;
}

static int
tombstones_of(const struct derived *h)
{
	return h != NULL && h->of.deleted_at > h->of.kept_from;
}

static int64_t
stored_bytes(const struct derived *h)
{
	return h == NULL ? 0 : h->of.bytes;
}

static void
count_list(struct ctx *c, const struct derived *h, int tasks, int tombstones,
    int64_t text)
{
	if (h != NULL && (tasks != 0 || tombstones != 0 || text != 0))
		q_list_count_by(c->db, h->of.list_id, tasks, tombstones, text);
}

static void
count_user(struct ctx *c, const struct derived *h, int64_t text)
{
	if (h != NULL && text != 0)
		q_user_count_by(c->db, h->of.owner_id, text);
}

static void
count_change(struct ctx *c, const struct derived *was, const struct derived *is)
{
	const bool both = was != NULL && is != NULL;

	if (both && same_id(was->of.list_id, is->of.list_id))
		count_list(c, is, live_tasks(is) - live_tasks(was),
		    tombstones_of(is) - tombstones_of(was),
		    stored_bytes(is) - stored_bytes(was));
	else {
		count_list(c, was, -live_tasks(was), -tombstones_of(was),
		    -stored_bytes(was));
		count_list(c, is, live_tasks(is), tombstones_of(is),
		    stored_bytes(is));
	}
	if (both && same_id(was->of.owner_id, is->of.owner_id))
		count_user(c, is, stored_bytes(is) - stored_bytes(was));
	else {
		count_user(c, was, -stored_bytes(was));
		count_user(c, is, stored_bytes(is));
	}
}

void
derived_changed(struct ctx *c, const char *task, const struct derived *was)
{
	const struct derived *is = derived_of(c, task);

	write_difference(c, was, is, true, q_word_remove);
	write_difference(c, is, was, false, q_word_add);
	count_change(c, was, is);
}

static void
bytes_read(struct ctx *c, const char *task, struct derived_row *of)
{
	*of = (struct derived_row){ .bytes = 0 };
	only_derived(q_derived(c->db, task, RECORD_BYTES), c->arena, of);
}

int64_t
derived_bytes(struct ctx *c, const char *task)
{
	struct derived_row of;

	bytes_read(c, task, &of);
	return of.bytes;
}

void
derived_bytes_changed(struct ctx *c, const char *task, int64_t was)
{
	struct derived is = { .count = 0 };

	bytes_read(c, task, &is.of);
	if (is.of.list_id == NULL)
		return;
	count_list(c, &is, 0, 0, is.of.bytes - was);
	count_user(c, &is, is.of.bytes - was);
}

void
derived_part(struct ctx *c, const char *task,
    int64_t (*change)(struct db *, const char *, const char *),
    const char *scope, const char *id)
{
	const struct derived *was = derived_of(c, task);

	change(c->db, scope, id);
	derived_changed(c, task, was);
}

void
derived_words(struct ctx *c, const char *task, void (*each)(void *,
    const char *, int64_t, int64_t), void *arg)
{
	const struct derived *h = derived_of(c, task);
	size_t i;

	for (i = 0; h != NULL && i < h->count; i++)
		each(arg, h->words[i].word, h->of.doc, h->words[i].place);
}

void
derived_index(struct ctx *c, const char *task)
{
	write_difference(c, derived_of(c, task), NULL, false, q_word_add);
}

bool
list_full(struct ctx *c, const char *list)
{
	return rows_any(q_task_full(c->db, list, CAP_TASKS));
}

bool
text_full(struct ctx *c, const char *list)
{
	return rows_any(q_text_full(c->db, list, CAP_TEXT));
}
