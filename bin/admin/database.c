/*
 * docket-admin migrate and config.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "bin/admin/admin.h"
#include "core/account/factor.h"
#include "db/db.h"
#include "db/migrate.h"
#include "db/retired.h"

static void
say_migrated(const struct admin *a, enum migrated done, int from)
{
	if (done == MIGRATED_UPGRADED &&
	    db_is_remote(settings_database(&a->p.settings)))
		program_say(&a->p, "The database was migrated from schema %d "
		    "to %d.", from, migration_newest());
	else if (done == MIGRATED_UPGRADED)
		program_say(&a->p, "The database was migrated from schema %d "
		    "to %d; a copy of the old one is docket.db.before-%04d.",
		    from, migration_newest(), from + 1);
	else
		program_say(&a->p, done == MIGRATED_CREATED ?
		    "The database was created." :
		    "The database is up to date.");
}

int
admin_migrate(struct admin *a)
{
	static const char *const failures[] = {
		[MIGRATED_FOREIGN] = "docket.db is not a Docket database",
		[MIGRATED_UNKNOWN] = "docket.db does not say which version "
		    "it has: restore a backup",
	};
	const char *data = a->p.settings.data, *key;
	enum migrated done;
	int from;

	if (mkdir(data, 0700) == -1 && errno != EEXIST)
		return program_failed("%s: %s", data, strerror(errno));
	done = db_migrate(settings_database(&a->p.settings), &from);
	if (done == MIGRATED_NEWER)
		return program_failed("the database is from a newer version "
		    "of Docket (schema %d, this one has %d): install that "
		    "version", from, migration_newest());
	if (done == MIGRATED_RETIRED || done == MIGRATED_ORPHANS)
		return program_failed("%s", db_advice(
		    settings_database(&a->p.settings),
		    done == MIGRATED_RETIRED ?
		    DB_RETIRED : DB_ABSENT, a->p.ctx.arena));
	if (done > MIGRATED_NEWER)
		return program_failed("%s", failures[done]);
	say_migrated(a, done, from);
	key = factor_make_key(&a->p.ctx);
	if (key != NULL)
		program_say(&a->p, "Made the key %s: keep a copy apart from "
		    "the backups, which do not have it.", key);
	return 0;
}

/* As a settings file, without secrets. */
int
admin_config(struct admin *a)
{
	struct setting_shown s;
	size_t i;

	for (i = 0; settings_show(a->p.ctx.arena, &a->p.settings, i, &s); i++)
		printf("%s%s = %s\t; %s\n", s.masked ? "#" : "", s.name,
		    s.value, s.origin);
	return 0;
}
