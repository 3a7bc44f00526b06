/*
 * Sends the answer: Status first, and Content-Length, so that a client sees
 * whether the answer is complete.
 */
#ifndef WEB_SEND_H
#define WEB_SEND_H

struct buf;
struct req;

/* Sends the answer, unless that is done. */
void	 send_answer(struct req *);
/* Reads the file that will be sent: then neither a worker nor a connection to a
 * database server waits for the client. */
void	 send_file_ahead(struct req *);
/* Begins a stream of events: sends the head and the first event. */
#define EVENT_CHANGED	"data: changed\n\n"
#define EVENT_NONE	":\n\n"
void	 send_events(struct req *, const char *first);

/* The drain of an answer that may be long (spool.h). */
void	 store(void *req, struct buf *);
/* Drops the parts of a long answer that are stored. */
void	 drop_parts(struct req *);

#endif
