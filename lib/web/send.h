/*
 * Sends the answer; for serve.c.
 */
#ifndef WEB_SEND_H
#define WEB_SEND_H

struct req;

/* Ends the snapshot that the answer was read from. */
void	 send_released(const struct req *);
/* Sends what has not been sent yet. */
void	 send_answer(struct req *);

#endif
