#include "core/user/remote_user.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "core/ctx.h"
#include "core/user/audit.h"
#include "core/user/user.h"
#include "db/db.h"

#define NAME_MAX_BYTES	254

enum outcome
remote_user_sign_in(struct ctx *c, const char *name, int seconds)
{
	const char *email = strchr(name, '@') != NULL ? name :
	    arena_printf(c->arena, "%s@localhost", name);
	struct user u;

	if (strlen(email) > NAME_MAX_BYTES ||
	    !text_valid(email, strlen(email)) || text_has_control(email))
		return NO_SESSION;
	if (!user_by_email(c, email, &u)) {
		if (seconds == 0)
			return NO_SESSION;
		if (!db_begin_write(c->db, seconds))
			return BUSY;
		/* Another request may have added it meanwhile. */
		if (user_add(c, email, name, NULL, true, &u) == CREATED)
			audit_put(c, u.id, AUDIT_ACCOUNT_MADE,
			    "{\"by\":\"web-server\"}");
		db_commit(c->db);
	}
	if (u.disabled)
		return NO_SESSION;
	if (!u.verified)
		return EMAIL_TAKEN;
	c->user = u.id;
	c->zone = u.time_zone;
	c->credential = u.id;
	return DONE;
}
