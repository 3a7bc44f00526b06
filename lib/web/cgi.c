#include "web/cgi.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "web/request.h"
#include "web/route.h"
#include "web/serve.h"
#include "web/service.h"
#include "web/slots.h"

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
	service_end(&s);
	return 0;
}
