/*
 * Dates of recurrence rules, for comparison with another program: reads lines
 * of rule, first day and a number, separated by tabs, and prints the canonical
 * form and that many dates after the first day, or the part that is not
 * supported.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"

static void
print_dates(struct arena *a, const char *text, const char *first, int n)
{
	const char *part;
	char date[DATE_SIZE];
	struct rule r;
	int32_t start, day;

	if ((part = rule_read(a, text, "UTC", &r)) != NULL ||
	    !date_parse(first, &start)) {
		printf("unsupported %s\n", part != NULL ? part : first);
		return;
	}
	printf("%s", rule_format(a, &r, start));
	for (day = start; n-- > 0 && rule_next(&r, start, day, day, &day);)
		printf(" %s", date_format(day, date));
	printf("\n");
}

int
main(void)
{
	struct arena *a = arena_new();
	char line[1024], *rule, *first, *n;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		rule = strtok(line, "\t");
		first = strtok(NULL, "\t");
		n = strtok(NULL, "\t\n");
		if (n == NULL)
			return 1;
		print_dates(a, rule, first, atoi(n));
		arena_reset(a);
	}
	arena_free(a);
	return 0;
}
