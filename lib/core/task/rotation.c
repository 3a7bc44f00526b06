#include "core/task/rotation.h"

#include <string.h>

#include "base/arena.h"
#include "core/access.h"
#include "core/limits.h"
#include "core/task/task.h"

/* The id at a place of a rotation; NULL behind the last.  An id has 36
 * characters, two quotes and a comma or bracket before it. */
static const char *
rotation_at(struct ctx *c, const char *rotation, size_t place)
{
	const size_t each = ID_SIZE - 1 + 3;

	return rotation == NULL || place * each + each >= strlen(rotation) + 1 ?
	    NULL : arena_dup(c->arena, rotation + place * each + 2,
	    ID_SIZE - 1);
}

int
rotation_stranger(struct ctx *c, const char *list, const char *rotation)
{
	const char *user;
	int i;

	for (i = 0; (user = rotation_at(c, rotation, (size_t)i)) != NULL; i++)
		if (!access_changes(c, user, list))
			return i;
	return -1;
}

bool
rotation_trim(struct ctx *c, struct task *t, const char *gone)
{
	const char *user, *kept = "";
	size_t left = 0, i;

	for (i = 0; (user = rotation_at(c, t->rotation, i)) != NULL; i++) {
		if ((gone != NULL && same_id(user, gone)) ||
		    !access_changes(c, user, t->list_id))
			continue;
		kept = arena_printf(c->arena, "%s%s\"%s\"", kept,
		    left == 0 ? "" : ",", user);
		left++;
	}
	if (left == i)
		return false;
	t->rotation = left < ROTATION_LEAST ? NULL :
	    arena_printf(c->arena, "[%s]", kept);
	return true;
}

const char *
rotation_next(struct ctx *c, const struct task *t, const char *after)
{
	struct task left = *t;
	const char *user;
	size_t i;

	rotation_trim(c, &left, NULL);
	for (i = 0; (user = rotation_at(c, left.rotation, i)) != NULL; i++)
		if (after != NULL && same_id(user, after)) {
			user = rotation_at(c, left.rotation, i + 1);
			break;
		}
	return user != NULL ? user : rotation_at(c, left.rotation, 0);
}
