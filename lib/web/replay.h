/*
 * The Idempotency-Key header (the IETF's draft): the first answer again, and
 * nothing done twice.
 */
#ifndef WEB_REPLAY_H
#define WEB_REPLAY_H

#include <stdbool.h>

struct req;

/* Is the key, where there is one, of its form?  False where refused. */
bool	 replay_key(struct req *);
/* Has the request an answer already, or has its key another request? */
bool	 replay_known(struct req *);
/* Within the transaction: true where the work is to be done; false where the
 * answer of before, or a refusal, is in place. */
bool	 replay_find(struct req *);
/* Keeps a successful answer with the work. */
void	 replay_keep(struct req *);

#endif
