#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bin/admin/admin.h"
#include "db/migrate.h"

int
admin_migrate(struct admin *a)
{
	static const char *const said[] = {
		[MIGRATED_NOTHING] = "The database is up to date.",
		[MIGRATED_CREATED] = "The database was created.",
		[MIGRATED_UPGRADED] = "The database was migrated; a copy of "
		    "the old one is beside it.",
		[MIGRATED_NEWER] = "the database is from a newer version of "
		    "Docket: install that version",
		[MIGRATED_FOREIGN] = "docket.db is not a Docket database",
		[MIGRATED_ORPHANS] = "there are attachments but no database: "
		    "restore a backup of docket.db",
	};
	const char *data = a->p.settings.data;
	enum migrated done;

	if (mkdir(data, 0700) == -1 && errno != EEXIST)
		return program_failed("%s: %s", data, strerror(errno));
	done = db_migrate(data);
	if (done >= MIGRATED_NEWER)
		return program_failed("%s", said[done]);
	program_say(&a->p, "%s", said[done]);
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
