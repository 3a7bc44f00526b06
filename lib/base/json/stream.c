/*
 * Knows only enough of the grammar to find the end of a value: strings, whose
 * contents do not count, and the depth of brackets.
 */
#include "base/json/stream.h"

#include <string.h>

#include "base/arena.h"

#define READ_SIZE	65536
#define NAME_MAX_BYTES	64

struct json_stream {
	ssize_t		 (*read)(void *, void *, size_t);
	void		*arg;
	bool		 lines;
	char		*in;
	size_t		 at;
	size_t		 len;
	char		*piece;
	size_t		 used;
	bool		 keep;		/* the value into the piece */
	char		 last;		/* byte taken */
	char		 member[NAME_MAX_BYTES + 1];
	char		 open[JSON_STREAM_DEPTH]; /* their closing brackets */
	int		 depth;
	bool		 first;		/* no comma before the next */
	bool		 found;		/* a value that is still there */
	const char	*why;
};

struct json_stream *
json_stream_new(struct arena *a, ssize_t (*read)(void *, void *, size_t),
    void *arg, bool lines)
{
	struct json_stream *p = arena_alloc(a, sizeof(*p));

	p->read = read;
	p->arg = arg;
	p->lines = lines;
	p->in = arena_raw(a, READ_SIZE);
	p->piece = arena_raw(a, JSON_PIECE_MAX + 1);
	p->first = true;
	return p;
}

const char *
json_stream_member(const struct json_stream *p)
{
	return p->member;
}

const char *
json_stream_why(const struct json_stream *p)
{
	return p->why;
}

static bool
stream_refuse(struct json_stream *p, const char *why)
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
			stream_refuse(p, "cannot be read");
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
		return stream_refuse(p, why);
	p->at++;
	return true;
}

/* Takes a byte, into the piece if it is kept. */
static bool
stream_take(struct json_stream *p)
{
	int ch = stream_peek(p);

	if (ch == -1)
		return stream_refuse(p, "ends too early");
	if (p->keep && p->used == JSON_PIECE_MAX)
		return stream_refuse(p, "a record is longer than 1 MiB");
	if (p->keep)
		p->piece[p->used++] = (char)ch;
	p->last = (char)ch;
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
take_value(struct json_stream *p, bool keep)
{
	int ch = peek_solid(p);
	size_t depth = 0;

	p->keep = keep;
	p->used = 0;
	p->found = false;
	do {
		if (ch == '"') {
			if (!take_string(p))
				return false;
		} else {
			depth += ch == '{' || ch == '[';
			if (depth == 0 && (ch == '}' || ch == ']'))
				return stream_refuse(p, "a value is missing");
			depth -= ch == '}' || ch == ']';
			if (!stream_take(p))
				return false;
		}
		ch = stream_peek(p);
	} while (depth > 0 || (ch != -1 && strchr(",]} \t\r\n", ch) == NULL &&
	    strchr("\"}]", p->last) == NULL));
	p->piece[p->used] = '\0';
	return true;
}

static bool
stream_read_name(struct json_stream *p)
{
	p->used = 0;
	p->keep = true;
	if (peek_solid(p) != '"')
		return stream_refuse(p, "a member's name is missing");
	if (!take_string(p))
		return false;
	/* A name that nobody looks for. */
	if (p->used - 2 > NAME_MAX_BYTES)
		p->used = 2;
	memcpy(p->member, p->piece + 1, p->used - 2);
	p->member[p->used - 2] = '\0';
	return stream_expect(p, ':', "a colon is missing");
}

/* Goes to the next member or element: false if the container ends. */
static bool
go_on_within(struct json_stream *p)
{
	char end = p->open[p->depth - 1];

	if (peek_solid(p) == end) {
		p->at++;
		p->depth--;
		p->first = false;
		return false;
	}
	if (!p->first && !stream_expect(p, ',', "a comma is missing"))
		return false;
	p->first = false;
	p->member[0] = '\0';
	return end == ']' || stream_read_name(p);
}

static bool
go_on_at_top(struct json_stream *p)
{
	if (p->lines && !p->first && peek_solid(p) == ',')
		p->at++;
	if (peek_solid(p) == -1)
		return p->first ? stream_refuse(p, "not JSON") : false;
	if (!p->first && !p->lines)
		return stream_refuse(p, "text after the end");
	p->first = false;
	p->member[0] = '\0';
	return true;
}

enum json_type
json_stream_next(struct json_stream *p)
{
	int ch;

	if (p->why != NULL || (p->found && !take_value(p, false)) ||
	    !(p->depth > 0 ? go_on_within(p) : go_on_at_top(p)) ||
	    p->why != NULL)
		return JSON_NONE;
	p->found = true;
	ch = peek_solid(p);
	return ch == '{' ? JSON_OBJECT : ch == '[' ? JSON_ARRAY : JSON_SCALAR;
}

void
json_stream_enter(struct json_stream *p)
{
	if (p->depth == JSON_STREAM_DEPTH) {
		stream_refuse(p, "nested too deeply");
		return;
	}
	p->open[p->depth++] = peek_solid(p) == '{' ? '}' : ']';
	p->at++;
	p->first = true;
	p->found = false;
}

bool
json_stream_take(struct json_stream *p, struct json_piece *out)
{
	if (!take_value(p, true))
		return false;
	*out = (struct json_piece){ p->piece, p->used };
	return true;
}
