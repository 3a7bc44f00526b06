#include "bin/import/report.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/program.h"
#include "core/batch/export_kinds.h"
#include "core/record.h"

/* What a dry run says of a record, instead of its verdict. */
static const char *const words[VERDICT__MAX] = {
	[VERDICT_MADE] = "make",
	[VERDICT_EXISTING] = "skip",
	[VERDICT_SKIPPED] = "skip",
	[VERDICT_CHANGED] = "change"
};

/* Its id, or where it is in the file. */
static const char *
name_of(struct arena *a, const struct result_record *r)
{
	return r->id != NULL ? r->id :
	    arena_printf(a, "row %lld", (long long)r->row);
}

static void
count(struct report *o, const struct result_record *r)
{
	int i = 0;

	while (i < REPORT_KINDS - 1 && o->kinds[i].kind != NULL &&
	    strcmp(o->kinds[i].kind, r->kind) != 0)
		i++;
	o->kinds[i].kind = r->kind;
	o->kinds[i].count[r->verdict]++;
}

void
report_record(void *report, const struct result_record *r)
{
	struct report *o = report;
	struct arena *a = arena_new();

	count(o, r);
	if (r->verdict == VERDICT_REFUSED)
		log_error("%s %s refused: %s", r->kind, name_of(a, r),
		    r->detail);
	else if (o->im->options.dry_run)
		program_say(o->p, "%s\t%s\t%s\t%s%s%s", words[r->verdict],
		    r->kind, name_of(a, r), text_printable(a,
		    r->title == NULL ? "" : r->title),
		    r->detail == NULL ? "" : "\t",
		    r->detail == NULL ? "" : text_printable(a, r->detail));
	progress_show(&o->progress, ++o->done);
	arena_free(a);
}

static void
report_say(const struct report *o, const char *what, const int64_t *n)
{
	char more[64] = "";

	if (n[VERDICT_SKIPPED] > 0)
		snprintf(more, sizeof(more), ", %lld skipped",
		    (long long)n[VERDICT_SKIPPED]);
	program_say(o->p, "%s%lld created, %lld existing, %lld refused%s",
	    what, (long long)n[VERDICT_MADE], (long long)n[VERDICT_EXISTING],
	    (long long)n[VERDICT_REFUSED], more);
}

/* In a dry run: how many of each kind, and of each reason. */
static void
say_groups(struct report *o)
{
	const struct result *r = &o->im->result;
	char what[64];
	int i;

	for (i = 0; i < REPORT_KINDS && o->kinds[i].kind != NULL; i++) {
		o->kinds[i].count[VERDICT_MADE] +=
		    o->kinds[i].count[VERDICT_CHANGED];
		snprintf(what, sizeof(what), "%s: ", o->kinds[i].kind);
		report_say(o, what, o->kinds[i].count);
	}
	for (i = NO_REASON + 1; i < REASON__MAX; i++)
		if (r->reasons[i] > 0 && i != EXISTS_HERE && i != NOT_ALLOWED)
			program_say(o->p, "%s: %lld",
			    reason_code((enum reason)i),
			    (long long)r->reasons[i]);
}

int64_t
report_end(struct report *o)
{
	const struct result *r = &o->im->result;

	if (o->im->options.dry_run)
		say_groups(o);
	if (o->im->options.dry_run && !o->im->tried)
		program_say(o->p, "The reader of %s was never tried on a file "
		    "of that service: look closely", o->im->format);
	report_say(o, o->im->options.dry_run ? "Dry run: " : "", r->counts);
	return r->counts[VERDICT_REFUSED];
}
