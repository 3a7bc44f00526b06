/*
 * One window of fixed size slides over the message.  A delimiter is CRLF, "--",
 * the boundary, blanks and CRLF; it contains no other CR.  So only CRs must be
 * examined, each once, and at most one unfinished delimiter is held back at the
 * window's end.  The message is read as if a CRLF preceded it, so
 * that the first delimiter is like all others.
 */
#include "web/multipart.h"

#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "web/header_value.h"
#include "web/part_header.h"

#define WINDOW		(16 * 1024)
#define BOUNDARY_MAX	70	/* RFC 2046 section 5.1.1 */
#define PADDING_MAX	256	/* blanks after a boundary */

_Static_assert(WINDOW >= 2 * MULTIPART_HEADERS, "a part's headers must fit");

enum state {
	IN_PREAMBLE,
	IN_HEADERS,
	AT_BLANK,		/* on the CRLF that ends the headers */
	IN_BODY,
	AT_CLOSE,		/* behind the closing delimiter */
	OVER			/* only m->last counts */
};

enum match {
	NO_DELIMITER,
	UNFINISHED,		/* more bytes are needed */
	DELIMITER,
	CLOSING
};

struct multipart {
	struct arena	*arena;
	long		(*read)(void *, char *, size_t);
	void		*arg;
	char		 delimiter[4 + BOUNDARY_MAX + 1];
	size_t		 delimiter_len;
	enum state	 state;
	enum multipart_event last;
	const char	*why;
	struct form_part	 part;
	size_t		 parts;
	size_t		 start;		/* of the unread bytes in the window */
	size_t		 end;
	char		 window[WINDOW];
};

static bool
is_boundary(const char *s)
{
	static const char bchars[] = "0123456789"
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "'()+_,-./:=? ";
	size_t len = strspn(s, bchars);

	return len >= 1 && len <= BOUNDARY_MAX && s[len] == '\0' &&
	    s[len - 1] != ' ';
}

const char *
multipart_boundary(struct arena *arena, const char *content_type)
{
	const char *boundary = NULL;
	enum param_event event;
	struct param p;

	if (content_type == NULL ||
	    !param_open(&p, content_type, "multipart/form-data"))
		return NULL;
	while ((event = param_next(arena, &p)) == PARAM_NEXT) {
		if (strcmp(p.name, "boundary") != 0)
			continue;
		if (boundary != NULL)
			return NULL;
		boundary = p.value;
	}
	if (event == PARAM_BAD || boundary == NULL || !is_boundary(boundary))
		return NULL;
	return boundary;
}

struct multipart *
multipart_new(struct arena *arena, const char *boundary,
    long (*read)(void *, char *, size_t), void *arg)
{
	struct multipart *m = arena_alloc(arena, sizeof(*m));

	m->arena = arena;
	m->read = read;
	m->arg = arg;
	m->delimiter_len = 4 + strnlen(boundary, BOUNDARY_MAX);
	memcpy(m->delimiter, "\r\n--", 4);
	memcpy(m->delimiter + 4, boundary, m->delimiter_len - 4);
	memcpy(m->window, "\r\n", 2);
	m->end = 2;
	return m;
}

static enum multipart_event
multipart_ends(struct multipart *m, enum multipart_event event, const char *why)
{
	m->state = OVER;
	m->last = event;
	m->why = why;
	return event;
}

/* Reads more bytes into the window, which must not be full of unread ones. */
static bool
multipart_fill(struct multipart *m)
{
	long n;

	if (m->start == m->end || m->end == WINDOW) {
		memmove(m->window, m->window + m->start, m->end - m->start);
		m->end -= m->start;
		m->start = 0;
	}
	n = m->read(m->arg, m->window + m->end, WINDOW - m->end);
	if (n < 0)
		multipart_ends(m, MULTIPART_FAILED,
		    "the message could not be read");
	else if (n == 0)
		multipart_ends(m, MULTIPART_MALFORMED,
		    "the message ends before its closing delimiter");
	else
		m->end += (size_t)n;
	return n > 0;
}

/*
 * Classifies the n bytes at p.  A delimiter is a line with only the boundary
 * and blanks; the closing one needs no end of line.
 */
static enum match
match_delimiter(const struct multipart *m, const char *p, size_t n, size_t *len)
{
	size_t d = m->delimiter_len, i;

	if (memcmp(p, m->delimiter, n < d ? n : d) != 0)
		return NO_DELIMITER;
	if (n >= d + 2 && memcmp(p + d, "--", 2) == 0) {
		*len = d + 2;
		return CLOSING;
	}
	if (n < d || (n == d + 1 && p[d] == '-'))
		return UNFINISHED;
	for (i = d; i < n && (p[i] == ' ' || p[i] == '\t'); i++)
		if (i - d == PADDING_MAX)
			return NO_DELIMITER;
	if (n - i < 2 && (i == n || p[i] == '\r'))
		return UNFINISHED;
	if (n - i < 2 || memcmp(p + i, "\r\n", 2) != 0)
		return NO_DELIMITER;
	*len = i + 2;
	return DELIMITER;
}

