/*
 * Sending the answer; for serve.c.
 */
#ifndef WEB_SEND_H
#define WEB_SEND_H

struct req;

/* The snapshot that the answer was read from is over. */
void	 send_released(const struct req *);
/* All that has not been sent yet. */
void	 send_answer(struct req *);

#endif
