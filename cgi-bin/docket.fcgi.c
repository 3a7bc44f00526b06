/*
 * Every group from one FastCGI program.  With --routes it prints the table of
 * them all, from which servers' configurations are made.
 */
#include <string.h>

#include "cgi-bin/groups.h"
#include "web/serve.h"

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--routes") == 0)
		return routes_main(all_groups);
	return fcgi_main(all_groups);
}