/*
 * The bytes up to the next delimiter or the end of the window; with *len 0 the
 * delimiter itself, which is then skipped.  UNFINISHED with *len 0 if there are
 * no more bytes (see multipart_ends()).
 */
static enum match
upto_delimiter(struct multipart *m, const char **data, size_t *len)
{
	enum match found;
	size_t p, line = 0;
	char *cr;

	do {
		found = UNFINISHED;
		for (p = m->start; p < m->end; p++) {
			cr = memchr(m->window + p, '\r', m->end - p);
			p = cr == NULL ? m->end : (size_t)(cr - m->window);
			if (cr == NULL)
				break;
			found = match_delimiter(m, cr, m->end - p, &line);
			if (found != NO_DELIMITER)
				break;
		}
		*data = m->window + m->start;
		*len = p - m->start;
		m->start = p;
		if (*len > 0)
			return NO_DELIMITER;
		if (found == DELIMITER || found == CLOSING) {
			m->start += line;
			return found;
		}
	} while (multipart_fill(m));
	return UNFINISHED;
}

static enum multipart_event
read_headers(struct multipart *m)
{
	size_t used = 0, len;
	const char *line, *eol, *why;

	m->part = (struct form_part){ NULL, NULL };
	if (++m->parts > MULTIPART_PARTS)
		return multipart_ends(m, MULTIPART_MALFORMED, "too many parts");
	for (;; m->start += len + 2) {
		for (;;) {
			line = m->window + m->start;
			len = m->end - m->start;
			eol = memmem(line, len, "\r\n", 2);
			if (eol != NULL)
				len = (size_t)(eol - line);
			if (used + len > MULTIPART_HEADERS)
				return multipart_ends(m, MULTIPART_MALFORMED,
				    "a part's headers are too long");
			if (eol != NULL)
				break;
			if (!multipart_fill(m))
				return m->last;
		}
		used += len + 2;
		if (len == 0)
			break;
		why = part_header(m->arena, &m->part, line, len);
		if (why != NULL)
			return multipart_ends(m, MULTIPART_MALFORMED, why);
	}
	if (m->part.name == NULL)
		return multipart_ends(m, MULTIPART_MALFORMED,
		    "a part has no Content-Disposition");
	m->state = AT_BLANK;
	return MULTIPART_PART;
}

/*
 * A part without a body may end here: then the blank line's CRLF belongs to the
 * delimiter (RFC 2046: the CRLF before a body is optional with it).
 */
static bool
read_blank_line(struct multipart *m)
{
	enum match found;
	size_t len;

	while ((found = match_delimiter(m, m->window + m->start,
	    m->end - m->start, &len)) == UNFINISHED)
		if (!multipart_fill(m))
			return false;
	if (found == NO_DELIMITER)
		m->start += 2;
	m->state = IN_BODY;
	return true;
}

/* Behind a delimiter of either kind. */
static enum multipart_event
after_delimiter(struct multipart *m, enum match found,
    enum multipart_event event)
{
	if (found == UNFINISHED)
		return m->last;
	m->state = found == CLOSING ? AT_CLOSE : IN_HEADERS;
	return event;
}

enum multipart_event
multipart_next(struct multipart *m, const char **data, size_t *len)
{
	enum match found;

	switch (m->state) {
	case IN_PREAMBLE:
		do
			found = upto_delimiter(m, data, len);
		while (found == NO_DELIMITER);
		after_delimiter(m, found, MULTIPART_PART);
		return multipart_next(m, data, len);
	case IN_HEADERS:
		return read_headers(m);
	case AT_BLANK:
		if (!read_blank_line(m))
			return m->last;
		/* FALLTHROUGH */
	case IN_BODY:
		found = upto_delimiter(m, data, len);
		if (found == NO_DELIMITER)
			return MULTIPART_DATA;
		return after_delimiter(m, found, MULTIPART_PART_END);
	case AT_CLOSE:
		return multipart_ends(m, MULTIPART_END, NULL);
	case OVER:
		return m->last;
	}
	UNREACHABLE();
}

const struct form_part *
multipart_part(const struct multipart *m)
{
	return &m->part;
}

const char *
multipart_why(const struct multipart *m)
{
	return m->why;
}
