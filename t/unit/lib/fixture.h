/*
 * For unit tests of lib/core: an empty database with a user, ada, and a list
 * of hers, within a write transaction.  Link with fixture.o, and run the tests
 * with fixture_open() and fixture_close() as the group's setup and teardown.
 */
#ifndef T_UNIT_LIB_FIXTURE_H
#define T_UNIT_LIB_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include "base/settings/settings.h"
#include "core/ctx.h"

extern struct ctx	 c;		/* c.user is ada */
extern struct settings	 settings;
extern char		 dir[];		/* the data directory */
extern const char	*list;		/* ada's */

int		 fixture_open(void **state);
int		 fixture_close(void **state);

/* Each returns the id of what it added; a list is c.user's. */
const char	*add_user(const char *email);
const char	*add_list(void);
const char	*add_task(const char *in);
/* Marks a task of `list` done or undone. */
void		 set_done(const char *task, bool done);

#endif
