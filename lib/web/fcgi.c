/*
 * A FastCGI program: many requests, one after the other, on one connection to
 * the database.
 */
#include <fcgiapp.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "web/serve.h"

#define KEPT	(512 * 1024)	/* bytes of free heap */

struct connection {
	FCGX_Request	 request;	/* first: the io's argument is both */
	long long	 got;		/* bytes of the body */
};

static long
read_stream(void *arg, char *p, size_t n)
{
	struct connection *c = arg;
	int got = FCGX_GetStr(p, n > 65536 ? 65536 : (int)n, c->request.in);

	c->got += got;
	return got;
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
finish(void *arg)
{
	FCGX_Finish_r(arg);
}

/* It comes only from reading a page of the mapped database, so that the state
 * needed to answer is consistent. */
static void
on_bus(int sig)
{
	(void)sig;
	fatal(FATAL_INTERNAL, "cannot read the database: check the disk, and "
	    "run docket-admin check");
}

int
fcgi_main(const struct route_group *const *groups)
{
	struct connection c = { .got = 0 };
	struct io io = { read_stream, write_stream, finish, &c };
	struct service s;

	/* As a server's error handler, say, it is a CGI program. */
	if (FCGX_IsCGI())
		return cgi_main_of("docket.fcgi", groups);
	/* Keep freed memory for the next request; do not return it to the
	 * kernel. */
	mallopt(M_TRIM_THRESHOLD, KEPT);
	mallopt(M_TOP_PAD, KEPT);
	service_open(&s, "docket.fcgi", groups, environ, false);
	signal(SIGBUS, on_bus);
	if (sodium_init() == -1)
		return 1;
	if (FCGX_Init() != 0 || FCGX_InitRequest(&c.request, 0, 0) != 0)
		return 1;
	while (FCGX_Accept_r(&c.request) == 0) {
		c.got = 0;
		serve(&s, c.request.envp, &io);
		if (all_read(&c))
			FCGX_Detach(&c.request);
		FCGX_Finish_r(&c.request);
	}
	service_end(&s);
	return 0;
}
