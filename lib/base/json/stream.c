/*
 * Knows only enough of the grammar to find the end of a piece: strings, whose
 * contents do not count, and the depth of brackets.  json_read() checks the
 * rest.
 */
#include "base/json/stream.h"

#include <string.h>

#include "base/arena.h"

#define READ_SIZE	65536
#define NAME_MAX_BYTES	64

enum place { BEFORE, MEMBERS, ELEMENTS, AFTER };

struct json_stream {
	struct arena	*arena;
	ssize_t		 (*read)(void *, void *, size_t);
	void		*arg;
	char		*in;
	size_t		 at;
	size_t		 len;
	char		*piece;
	size_t		 used;
	char		 member[NAME_MAX_BYTES + 1];
	enum place	 place;
	bool		 first;		/* no comma before the next */
	const char	*why;
};

struct json_stream *
json_stream_new(struct arena *a, ssize_t (*read)(void *, void *, size_t),
    void *arg)
{
	struct json_stream *p = arena_alloc(a, sizeof(*p));

	p->arena = a;
	p->read = read;
	p->arg = arg;
	p->in = arena_alloc(a, READ_SIZE);
	p->piece = arena_alloc(a, JSON_PIECE_MAX + 1);
	p->place = BEFORE;
	p->first = true;
	return p;
}

static bool
wrong(struct json_stream *p, const char *why)
{
	if (p->why == NULL)
		p->why = why;
	return false;
}

/* The next byte, not taken; -1 at the end. */
static int
stream_peek(struct json_stream *p)
{
	ssize_t n;

	if (p->at == p->len) {
		n = p->read(p->arg, p->in, READ_SIZE);
		if (n < 0)
			wrong(p, "cannot be read");
		p->at = 0;
		p->len = n > 0 ? (size_t)n : 0;
		if (n <= 0)
			return -1;
	}
	return (unsigned char)p->in[p->at];
}

static int
peek_solid(struct json_stream *p)
{
	int ch;

	while ((ch = stream_peek(p)) == ' ' || ch == '\t' || ch == '\n' ||
	    ch == '\r')
		p->at++;
	return ch;
}

static bool
stream_expect(struct json_stream *p, int ch, const char *why)
{
	if (peek_solid(p) != ch)
		return wrong(p, why);
	p->at++;
	return true;
}

/* Moves a byte into the piece. */
static bool
stream_take(struct json_stream *p)
{
	int ch = stream_peek(p);

	if (ch == -1)
		return wrong(p, "ends too early");
	if (p->used == JSON_PIECE_MAX)
		return wrong(p, "a record is longer than 1 MiB");
	p->piece[p->used++] = (char)ch;
	p->at++;
	return true;
}

static bool
take_string(struct json_stream *p)
{
	int ch;

	if (!stream_take(p))
		return false;
	while ((ch = stream_peek(p)) != '"')
		if ((ch == '\\' && !stream_take(p)) || !stream_take(p))
			return false;
	return stream_take(p);
}

/* One value: to its closing bracket or quote, or to a byte that cannot be part
 * of it. */
static bool
take_value(struct json_stream *p)
{
	int depth = 0, ch = peek_solid(p);

	p->used = 0;
	do {
		if (ch == '"') {
			if (!take_string(p))
				return false;
		} else {
			depth += ch == '{' || ch == '[';
			depth -= ch == '}' || ch == ']';
			if (depth < 0)
				return wrong(p, "a value is missing");
			if (!stream_take(p))
				return false;
		}
		ch = stream_peek(p);
	} while (depth > 0 || (ch != -1 && strchr(",]} \t\r\n", ch) == NULL &&
	    strchr("\"}]", p->piece[p->used - 1]) == NULL));
	p->piece[p->used] = '\0';
	return true;
}

static bool
stream_read_name(struct json_stream *p)
{
	p->used = 0;
	if (peek_solid(p) != '"')
		return wrong(p, "a member's name is missing");
	if (!take_string(p))
		return false;
	if (p->used - 2 > NAME_MAX_BYTES)
		return wrong(p, "a member's name is too long");
	memcpy(p->member, p->piece + 1, p->used - 2);
	p->member[p->used - 2] = '\0';
	return stream_expect(p, ':', "a colon is missing");
}

/* Moves to the next member or element: true if there is one. */
static bool
stream_go_on(struct json_stream *p, int end)
{
	int ch = peek_solid(p);

	if (ch == end) {
		p->at++;
		return false;
	}
	if (!p->first && !stream_expect(p, ',', "a comma is missing"))
		return false;
	p->first = false;
	return true;
}

static bool
take_piece(struct json_stream *p, struct json_piece *out, bool element)
{
	if (!take_value(p))
		return false;
	*out = (struct json_piece){ p->member, element, p->piece, p->used };
	return true;
}

bool
json_stream_next(struct json_stream *p, struct json_piece *out, const char **why)
{
	bool got = false;

	if (p->place == BEFORE &&
	    stream_expect(p, '{', "not a JSON object"))
		p->place = MEMBERS;
	while (!got && p->why == NULL && p->place != AFTER) {
		if (p->place == ELEMENTS) {
			if (stream_go_on(p, ']'))
				got = take_piece(p, out, true);
			else {
				p->place = MEMBERS;
				p->first = false;
			}
		} else if (!stream_go_on(p, '}'))
			p->place = AFTER;
		else if (stream_read_name(p)) {
			if (peek_solid(p) == '[') {
				p->at++;
				p->place = ELEMENTS;
				p->first = true;
			} else
				got = take_piece(p, out, false);
		}
	}
	if (!got && p->why == NULL && peek_solid(p) != -1)
		wrong(p, "text after the object");
	*why = p->why;
	return got;
}
