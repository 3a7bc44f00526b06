/*
 * What CalDAV clients sent of a user's tasks, as a member of our own export.
 */
#ifndef EXPORT_TEXTS_H
#define EXPORT_TEXTS_H

struct ctx;
struct jw;

/* Adds the member `dav` to the open object: of each task and step that a client
 * has sent as a text its ids, name, UID and text, as the client would read it
 * now. */
void	 export_texts(struct ctx *, struct jw *);

#endif
