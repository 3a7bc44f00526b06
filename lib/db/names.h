/*
 * The names of files in a data directory.
 */
#ifndef DB_NAMES_H
#define DB_NAMES_H

#define DB_FILE		"docket.db"
#define DB_NEW		DB_FILE ".new"	/* while it is being created */
#define DB_LOCK		"docket.lock"
#define DB_SLOTS	"docket.slots"	/* web/slots.h */
#define DB_OIDC		"docket.oidc"	/* oidc/cache.h */
#define DB_APPLICATION	0x444f434b	/* "DOCK", SQLite's application_id */

#endif
