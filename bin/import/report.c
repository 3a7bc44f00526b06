#include "bin/import/report.h"

#include <stdio.h>

#include "base/log.h"
#include "base/text.h"
#include "cli/program.h"
#include "core/record.h"

void
report_refused(struct report *o, enum part part, const char *id,
    const char *why)
{
	o->count[part][IMPORT_REFUSED]++;
	log_error("%s %s refused: %s", parts[part].kind->name, id, why);
}

void
report_record(struct report *o, struct arena *a, const struct exported *r,
    enum import_verdict v, const char *why)
{
	const struct record_kind *kind = parts[r->part].kind;
	const char *id = record_id(kind->fields, &r->of);
	bool made = v == IMPORT_MADE;

	if (v == IMPORT_REFUSED)
		report_refused(o, r->part, id, why);
	else {
		o->count[r->part][v]++;
		if (o->dry_run)
			program_say(o->p, "%s\t%s\t%s\t%s%s%s", made ? "make" :
			    "skip", kind->name, id, text_printable(a,
			    record_title(kind->fields, &r->of)),
			    made ? "" : "\t", made ? "" : why);
	}
	progress_show(&o->progress, ++o->done);
}

static void
report_say(const struct report *o, const char *what, const int64_t *n)
{
	program_say(o->p, "%s%lld created, %lld existing, %lld refused", what,
	    (long long)n[IMPORT_MADE], (long long)n[IMPORT_THERE],
	    (long long)n[IMPORT_REFUSED]);
}

int64_t
report_end(const struct report *o)
{
	int64_t all[IMPORT_VERDICT__MAX] = { 0 }, of_part;
	char what[64];
	int part, v;

	for (part = 0; part < PART__MAX; part++) {
		for (of_part = 0, v = 0; v < IMPORT_VERDICT__MAX; v++) {
			of_part += o->count[part][v];
			all[v] += o->count[part][v];
		}
		snprintf(what, sizeof(what), "%s: ", parts[part].kind->name);
		if (o->dry_run && of_part > 0)
			report_say(o, what, o->count[part]);
	}
	report_say(o, o->dry_run ? "Dry run: " : "", all);
	return all[IMPORT_REFUSED];
}
