/*
 * The Idempotency-Key header (IETF draft): repeats the first answer, and
 * executes nothing twice.
 */
#ifndef WEB_REPLAY_H
#define WEB_REPLAY_H

#include <stdbool.h>

struct req;

/* Is the key, if any, well-formed?  False if refused. */
bool	 replay_key(struct req *);
/* Does the request already have an answer, or its key another request? */
bool	 replay_known(struct req *);
/* Within the transaction: true if the work must be done; false if the earlier
 * answer, or a refusal, is in place. */
bool	 replay_find(struct req *);
/* Stores a successful answer with the work. */
void	 replay_keep(struct req *);

#endif
