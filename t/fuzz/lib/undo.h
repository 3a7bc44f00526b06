/*
 * Every transaction becomes a savepoint within one that is never committed, so
 * that undoing a whole input is one ROLLBACK: the connection, its statements
 * and its pages stay.  The linker replaces sqlite3_prepare_v3().
 */
#ifndef T_FUZZ_UNDO_H
#define T_FUZZ_UNDO_H

#include <sqlite3.h>

/* From here on; and everything as it was then. */
void	 undo_begin(sqlite3 *);
void	 undo_all(sqlite3 *);

#endif
