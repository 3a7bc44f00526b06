/*
 * The rows of a statement.  The headers of query have a typed function for each
 * statement, which prepares it and binds its parameters, and a struct with its
 * reader for each kind of row.
 */
#ifndef DB_ROWS_H
#define DB_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct rows;

/*
 * Of a server only (db_asks_ahead()): the statement is sent with the next one
 * whose answer is needed, in one round trip.  If it is then called with the
 * same values, and nothing was written meanwhile, its rows are there.
 */
void		 rows_ahead(struct rows *);
/* Before the first row, within a transaction: there can be more rows than
 * memory should hold.  A server sends them in portions. */
struct rows	*rows_many(struct rows *);
/* The next row.  False at the end, where the statement is reset. */
bool		 rows_next(struct rows *);
/* Resets before the end. */
void		 rows_end(struct rows *);
/* The first column of the first row, or `otherwise` without a row; resets. */
int64_t		 rows_one(struct rows *, int64_t otherwise);
/* The same for texts and ids: NULL without a row. */
const char	*rows_one_text(struct rows *, struct arena *);
const char	*rows_one_id(struct rows *, struct arena *);
/* Is there a row?  Resets. */
bool		 rows_any(struct rows *);

/* The rest is for the headers of query. */
void		 rows_bind_id(struct rows *, int, const char *uuid);
void		 rows_bind_text(struct rows *, int, const char *);
void		 rows_bind_int(struct rows *, int, int64_t);
void		 rows_bind_bytes(struct rows *, int, const void *, size_t);
/* Runs a statement without rows; how many rows it changed. */
int64_t		 rows_run(struct rows *);
/* The same for a count that nobody asks for: a server's answer, and its
 * failure, can come with a later statement. */
void		 rows_queue(struct rows *);
/* Columns of the present row, from 0.  Texts, ids and bytes are copies in the
 * arena; len may be NULL. */
int64_t		 rows_int(struct rows *, int);
const char	*rows_text(struct rows *, struct arena *, int);
const char	*rows_id(struct rows *, struct arena *, int);
const void	*rows_bytes(struct rows *, struct arena *, int, size_t *len);

/* The text or bytes of a column, until the next row; NULL for NULL. */
const char	*rows_peek(struct rows *, int, size_t *len);

/* For each column of a statement, the offset of its member in the struct. */
struct columns {
	size_t		 count;
	const size_t	*at;
};

/* Every statement; the limited twins are behind the others. */
struct query_text {
	const char	*name;
	int		 params;
	int		 limited;	/* the number of its limited twin
					 * (db_limit()); 0: it has none */
	const char	*columns;	/* names, separated by blanks; "": not
					 * declared */
	const char	*sql;
};
extern const struct query_text query_texts[];
extern const int query_count;

#endif
