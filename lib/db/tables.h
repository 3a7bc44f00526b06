/*
 * Whole databases, table by table, from one engine into another.  Tables and
 * columns come from the engine's catalogue, so that no migration can be
 * forgotten.
 *
 * A row on its way is bytes, the same from every engine: the number of its
 * columns in 16 bits, then, for each, its length in 32 (-1: NULL) and its
 * bytes.  An integer has 8.  All numbers are big-endian: this is how
 * PostgreSQL's COPY has them.
 */
#ifndef DB_TABLES_H
#define DB_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;

struct table {
	const char	*name;
	const char	*columns;	/* quoted, in order of their names */
	const char	*types;		/* of each: i, t or b, for integer, text
					 * or bytes */
	const char	*key;		/* the primary key's, quoted */
};

/* What an engine does with whole tables.  Each failure is fatal(). */
struct engine_tables {
	/* All of them, each after those that it refers to. */
	size_t	(*list)(struct db *, struct arena *, struct table **);
	/* Nobody else writes until the end of the write transaction. */
	void	(*lock)(struct db *, const struct table *, size_t n);
	/* Passes on each row, in order of the key. */
	void	(*read)(struct db *, const struct table *,
		    void (*fn)(void *, const void *row, size_t len), void *);
	/* Removes every row of a table. */
	void	(*clear)(struct db *, const struct table *);
	/* Adds rows: what begins it gives the argument of the other two. */
	void	*(*add_begin)(struct db *, const struct table *);
	void	(*add)(void *, const void *row, size_t len);
	void	(*add_end)(void *);
};

struct tables_copy {
	/* Counts rows; it may be NULL. */
	void	(*tick)(void *, int64_t rows);
	void	*arg;
	int64_t	 rows;			/* all that were copied */
};

/*
 * Replaces all rows of `to` with those of `from`, except contents, and compares
 * their number and hash.  Both are in a transaction; that of `to` writes.
 * NULL, or what is wrong, in one line: then `to` must be rolled back.
 */
const char	*tables_copy(struct tables_copy *, struct db *to, struct db *from,
		    struct arena *);

/* For the engines: the numbers of a row. */
void		 tables_put(void *p, uint64_t value, int bytes);
uint64_t	 tables_get(const void *p, int bytes);

#endif
