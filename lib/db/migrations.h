/*
 * The migrations of sql/migrate, which sql/compile puts into build/gen.
 */
#ifndef DB_MIGRATIONS_H
#define DB_MIGRATIONS_H

struct migration {
	int		 number;
	const char	*name;
	const char	*sql;
};

/* In rising order; ends with number 0. */
extern const struct migration migrations[];
/* The newest number: this program's schema. */
extern const int migration_last;

#endif
