#include "core/file/transact.h"

#include "base/log.h"
#include "core/ctx.h"
#include "db/db.h"

#define SECONDS		20	/* to wait for the write lock */

bool
content_try_in(struct ctx *c, const struct scope *scope, bool (*fn)(void *),
    void *arg)
{
	return db_transact(c->db, scope, SECONDS, fn, arg) == COMMITTED;
}

bool
content_try(struct ctx *c, bool (*fn)(void *), void *arg)
{
	static const struct scope scope = { .kind = SCOPE_CONTENT };

	if (db_writing(c->db))
		return fn(arg);
	return content_try_in(c, &scope, fn, arg);
}

void
content_transact(struct ctx *c, bool (*fn)(void *), void *arg)
{
	if (!content_try(c, fn, arg))
		fatal(FATAL_BUSY, "the database is busy");
}
