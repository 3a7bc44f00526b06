#include "web/show.h"

#include "base/json/write.h"
#include "core/ctx.h"
#include "core/record.h"

void
show_record(struct jw *jw, const struct ctx *c, const struct record_kind *k,
    const void *record, bool feed)
{
	jw_object(jw);
	if (feed)
		jw_put_text(jw, "kind", k->name);
	if (k->show != NULL)
		k->show(jw, c, record, feed);
	else
		record_show(jw, k->fields, record, feed, c->user);
	jw_object_end(jw);
}

void
show_row(struct jw *jw, const struct ctx *c, struct row_shape *shape,
    struct rows *r)
{
	jw_object(jw);
	record_show_row(jw, shape, r, c->user);
	jw_object_end(jw);
}

int64_t
record_stamp(const void *record, size_t offset)
{
	return offset == 0 ? 0 :
	    *(const int64_t *)((const char *)record + offset);
}
