/*
 * The streaming JSON writer.  A struct jw appends to a struct buf and, if it has
 * a drain, passes the buffer on whenever it is full, so memory stays constant.
 * The writer places the commas.
 */
#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

/* Zero-initialise, give it a buffer (and a drain). */
struct jw {
	struct buf	*out;
	/* or NULL; takes the whole buffer, which is then emptied */
	void		(*drain)(void *, struct buf *);
	void		*drain_arg;
	size_t		 drain_at;	/* bytes in the buffer that drain it */
	bool		 comma;		/* a value came before on this level */
};

void	 jw_object(struct jw *);	/* { */
void	 jw_object_end(struct jw *);	/* }; may drain */
void	 jw_array(struct jw *);
void	 jw_array_end(struct jw *);	/* ]; may drain */
/* A member's name; exactly one value must follow.  ASCII without escapes. */
void	 jw_name(struct jw *, const char *);
/* Values.  Text is valid UTF-8; NULL is written as null. */
void	 jw_text(struct jw *, const char *);
void	 jw_int(struct jw *, int64_t);
void	 jw_bool(struct jw *, bool);
void	 jw_null(struct jw *);
/* A value that is JSON already; NULL is written as null. */
void	 jw_json(struct jw *, const char *);
/* Name and value together. */
void	 jw_put_text(struct jw *, const char *name, const char *);
/* Text that needs no escapes: ids, dates. */
void	 jw_put_plain(struct jw *, const char *name, const char *);
void	 jw_put_int(struct jw *, const char *name, int64_t);
void	 jw_put_bool(struct jw *, const char *name, bool);
/* A stamp of base/date.h in its canonical form; with _or_null, 0 is null. */
void	 jw_put_stamp(struct jw *, const char *name, int64_t);
void	 jw_put_stamp_or_null(struct jw *, const char *name, int64_t);

#endif
