/*
 * The statements of a connection to PostgreSQL.
 */
#ifndef DB_POSTGRESQL_STATEMENT_H
#define DB_POSTGRESQL_STATEMENT_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pg;
struct pg_statement;
struct rows;

/* All statements of a connection, none of them prepared yet. */
struct pg_statement *pg_statements_new(struct pg *);
void		 pg_statements_free(struct pg_statement *);
/* One of them, without values; fatal if it writes and `writing` is false. */
struct rows	*pg_statement_prepare(struct pg_statement *, int query,
		    bool writing);
/* A value as an integer, of whatever type of number or truth; 0 for NULL. */
int64_t		 pg_number(const PGresult *, int row, int column);

/* For struct engine, whose comments say what they do. */
void		 pg_statement_bind_id(struct rows *, int, const char *uuid);
void		 pg_statement_bind_int(struct rows *, int, int64_t);
void		 pg_statement_bind_text(struct rows *, int, const char *);
void		 pg_statement_bind_bytes(struct rows *, int, const void *,
		    size_t);
bool		 pg_statement_next(struct rows *);
int64_t		 pg_statement_run(struct rows *);
void		 pg_statement_queue(struct rows *);
void		 pg_statement_ahead(struct rows *);
void		 pg_statement_many(struct rows *);
void		 pg_statement_end(struct rows *);
int64_t		 pg_statement_number(struct rows *, int);
const char	*pg_statement_peek(struct rows *, int, size_t *len);
const char	*pg_statement_name(struct rows *, int);

#endif
