/*
 * All groups in one FastCGI program.  --routes prints the table of all routes,
 * from which web servers' configurations are generated; --workers N starts N
 * processes on one socket and restarts those that end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi-bin/all_groups.h"
#include "web/fcgi.h"
#include "web/route.h"
#include "web/workers.h"

int
main(int argc, char **argv)
{
	bool restarted = false;
	int count, status;

	if (argc == 2 && strcmp(argv[1], "--routes") == 0)
		return routes_main(all_groups);
	if (argc == 3 && strcmp(argv[1], "--workers") == 0 &&
	    (count = atoi(argv[2])) > 0 && count <= WORKERS_MAX) {
		if ((status = workers_run(count)) != -1)
			return status;
		restarted = true;
	} else if (argc != 1) {
		fprintf(stderr,
		    "usage: docket.fcgi [--routes | --workers N]\n");
		return 2;
	}
	return fcgi_main(all_groups, restarted);
}
