/*
 * Sends the answer: Status first; Content-Length whenever the body is in
 * memory; in one write.
 */
#ifndef WEB_SEND_H
#define WEB_SEND_H

struct buf;
struct req;

/* Ends the snapshot that the answer was read from. */
void	 send_released(const struct req *);
/* Sends what has not been sent yet. */
void	 send_answer(struct req *);

/* The drain of a streaming answer: sends the head first, then the buffer. */
void	 stream(void *req, struct buf *);

#endif
