#include "web/cgi.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "web/request.h"
#include "web/route.h"
#include "web/serve.h"
#include "web/service.h"
#include "web/slots.h"

#define REST_BLOCKS	64	/* of 16 KiB, more than a socket holds */

static long
read_stdin(void *arg, char *p, size_t n)
{
	ssize_t got;

	(void)arg;
	do
		got = read(STDIN_FILENO, p, n);
	while (got == -1 && errno == EINTR);
	return got;
}

static bool
write_stdout(void *arg, const char *p, size_t n)
{
	ssize_t put;

	(void)arg;
	for (; n > 0; p += put, n -= (size_t)put) {
		put = write(STDOUT_FILENO, p, n);
		if (put == -1 && errno == EINTR)
			put = 0;
		else if (put == -1)
			return false;
	}
	return true;
}

/*
 * Takes what has come of a body that nobody wanted.  Apache's mod_cgid gives a
 * program a socket: if that is closed while something is unread, Apache takes
 * the answer for one that was cut off, and closes the connection to the client.
 */
static void
take_rest(void)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	char block[16 * 1024];
	int i;

	for (i = 0; i < REST_BLOCKS && poll(&in, 1, 0) == 1 &&
	    read_stdin(NULL, block, sizeof(block)) > 0; i++)
		;
}

int
cgi_main(const char *name, const struct route_group *const *groups)
{
	char *const *envp = environ;	/* which serve() clears */
	struct slots slots = { .known = false };
	const struct io io = { .read = read_stdin, .write = write_stdout,
	    .slots = &slots };
	struct service s;

	service_open(&s, name, groups, envp, true);
	while (!serve(&s, envp, &io))
		usleep(1000 * SLOTS_PAUSE);
	take_rest();
	service_end(&s);
	return 0;
}
