#include "import/importer/item.h"

#include <string.h>

#include "base/arena.h"
#include "core/batch/export_kinds.h"
#include "core/file/names.h"
#include "core/record.h"

static void *
copy_array(struct arena *a, const void *from, size_t count, size_t size)
{
	return count == 0 ? NULL : memcpy(arena_alloc(a, count * size), from,
	    count * size);
}

/* Copies what the arrays of a copied item contain. */
static void
copy_parts(struct arena *a, struct run_item *i, const struct draft_step *steps,
    const struct cause *causes)
{
	struct draft_step *s = copy_array(a, steps, i->step_count, sizeof(*s));
	struct cause *c = copy_array(a, causes, i->cause_count, sizeof(*c));
	size_t n;

	for (n = 0; n < i->step_count; n++) {
		s[n].id = arena_str(a, s[n].id);
		record_copy(a, step_fields, &s[n].step);
	}
	for (n = 0; n < i->cause_count; n++)
		c[n].what = arena_str(a, c[n].what);
	for (n = 0; n < i->tag_count; n++)
		i->tags[n] = arena_str(a, i->tags[n]);
	for (n = 0; n < i->file_count; n++) {
		i->files[n].id = arena_str(a, i->files[n].id);
		i->files[n].name = arena_str(a, i->files[n].name);
		if (i->files[n].sha256 != NULL)
			i->files[n].sha256 = (unsigned char *)arena_dup(a,
			    i->files[n].sha256, CONTENT_HASH);
	}
	i->steps = s;
	i->causes = c;
}

struct run_item *
item_copy(struct arena *a, const struct run_item *from)
{
	struct run_item *i = copy_array(a, from, 1, sizeof(*i));

	i->next = NULL;
	i->name = arena_str(a, from->name);
	i->text = arena_str(a, from->text);
	record_copy(a, export_kinds[i->record.kind].kind->fields,
	    &i->record.of);
	i->tags = copy_array(a, from->tags, from->tag_count, sizeof(*i->tags));
	i->files = copy_array(a, from->files, from->file_count,
	    sizeof(*i->files));
	copy_parts(a, i, from->steps, from->causes);
	return i;
}

struct run_item *
item_of(struct arena *a, const struct draft *d)
{
	const struct run_item i = { .row = d->row,
	    .record = { .kind = EXPORT_TASK, .of.task = d->task },
	    .steps = d->steps, .step_count = d->step_count, .tags = d->tags,
	    .tag_count = d->tag_count, .text = d->text, .causes = d->causes,
	    .cause_count = d->cause_count };

	return item_copy(a, &i);
}
