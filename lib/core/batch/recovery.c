#include "core/batch/recovery.h"

#include "base/arena.h"
#include "core/batch/export_kinds.h"
#include "core/batch/import.h"
#include "core/record.h"

struct ctx
recover_as(const struct recovery *r, const char *user)
{
	struct ctx c = *r->to;

	c.user = user;
	c.viewer_may = true;
	return c;
}

void
recover_next(struct recovery *r)
{
	arena_reset(r->from->arena);
	arena_reset(r->to->arena);
}

void
recover_leave_out(struct recovery *r, const char *what, const char *id,
    const char *why)
{
	r->report(r->arg, false, what, id, why);
}

void
recover_refuse(struct recovery *r, const char *what, const char *id, const char *why)
{
	r->report(r->arg, true, what, id, why);
	r->refused++;
}

void
recover_count(struct recovery *r, const char *what, const char *id,
    enum outcome o)
{
	if (o == CREATED || o == DONE)
		r->created++;
	else if (o == EXISTED)
		r->existing++;
	else
		recover_refuse(r, what, id, import_reason(o));
}

bool
recover_import(struct recovery *r, struct ctx *c, const char *what,
    const struct exported *record)
{
	const char *why;
	enum import_verdict v = import_record(c, record, &why);

	if (v == IMPORT_REFUSED)
		recover_refuse(r, what, record_id(
		    export_kinds[record->kind].kind->fields,
		    &record->of), why);
	else if (v == IMPORT_MADE)
		r->created++;
	else
		r->existing++;
	return v == IMPORT_MADE;
}
