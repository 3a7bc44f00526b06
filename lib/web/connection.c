#include "web/connection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "core/spool.h"

/* A record of the protocol (FastCGI 1.0, section 3.3): type, id, length. */
#define VERSION		1
#define END_REQUEST	3
#define PARAMS		4
#define STDIN		5
#define STDOUT		6
#define RECORD_HEAD	8
#define RECORD_BYTES_MAX	32768	/* of its content: a multiple of 8 */
#define LOOK_BYTES	65536	/* less than a socket holds */
#define BEGIN_TIME	(2 * SECOND)	/* until a request begins, */
#define COMING_TIME	(60 * SECOND)	/* and is complete: 1 kB a second */

static long
read_stream(void *arg, char *p, size_t n)
{
	struct connection *c = arg;
	int got = FCGX_GetStr(p, n > 65536 ? 65536 : (int)n, c->request.in);

	c->got += got;
	return got;
}

static bool
write_stream(void *arg, const char *p, size_t n)
{
	FCGX_Request *request = arg;
	int part;

	for (; n > 0; p += part, n -= (size_t)part) {
		part = n > 65536 ? 65536 : (int)n;
		if (FCGX_PutStr(p, part, request->out) != part)
			return false;
	}
	return true;
}

static void
connection_finish(void *arg)
{
	FCGX_Finish_r(arg);
}

/* Its bytes follow the head: the worker sends them beside other requests. */
static bool
take_spool(void *arg, struct spool *spool)
{
	struct connection *c = arg;

	c->spool = spool;
	return true;
}

bool
connection_accept(struct connection *c, int listener)
{
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);

	if (fd == -1)
		return false;
	*c = (struct connection){ .state = CONNECTION_COMING,
	    .io = { .read = read_stream, .write = write_stream,
	    .finish = connection_finish, .arg = c, .take = take_spool,
	    .slots = &c->slots } };
	/* After a request that cannot be read it would accept another. */
	FCGX_InitRequest(&c->request, -1, FCGI_FAIL_ACCEPT_ON_INTR);
	c->request.ipcFd = fd;
	return true;
}

void
connection_drop(struct connection *c)
{
	close(c->request.ipcFd);
	c->state = CONNECTION_FREE;
}

/* The length of a name or a value (section 3.4), behind which it moves *at. */
static bool
pair_length(const unsigned char *p, size_t n, size_t *at, size_t *length)
{
	size_t i, bytes = *at < n && p[*at] >= 128 ? 4 : 1;

	if (n - *at < bytes)
		return false;
	*length = p[(*at)++] & 127;
	for (i = 1; i < bytes; i++)
		*length = *length << 8 | p[(*at)++];
	return true;
}

/* libfcgi (2.4.2) asks for as much memory as a length says, and aborts. */
static bool
pairs_right(const unsigned char *p, size_t n)
{
	size_t at = 0, name, value;

	while (at < n) {
		if (!pair_length(p, n, &at, &name) ||
		    !pair_length(p, n, &at, &value) || name + value > n - at)
			return false;
		at += name + value;
	}
	return true;
}

enum look { LOOK_ALL, LOOK_PART, LOOK_WRONG };

/* How much of a request the n bytes are. */
static enum look
look_at(const unsigned char *p, size_t n)
{
	static unsigned char pairs[LOOK_BYTES];
	size_t at = 0, len, end, put = 0;
	bool named = false;

	for (; n - at >= RECORD_HEAD; at = end) {
		len = (size_t)p[at + 4] << 8 | p[at + 5];
		end = at + RECORD_HEAD + len + p[at + 6];
		if (end > n)
			break;
		if (p[at + 1] == STDIN && len == 0)
			return named ? LOOK_ALL : LOOK_WRONG;
		if (p[at + 1] != PARAMS)
			continue;
		memcpy(pairs + put, p + at + RECORD_HEAD, len);
		put += len;
		named = len == 0;
		if (named && !pairs_right(pairs, put))
			return LOOK_WRONG;
	}
	return n < LOOK_BYTES ? LOOK_PART : named ? LOOK_ALL : LOOK_WRONG;
}

