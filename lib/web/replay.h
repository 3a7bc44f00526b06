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
/* Prepares the statements that keep answers, before the write lock is taken. */
void	 replay_prepare(struct req *);
/*
 * Work in portions (portions.h), each in a transaction of its own: within one,
 * replay_continues() sets rq->done to what was done under the key, also by a
 * request that was killed or runs beside; false if there is an answer, or the
 * key was used for another request.  replay_progress() stores rq->done.
 */
bool	 replay_continues(struct req *);
void	 replay_progress(struct req *);
/* Asks ahead (rows_ahead()) for what replay_find() needs. */
void	 replay_ahead(struct req *);
/* Within the transaction: true if the work must be done, or finished (then
 * rq->done is set).  False if the reply is
 * complete: the earlier answer, or a refusal since the key was used for another
 * request. */
bool	 replay_find(struct req *);
/* Stores a successful answer, in the transaction of the work. */
void	 replay_keep(struct req *);

#endif
