/*
 * A database of any engine as a file of SQLite.
 */
#ifndef DB_SQLITE_TABLES_FILE_H
#define DB_SQLITE_TABLES_FILE_H

#include "db/tables.h"

/*
 * As tables_copy(), into a new plain file of this program's schema, readable
 * only by its owner and not yet durable, which replaces an existing one.
 */
const char	*tables_to_file(struct tables_copy *, const char *path,
		    struct db *from, struct arena *);

#endif
