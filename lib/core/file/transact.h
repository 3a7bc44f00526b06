/*
 * Short transactions of the content stores.
 */
#ifndef CORE_FILE_TRANSACT_H
#define CORE_FILE_TRANSACT_H

#include <stdbool.h>

struct ctx;
struct scope;

/* Runs fn in the write transaction that is open, or in one of its own, which
 * only writes contents: so it waits for nobody but a transaction for
 * everything.  False if that took too long. */
bool	 content_try(struct ctx *, bool (*fn)(void *), void *);
/* The same in a transaction of that scope, for which none may be open. */
bool	 content_try_in(struct ctx *, const struct scope *, bool (*fn)(void *),
	    void *);
/* As content_try(); fatal() instead of false. */
void	 content_transact(struct ctx *, bool (*fn)(void *), void *);

#endif
