#include "dav/move.h"

#include <string.h>

#include "core/list/collection.h"
#include "core/task/item.h"
#include "core/task/move.h"
#include "core/task/resource.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "dav/dav.h"
#include "dav/href.h"
#include "dav/protocol.h"
#include "dav/xml.h"
#include "web/reply.h"
#include "web/request.h"

/* Where it goes; false if refused. */
static bool
find_destination(struct req *rq, struct href *h, struct collection *to)
{
	const char *url = rq->in.env[ENV_HTTP_DESTINATION];

	if (url == NULL) {
		refuse(rq, MALFORMED_REQUEST);
		return false;
	}
	href_read(rq, url, h);
	if (h->other_host)
		dav_refuse(rq, 502, NULL, NULL);
	else if (h->bad || h->name == NULL)
		dav_refuse(rq, 403, NULL, NULL);
	else if (!same_id(h->user, rq->ctx.user))
		refuse(rq, NOT_FOUND);
	else if (collection_find(&rq->ctx, h->list, to) != DONE)
		dav_refuse(rq, 409, NULL, NULL);
	return !rq->reply.refused;
}

/* Has another item of the target its UID?  A client must not see two of one. */
static bool
uid_taken(struct req *rq, const struct collection *to, const struct item *i,
    const struct item *over)
{
	struct item other;

	return item_by_uid(&rq->ctx, to->id, item_uid(i), &other) &&
	    !same_id(other.id, i->id) && !same_id(other.id, over->id);
}

/* Removes what is at the destination; false if refused. */
static bool
move_over(struct req *rq, const struct collection *to, const struct item *over)
{
	const char *overwrite = rq->in.env[ENV_HTTP_OVERWRITE];

	if (over->id == NULL)
		return true;
	if (overwrite != NULL && strcasecmp(overwrite, "F") == 0) {
		refuse(rq, PRECONDITION_FAILED);
		return false;
	}
	if (over->parent_id != NULL)
		step_delete(&rq->ctx, over->parent_id, over->id);
	else
		task_delete(&rq->ctx, to->id, over->id);
	return true;
}

/* Moves it; within its list it is only stamped, since clients must learn of its
 * new name. */
static enum outcome
move_to(struct req *rq, const struct collection *from, const struct item *i,
    const struct collection *to)
{
	struct ctx *c = &rq->ctx;
	struct step s;
	struct task t;

	if (!same_id(from->id, to->id))
		return task_move(c, from->id, i->id, &(const struct task_place){
		    .list_id = to->id, .top = true }, &t);
	if (i->parent_id != NULL)
		return step_touch(c, i->parent_id, i->id, &s);
	if (task_get(c, from->id, i->id, &t) == DONE)
		task_store(c, &t);
	return DONE;
}

void
move_answer(struct req *rq, const struct collection *from,
    const struct item *i)
{
	struct collection to = { .id = NULL };
	struct item over, now;
	struct href h;
	enum outcome o;

	if (!find_destination(rq, &h, &to))
		return;
	item_by_name(&rq->ctx, to.id, h.name, true, &over);
	if (same_id(over.id, i->id) || (i->parent_id != NULL &&
	    !same_id(from->id, to.id)))
		dav_refuse(rq, 403, NULL, NULL);
	else if (uid_taken(rq, &to, i, &over))
		dav_refuse(rq, 403, NS_CALDAV, "no-uid-conflict");
	if (rq->reply.refused || !move_over(rq, &to, &over))
		return;
	o = move_to(rq, from, i, &to);
	if (o != DONE) {
		refuse(rq, o);
		return;
	}
	item_get(&rq->ctx, to.id, i->id, &now);
	if (strcmp(item_name(rq->ctx.arena, &now), h.name) != 0)
		resource_rename(&rq->ctx, &now, h.name);
	answer_empty(rq, over.id == NULL ? 201 : 204);
}
