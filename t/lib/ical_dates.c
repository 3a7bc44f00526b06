/*
 * Dates of recurrence rules by libical: reads the same lines as rule_dates.c,
 * and prints the dates after the first day.  An empty line gets an empty line.
 */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
print_dates(const char *rule, const char *first, int n)
{
	struct icalrecurrencetype r = icalrecurrencetype_from_string(rule);
	char digits[9];
	struct icaltimetype start, day;
	icalrecur_iterator *i;
	const char *before = "";

	snprintf(digits, sizeof(digits), "%.4s%.2s%.2s", first, first + 5,
	    first + 8);
	start = icaltime_from_string(digits);
	i = icalrecur_iterator_new(r, start);
	while (i != NULL && n > 0) {
		day = icalrecur_iterator_next(i);
		if (icaltime_is_null_time(day))
			break;
		if (icaltime_compare(day, start) <= 0)
			continue;
		printf("%s%04d-%02d-%02d", before, day.year, day.month, day.day);
		before = " ";
		n--;
	}
	printf("\n");
	if (i != NULL)
		icalrecur_iterator_free(i);
}

int
main(void)
{
	char line[1024], *rule, *first, *n;

	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (strcmp(line, "\n") == 0) {
			printf("\n");
			continue;
		}
		rule = strtok(line, "\t");
		first = strtok(NULL, "\t");
		n = strtok(NULL, "\t\n");
		if (n == NULL)
			return 1;
		print_dates(rule, first, atoi(n));
	}
	return 0;
}
