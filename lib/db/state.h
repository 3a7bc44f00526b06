/*
 * What state a database is in when it is opened, and what its migration did.
 */
#ifndef DB_STATE_H
#define DB_STATE_H

enum db_state {
	DB_OPEN,	/* the schema is this program's */
	DB_ABSENT,	/* no such file; none was created */
	DB_FOREIGN,	/* a file that is not Docket's database, or damaged */
	DB_DENIED,	/* this user cannot read and write it */
	DB_OLDER,	/* needs a migration */
	DB_UNREACHABLE,	/* its server does not let us in; logged */
	DB_NEWER,	/* made by a newer Docket */
	DB_RETIRED,	/* its data is elsewhere (lib/db/retired.h) */
	DB_STATE__MAX
};

/* What there is to say of a database server (db_check_server()). */
struct finding {
	enum { FINDING_NOTE, FINDING_ADVICE, FINDING_FAULT } kind;
	const char	*what;
	const char	*remedy;	/* NULL with a note */
};

/* What an administrator must do about a state other than DB_OPEN. */
const char	*db_state_advice(enum db_state);

/* Of db_migrate(). */
enum migrated {
	MIGRATED_NOTHING,	/* it was up to date */
	MIGRATED_CREATED,	/* there was none: now there is */
	MIGRATED_UPGRADED,	/* after a snapshot beside it */
	MIGRATED_NEWER,		/* made by a newer Docket: unchanged */
	MIGRATED_RETIRED,	/* its data is elsewhere: unchanged */
	MIGRATED_FOREIGN,	/* not Docket's: unchanged */
	MIGRATED_UNKNOWN,	/* it has lost its version: unchanged */
	MIGRATED_ORPHANS	/* none, but copies or attachments: unchanged */
};

#endif