/* Only looks: libfcgi reads it then. */
static enum look
has_come(struct connection *c)
{
	static unsigned char bytes[LOOK_BYTES];
	ssize_t n = recv(c->request.ipcFd, bytes, sizeof(bytes),
	    MSG_PEEK | MSG_DONTWAIT);
	enum look all;
	int64_t now;

	if (n == 0 || (n == -1 && errno != EAGAIN && errno != EINTR))
		return LOOK_WRONG;
	c->begun = c->begun || n > 0;
	all = n == -1 ? LOOK_PART : look_at(bytes, (size_t)n);
	if (all != LOOK_PART)
		return all;
	now = clock_since_boot();
	if (c->since == 0)
		c->since = now;
	return now - c->since > (c->begun ? COMING_TIME : BEGIN_TIME) ?
	    LOOK_WRONG : LOOK_PART;
}

/*
 * libfcgi's own OS_Accept() (2.4.2) blocks, and is ended by signals.  A request
 * that has a descriptor, and keeps its connection, needs none: these members
 * are public, though not meant to be.
 */
bool
connection_read(struct connection *c)
{
	enum look all = has_come(c);

	if (all == LOOK_WRONG)
		connection_drop(c);
	if (all != LOOK_ALL)
		return false;
	c->state = CONNECTION_FREE;
	c->request.keepConnection = 1;
	return FCGX_Accept_r(&c->request) == 0;
}

/*
 * Closing a socket with unread data would destroy the answer, so the library
 * waits until the server has closed its side.  That is not necessary if
 * everything has been read, up to the end of the body.
 */
static bool
all_read(struct connection *c)
{
	const char *length = FCGX_GetParam("CONTENT_LENGTH", c->request.envp);
	char more;

	return (length == NULL || c->got >= atoll(length)) &&
	    FCGX_GetStr(&more, 1, c->request.in) == 0;
}

static void
connection_end(struct connection *c)
{
	if (all_read(c))
		FCGX_Detach(&c->request);
	c->request.keepConnection = 0;
	/* FCGX_Finish_r() would write, and wait for a slow client. */
	if (c->state == CONNECTION_SENDING)
		FCGX_Free(&c->request, 1);
	else
		FCGX_Finish_r(&c->request);
	slots_end(&c->slots);
	spool_free(c->spool);
	free(c->record);
	c->spool = NULL;
	c->record = NULL;
	c->state = CONNECTION_FREE;
}

void
connection_served(struct connection *c)
{
	if (c->spool == NULL || FCGX_FFlush(c->request.out) == -1) {
		connection_end(c);
		return;
	}
	c->record = malloc(RECORD_HEAD + RECORD_BYTES_MAX);
	if (c->record == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	c->at = 0;
	c->len = c->put = 0;
	c->state = CONNECTION_SENDING;
	connection_send(c);
}

/* An empty record of the stream, which ends it, and the end of the request. */
static void
last_record(struct connection *c)
{
	const char high = (char)(c->request.requestId >> 8);
	const char low = (char)c->request.requestId;
	const char end[] = { VERSION, STDOUT, high, low, 0, 0, 0, 0,
	    VERSION, END_REQUEST, high, low, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };

	memcpy(c->record, end, sizeof(end));
	c->len = sizeof(end);
	c->put = 0;
	c->ended = true;
}

/* False after the answer's end, or if it cannot be read: then the web server
 * sees that the request has not ended. */
static bool
next_record(struct connection *c)
{
	ssize_t n = spool_read(c->spool, c->at, c->record + RECORD_HEAD,
	    RECORD_BYTES_MAX);
	const unsigned char head[RECORD_HEAD] = { VERSION, STDOUT,
	    (unsigned char)(c->request.requestId >> 8),
	    (unsigned char)c->request.requestId, (unsigned char)(n >> 8),
	    (unsigned char)n, 0, 0 };

	if (n < 0 || c->ended)
		return false;
	if (n == 0) {
		last_record(c);
		return true;
	}
	memcpy(c->record, head, RECORD_HEAD);
	c->at += n;
	c->len = RECORD_HEAD + (size_t)n;
	c->put = 0;
	return true;
}

void
connection_send(struct connection *c)
{
	ssize_t n;

	while (c->put < c->len || next_record(c)) {
		n = send(c->request.ipcFd, c->record + c->put, c->len - c->put,
		    MSG_DONTWAIT | MSG_NOSIGNAL);
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (n == -1)
			break;
		c->put += (size_t)n;
	}
	connection_end(c);
}
