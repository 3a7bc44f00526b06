/*
 * The functions of base/text.h that migrations call in their SQL.
 */
#ifndef DB_SQLITE_MIGRATE_TEXT_H
#define DB_SQLITE_MIGRATE_TEXT_H

#include <sqlite3.h>

/*
 * Gives the connection
 *	text_places(TEXT, ...)		a JSON array of [word, place]
 *	text_tag_key(TEXT)		" word word", folded
 * A released migration must not change its meaning: if one of these functions
 * changes, a new migration is needed.
 */
void	 migrate_functions(sqlite3 *);

#endif
