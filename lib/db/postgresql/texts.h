/*
 * What sql/compile makes for PostgreSQL: the statements of sql/query, by enum
 * query, and the migrations of sql/postgresql.
 */
#ifndef DB_POSTGRESQL_TEXTS_H
#define DB_POSTGRESQL_TEXTS_H

#include <stdbool.h>

#include "db/migrations.h"

struct pg_text {
	const char	*types;		/* of the parameters: i, t or b for
					 * bigint, text or bytea */
	const char	*sql;
	bool		 reads;		/* and changes nothing */
};
extern const struct pg_text pg_texts[];

/* In rising order, from the first that PostgreSQL had; ends with number 0. */
extern const struct migration pg_migrations[];

#endif
