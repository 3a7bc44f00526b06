/*
 * A FastCGI program: many requests, one after the other, on one connection to
 * the database.
 */
#include <fcgiapp.h>
#include <malloc.h>
#include <sodium.h>
#include <unistd.h>

#include "web/serve.h"

#define KEPT	(512 * 1024)	/* bytes of free heap */

static long
read_stream(void *arg, char *p, size_t n)
{
	FCGX_Request *request = arg;

	return FCGX_GetStr(p, n > 65536 ? 65536 : (int)n, request->in);
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

int
fcgi_main(const struct route_group *const *groups)
{
	FCGX_Request request;
	struct io io = { read_stream, write_stream, finish, &request };
	struct service s;

	/* As a server's error handler, say, it is a CGI program. */
	if (FCGX_IsCGI())
		return cgi_main_of("docket.fcgi", groups);
	/* What one request gave back is the next one's: not the kernel's. */
	mallopt(M_TRIM_THRESHOLD, KEPT);
	mallopt(M_TOP_PAD, KEPT);
	service_open(&s, "docket.fcgi", groups, environ, false);
	if (sodium_init() == -1)
		return 1;
	if (FCGX_Init() != 0 || FCGX_InitRequest(&request, 0, 0) != 0)
		return 1;
	while (FCGX_Accept_r(&request) == 0) {
		serve(&s, request.envp, &io);
		FCGX_Finish_r(&request);
	}
	service_end(&s);
	return 0;
}
