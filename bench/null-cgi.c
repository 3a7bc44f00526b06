/*
 * The least a CGI program can do, linked as Docket's are, of the same objects:
 * the limit of what a request through this server can reach.
 */
#include <unistd.h>

#include "web/cgi.h"

extern const struct route_group tasks_group;

int
main(int argc, char **argv)
{
	static const char answer[] = "Status: 200\r\nContent-Type: "
	    "application/json\r\nContent-Length: 2\r\n\r\n{}";

	(void)argv;
	/* Never so: it has the linker keep what the real program has. */
	if (argc == 0)
		return cgi_main(&tasks_group);
	return write(STDOUT_FILENO, answer, sizeof(answer) - 1) == -1;
}
