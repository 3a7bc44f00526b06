/*
 * The functions of base/text.h that migrations call in their SQL.
 */
#ifndef DB_MIGRATE_TEXT_H
#define DB_MIGRATE_TEXT_H

#include <sqlite3.h>

/*
 * Gives the connection
 *	text_places(TEXT, ...)		a JSON array of [word, place]
 *	text_tag_key(TEXT)		" word word", folded
 * A migration keeps its meaning: what these do now, each version of Docket
 * does, or it has another migration.
 */
void	 migrate_functions(sqlite3 *);

#endif
