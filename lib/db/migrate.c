#include "db/migrate.h"

#include <stddef.h>

#include "db/engine.h"
#include "db/migrations.h"

enum migrated
db_migrate(const char *place, int *from)
{
	int was = 0;
	enum migrated done = engine_of(place)->migrate(place, &was);

	if (from != NULL)
		*from = was;
	return done;
}

int
migration_newest(void)
{
	return migration_last;
}
