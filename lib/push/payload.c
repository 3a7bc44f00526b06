#include "push/payload.h"

#include <string.h>

#include "base/arena.h"
#include "base/json/write.h"
#include "base/text.h"
#include "core/notify/delivery.h"

#define ELLIPSIS	"\xe2\x80\xa6"
#define ESCAPE		6	/* the longest that one byte becomes: \u001f */

static void
write_payload(struct arena *a, struct buf *out, const char *base_url,
    const struct delivery *d, const char *title)
{
	struct jw jw = { .out = out };

	out->len = 0;
	jw_object(&jw);
	jw_put_text(&jw, "type", d->kind);
	jw_put_text(&jw, "taskId", d->task);
	jw_put_text(&jw, "listId", d->list);
	jw_put_text(&jw, "title", title);
	jw_put_text(&jw, "dueDate", d->due_date);
	jw_put_text(&jw, "dueTime", d->due_time);
	jw_put_stamp_or_null(&jw, "reminderAt", d->reminder_at);
	jw_put_text(&jw, "url", arena_printf(a, "%s/#/l/%s/t/%s",
	    base_url, d->list, d->task));
	jw_object_end(&jw);
}

const char *
payload_json(struct arena *a, const char *base_url, const struct delivery *d,
    size_t *len)
{
	struct buf out = { 0 };
	size_t left = strlen(d->title);
	const char *text;

	write_payload(a, &out, base_url, d, "");
	if (out.len + sizeof(ELLIPSIS) - 1 > PAYLOAD_MAX)
		base_url = "";
	write_payload(a, &out, base_url, d, d->title);
	/* Each time shorten by at most the excess. */
	while (out.len > PAYLOAD_MAX) {
		left = text_cut(d->title,
		    left - 1 - (out.len - PAYLOAD_MAX - 1) / ESCAPE);
		write_payload(a, &out, base_url, d, arena_printf(a, "%.*s%s",
		    (int)left, d->title, ELLIPSIS));
	}
	text = arena_dup(a, out.data, out.len);
	*len = out.len;
	buf_free(&out);
	return text;
}
