/*
 * Sends the answer: Status first, and Content-Length unless it is streamed.  An
 * answer in memory is sent in one write.
 */
#ifndef WEB_SEND_H
#define WEB_SEND_H

struct buf;
struct req;

/* Call when the snapshot that the answer was read from has ended: cancels the
 * time limit of a streamed answer. */
void	 send_released(const struct req *);
/* Sends what has not been sent yet. */
void	 send_answer(struct req *);

/* The drain of a streaming answer: sends the head first, then the buffer. */
void	 stream(void *req, struct buf *);

#endif
