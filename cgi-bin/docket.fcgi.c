/*
 * Every group from one FastCGI program.  With --routes it prints the table of
 * them all, from which servers' configurations are made.
 */
#include <string.h>

#include "web/serve.h"

extern const struct route_group account_group, attachments_group, data_group,
    lists_group, my_day_group, notifications_group, status_group, steps_group,
    tags_group, tasks_group;

static const struct route_group *const groups[] = {
	&tasks_group, &lists_group, &steps_group, &tags_group, &data_group,
	&my_day_group, &attachments_group, &account_group,
	&notifications_group, &status_group, NULL
};

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--routes") == 0)
		return routes_main(groups);
	return fcgi_main(groups);
}
