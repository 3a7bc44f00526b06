#include "core/batch/recover_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "core/access.h"
#include "core/batch/import.h"
#include "core/batch/recover_parts.h"
#include "core/batch/recovery.h"
#include "core/feed.h"
#include "core/file/attachment.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "core/limits.h"
#include "core/task/derived.h"
#include "core/task/task.h"
#include "query/attachment.h"
#include "query/recover.h"

/* A content of the backup. */
struct recovered_content {
	unsigned char	 sha256[CONTENT_HASH];
	int64_t		 size;
	struct content	*staged;	/* NULL: missing or damaged */
	bool		 needed;	/* a row names it */
};

static int
by_hash(const void *a, const void *b)
{
	const struct recovered_content *x = a, *y = b;

	return memcmp(x->sha256, y->sha256, CONTENT_HASH);
}

/* Adds the contents of attachments that the service does not have, or will
 * erase with their deleted task. */
static void
note_contents(struct recovery *r, struct arena *lasting, const char *list)
{
	struct rows *rows = q_recover_files(r->from->db, list);
	struct attachment was, f;
	struct task t;

	while (next_attachment(rows, r->from->arena, &was)) {
		if (!recover_task_in(r, list, was.task_id, &t) ||
		    !only_attachment(q_attachment_by_id(r->to->db, was.id),
		    r->to->arena, &f) || f.deleted_at != 0) {
			r->contents = arena_more(lasting, r->contents,
			    r->content_count, sizeof(*r->contents));
			r->contents[r->content_count].size = was.size;
			memcpy(r->contents[r->content_count++].sha256,
			    was.sha256, CONTENT_HASH);
		}
		recover_next(r);
	}
}

/* Each content once, in order. */
static void
sort_contents(struct recovery *r)
{
	size_t i, n = 0;

	if (r->content_count == 0)
		return;
	qsort(r->contents, r->content_count, sizeof(*r->contents), by_hash);
	for (i = 1; i < r->content_count; i++)
		if (by_hash(&r->contents[n], &r->contents[i]) != 0)
			r->contents[++n] = r->contents[i];
	r->content_count = n + 1;
}

void
recover_stage_files(struct recovery *r, struct arena *lasting, const char *list,
    const char *user)
{
	struct recovered_content *c;
	struct recover_owned_row *all;
	struct ctx *to = arena_alloc(lasting, sizeof(*to));
	size_t n, i;

	*to = *r->to;
	to->arena = lasting;
	if (list != NULL)
		note_contents(r, lasting, list);
	else {
		n = all_recover_owned(q_recover_owned(r->from->db, user),
		    lasting, &all);
		for (i = 0; i < n; i++)
			note_contents(r, lasting, all[i].list_id);
	}
	sort_contents(r);
	for (i = 0; i < r->content_count; i++) {
		c = &r->contents[i];
		c->needed = false;
		c->staged = content_stage(to, r->from, c->sha256, c->size);
		/* The service can have what the backup lacks. */
		if (c->staged == NULL)
			c->staged = content_stage(to, r->to, c->sha256,
			    c->size);
		recover_next(r);
	}
}

/* False if it is missing. */
static bool
take_content(const struct recovery *r, const unsigned char *sha256)
{
	struct recovered_content key = { .size = 0 }, *c;

	memcpy(key.sha256, sha256, CONTENT_HASH);
	if (r->content_count == 0 || (c = bsearch(&key, r->contents,
	    r->content_count, sizeof(key), by_hash)) == NULL ||
	    c->staged == NULL)
		return false;
	return c->needed = true;
}

static enum outcome
recover_add_file(struct recovery *r, struct ctx *owner, const struct task *t,
    const struct attachment *was)
{
	const struct derived *before;
	struct attachment f;

	import_free_file_id(owner, t, was->id);
	if (only_attachment(q_attachment_by_id(owner->db, was->id),
	    owner->arena, &f))
		return same_id(f.task_id, t->id) ? EXISTED :
		    ATTACHMENT_ID_IN_USE;
	if (rows_one(q_attachment_count(owner->db, t->id), 0) >=
	    CAP_ATTACHMENTS)
		return LIMIT_REACHED;
	if (!take_content(r, was->sha256))
		return ATTACHMENT_NOT_FOUND;
	before = derived_of(owner, t->id);
	q_attachment_add(owner->db, t->id, was->id,
	    access_has(owner, was->uploader_id, t->list_id) ?
	    was->uploader_id : owner->user, was->filename, was->content_type,
	    was->size, was->sha256, CONTENT_HASH, was->created_at,
	    feed_put(owner, t->list_id, 0, FEED_ATTACHMENT, was->id));
	derived_changed(owner, t->id, before);
	return CREATED;
}

void
recover_files(struct recovery *r, struct ctx *owner, const char *list)
{
	struct rows *rows = q_recover_files(r->from->db, list);
	struct attachment was;
	struct task t;

	while (next_attachment(rows, r->from->arena, &was)) {
		if (recover_task_in(r, list, was.task_id, &t))
			recover_count(r, "attachment", was.id,
			    recover_add_file(r, owner, &t, &was));
		recover_next(r);
	}
}

void
recover_keep_files(struct recovery *r)
{
	size_t i;

	for (i = 0; i < r->content_count; i++)
		if (r->contents[i].needed)
			content_keep(r->to, r->contents[i].staged);
}

void
recover_drop_files(struct recovery *r)
{
	size_t i;

	for (i = 0; i < r->content_count; i++)
		content_drop(r->contents[i].staged);
}
