#include "db/state.h"

const char *
db_state_advice(enum db_state s)
{
	static const char *const advice[DB_STATE__MAX] = {
		[DB_OPEN] = "the database is ready",
		[DB_ABSENT] = "there is no database: restore a backup, or "
		    "create one with `docket-admin migrate`",
		[DB_FOREIGN] = "the file is not a Docket database, or is "
		    "damaged: restore a backup",
		[DB_DENIED] = "this user cannot read and write the database: "
		    "the data directory and its contents must belong to the "
		    "service's user, on a disk that is not mounted read-only, "
		    "and under systemd in ReadWritePaths= of every unit",
		[DB_UNREACHABLE] = "the database server cannot be used: start "
		    "it, or correct the setting database",
		[DB_OLDER] = "the database is from an older version: run "
		    "`docket-admin migrate`",
		[DB_NEWER] = "the database is from a newer version of Docket: "
		    "install that version",
		[DB_RETIRED] = "its data was moved to another database",
	};

	return advice[s];
}
