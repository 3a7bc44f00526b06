/*
 * The payload of a push message: JSON for the service worker that receives it.
 */
#ifndef PUSH_PAYLOAD_H
#define PUSH_PAYLOAD_H

#include <stddef.h>

struct arena;
struct delivery;

#define PAYLOAD_MAX	3072	/* bytes */

/*
 * {"type", "taskId", "listId", "title", "dueDate", "dueTime", "reminderAt",
 * "url"}: type is the delivery's kind; dueDate, dueTime and reminderAt may be
 * null; url is the task's, below base_url ("": relative to the origin).  At
 * most PAYLOAD_MAX bytes of JSON in *len: a title that is too long is cut after
 * a whole character and ends in an ellipsis, and a base_url that is too long is
 * left out.
 */
const char	*payload_json(struct arena *, const char *base_url,
		    const struct delivery *, size_t *len);

#endif
