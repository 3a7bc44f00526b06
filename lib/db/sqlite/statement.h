/*
 * The prepared statements of a connection to SQLite.
 */
#ifndef DB_SQLITE_STATEMENT_H
#define DB_SQLITE_STATEMENT_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rows;
struct statement;

/* All statements of a connection, by number; none of them is prepared yet. */
struct statement **statements_new(void);
void		 statements_free(struct statement **);
/* Prepares one of them. */
void		 statement_ahead(struct statement **, sqlite3 *, int query);
/* One of them, reset; fatal if it writes and `writing` is false. */
struct rows	*statement_prepare(struct statement **, sqlite3 *, int query,
		    bool writing);

/* For struct engine, whose comments say what they do. */
void		 statement_bind_id(struct rows *, int, const char *uuid);
void		 statement_bind_int(struct rows *, int, int64_t);
void		 statement_bind_text(struct rows *, int, const char *);
void		 statement_bind_bytes(struct rows *, int, const void *, size_t);
bool		 statement_next(struct rows *);
int64_t		 statement_run(struct rows *);
void		 statement_end(struct rows *);
int64_t		 statement_number(struct rows *, int);
const char	*statement_peek(struct rows *, int, size_t *len);
const char	*statement_name(struct rows *, int);

#endif
