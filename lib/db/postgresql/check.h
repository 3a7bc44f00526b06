/*
 * What can be wrong with a server and its standbys.
 */
#ifndef DB_POSTGRESQL_CHECK_H
#define DB_POSTGRESQL_CHECK_H

#include <stdint.h>

struct db;
struct finding;

/* db_check_server() */
void	 pg_check(struct db *, int64_t now,
	    void (*fn)(void *, const struct finding *), void *);

#endif
