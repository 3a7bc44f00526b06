#include "core/user/remote_user.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "core/ctx.h"
#include "core/user/user.h"
#include "db/db.h"

#define NAME_MAX_BYTES	254

bool
remote_user_sign_in(struct ctx *c, const char *name, int seconds, bool *busy)
{
	const char *email = strchr(name, '@') != NULL ? name :
	    arena_printf(c->arena, "%s@localhost", name);
	struct user u;

	*busy = false;
	if (strlen(email) > NAME_MAX_BYTES ||
	    !text_valid(email, strlen(email)) || text_has_control(email))
		return false;
	if (!user_by_email(c, email, &u)) {
		*busy = seconds > 0 && !db_begin_write(c->db, seconds);
		if (*busy || seconds == 0)
			return false;
		/* Another request may have added it meanwhile. */
		user_add(c, email, name, NULL, true, &u);
		db_commit(c->db);
	}
	if (u.disabled)
		return false;
	c->user = u.id;
	c->zone = u.time_zone;
	c->credential = u.id;
	return true;
}
