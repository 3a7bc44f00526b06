/*
 * The streaming JSON writer.  A struct jw appends to a struct buf and, if it
 * has a drain, passes the buffer on whenever it is full, so memory stays
 * constant.  The writer places the commas.
 */
#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"

/* Zero-initialise, give it a buffer (and a drain). */
struct jw {
	struct buf	*out;
	/* or NULL; takes the whole buffer, which is then emptied */
	void		(*drain)(void *, struct buf *);
	void		*drain_arg;
	size_t		 drain_at;	/* bytes in the buffer that drain it */
	bool		 comma;		/* a value came before on this level */
	char		 stamp[STAMP_SIZE]; /* the last that was written */
	int64_t		 last;		/* the same, as a number */
	int32_t		 day;		/* its day */
};

void	 jw_object(struct jw *);	/* { */
void	 jw_object_end(struct jw *);	/* }; may drain */
void	 jw_array(struct jw *);
void	 jw_array_end(struct jw *);	/* ]; may drain */
/* A member's name; exactly one value must follow.  ASCII without escapes. */
void	 jw_name(struct jw *, const char *);
/* Values.  Text is valid UTF-8. */
void	 jw_text(struct jw *, const char *);
void	 jw_int(struct jw *, int64_t);
void	 jw_bool(struct jw *, bool);
void	 jw_null(struct jw *);
/* A value that is JSON already; NULL is written as null. */
void	 jw_json(struct jw *, const char *);
/* Name and value together; a text that is NULL is written as null. */
void	 jw_put_text(struct jw *, const char *name, const char *);
/* Text that needs no escapes: ids, dates. */
void	 jw_put_plain(struct jw *, const char *name, const char *);
void	 jw_put_int(struct jw *, const char *name, int64_t);
void	 jw_put_bool(struct jw *, const char *name, bool);
/* A stamp of base/date.h in its canonical form; with _or_null, 0 is null. */
void	 jw_put_stamp(struct jw *, const char *name, int64_t);
void	 jw_put_stamp_or_null(struct jw *, const char *name, int64_t);

/*
 * For listings: a name as it is written, made once, and its member written
 * straight into the buffer.
 */
#define JW_LEAD	32

struct jw_lead {
	char	 text[JW_LEAD];		/* "name": */
	size_t	 len;
};

/* The name must be shorter than JW_LEAD by 3. */
void	 jw_lead(struct jw_lead *, const char *name);
/* The text of a stamp, until the next. */
const char *jw_stamp(struct jw *, int64_t);

/* Where a value of at most n bytes goes; then its end. */
static inline char *
jw_begin(struct jw *w, const struct jw_lead *lead, size_t n)
{
	char *p = buf_reserve(w->out, 1 + JW_LEAD + n);

	*p = ',';
	p += w->comma;
	w->comma = true;
	memcpy(p, lead->text, JW_LEAD);
	return p + lead->len;
}

static inline void
jw_end(struct jw *w, const char *p)
{
	w->out->len = (size_t)(p - w->out->data);
}

/* How many bytes at the beginning of a text need no escape? */
size_t	 jw_plain(const char *, size_t);

#endif
