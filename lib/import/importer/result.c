#include "import/importer/result.h"

#include "base/arena.h"
#include "base/json/write.h"

#define CAUSES	20	/* that a detail names */

static const char *const verdict_names[VERDICT__MAX] = {
	[VERDICT_MADE] = "made",
	[VERDICT_EXISTING] = "existing",
	[VERDICT_REFUSED] = "refused",
	[VERDICT_SKIPPED] = "skipped",
	[VERDICT_CHANGED] = "changed"
};

static bool
is_kept(struct result *r, enum verdict v)
{
	if (v == VERDICT_MADE)
		return r->dry_run && r->sample++ < RESULT_SAMPLE;
	return r->reported++ < RESULT_RECORDS;
}

static void
result_keep(struct result *r, const struct result_record *record)
{
	struct arena *a = r->arena;
	struct result_record *k;
	struct cause *c;
	size_t i;

	r->records = arena_more(a, r->records, r->record_count, sizeof(*k));
	k = &r->records[r->record_count++];
	*k = *record;
	k->id = arena_str(a, record->id);
	k->title = arena_str(a, record->title);
	k->detail = arena_str(a, record->detail);
	k->list = arena_str(a, record->list);
	k->due_date = arena_str(a, record->due_date);
	k->causes = c = arena_alloc(a, (k->cause_count + 1) * sizeof(*c));
	for (i = 0; i < k->cause_count; i++)
		c[i] = (struct cause){ record->causes[i].reason,
		    arena_str(a, record->causes[i].what) };
}

/* NULL if there is no cause. */
static const char *
detail_of(struct arena *a, const struct cause *c, size_t n)
{
	const char *all = NULL;
	size_t i;

	for (i = 0; i < n && i < CAUSES; i++)
		all = arena_printf(a, "%s%s%s", all == NULL ? "" : all,
		    all == NULL ? "" : "; ",
		    reason_text(a, c[i].reason, c[i].what));
	return n <= CAUSES ? all :
	    arena_printf(a, "%s; and %zu more", all, n - CAUSES);
}

void
result_add(struct result *r, const struct result_record *record,
    const struct cause *causes, size_t n)
{
	struct arena *a = n > 0 ? arena_new() : NULL;
	struct result_record whole = *record;
	size_t i;

	r->counts[record->verdict]++;
	if (record->verdict == VERDICT_CHANGED)
		r->counts[VERDICT_MADE]++;
	for (i = 0; i < n; i++)
		r->reasons[causes[i].reason]++;
	whole.detail = detail_of(a, causes, n);
	whole.causes = causes;
	whole.cause_count = n <= CAUSES ? n : CAUSES;
	if (is_kept(r, record->verdict))
		result_keep(r, &whole);
	if (r->report != NULL)
		r->report(r->report_arg, &whole);
	arena_free(a);
}

void
result_counts(const struct result *r, struct jw *jw)
{
	int v;

	jw_object(jw);
	for (v = 0; v < VERDICT_CHANGED; v++)
		jw_put_int(jw, verdict_names[v], r->counts[v]);
	jw_object_end(jw);
}

void
result_lists(const struct result *r, struct jw *jw)
{
	size_t i;

	jw_array(jw);
	for (i = 0; i < r->list_count; i++) {
		if (r->lists[i].left_out)
			continue;
		jw_object(jw);
		jw_put_text(jw, "id", r->lists[i].id);
		jw_put_text(jw, "title", r->lists[i].title);
		jw_put_int(jw, "tasks", r->lists[i].tasks);
		jw_put_int(jw, "made", r->lists[i].made);
		jw_object_end(jw);
	}
	jw_array_end(jw);
}

void
result_reasons(const struct result *r, struct jw *jw)
{
	int i;

	jw_array(jw);
	for (i = NO_REASON + 1; i < REASON__MAX; i++) {
		if (r->reasons[i] == 0)
			continue;
		jw_object(jw);
		jw_put_plain(jw, "reason", reason_code((enum reason)i));
		jw_put_int(jw, "count", r->reasons[i]);
		jw_object_end(jw);
	}
	jw_array_end(jw);
}

static void
result_causes(const struct result_record *k, struct jw *jw)
{
	size_t i;

	jw_name(jw, "causes");
	jw_array(jw);
	for (i = 0; i < k->cause_count; i++) {
		jw_object(jw);
		jw_put_plain(jw, "reason", reason_code(k->causes[i].reason));
		jw_put_text(jw, "about", k->causes[i].what);
		jw_object_end(jw);
	}
	jw_array_end(jw);
}

void
result_records(const struct result *r, struct jw *jw)
{
	const struct result_record *k;

	jw_array(jw);
	for (k = r->records; k < r->records + r->record_count; k++) {
		jw_object(jw);
		jw_put_int(jw, "row", k->row);
		jw_put_plain(jw, "kind", k->kind);
		jw_put_text(jw, "title", k->title);
		jw_put_plain(jw, "verdict", verdict_names[k->verdict]);
		jw_put_text(jw, "detail", k->detail);
		jw_put_text(jw, "list", k->list);
		jw_put_text(jw, "dueDate", k->due_date);
		result_causes(k, jw);
		jw_object_end(jw);
	}
	jw_array_end(jw);
}
