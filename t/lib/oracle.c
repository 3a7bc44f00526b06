/*
 * The library's answers on a pipe, for tests written in other languages: one
 * question a line on the standard input, one answer a line on the standard
 * output, in the same order.  Words are separated by one space each; "-" is
 * NULL in a question and "no value" in an answer.  Days are YYYY-MM-DD, stamps
 * and distances whole numbers of microseconds.
 *
 *	rank A B			the rank between
 *	valid A				1 or 0
 *	spread N A B			N ranks between, separated by spaces
 *	recur WORD START DUE TODAY	the next day of that recurrence
 *	reminder ZONE STAMP DUE NEXT	a stamp
 *	moment ZONE DAY USEC		a stamp
 *	local ZONE STAMP		day, space, microseconds
 *	zone NAME			1 or 0
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/zone.h"
#include "core/order/rank.h"
#include "core/task/repeat.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"

#define MAX_WORDS	5

static _Noreturn void
die(const char *why, const char *what)
{
	fprintf(stderr, "oracle: %s: %s\n", why, what);
	exit(2);
}

static const char *
or_null(const char *word)
{
	return strcmp(word, "-") == 0 ? NULL : word;
}

static int32_t
to_day(const char *word)
{
	int32_t day;

	if (!date_parse(word, &day))
		die("not a day", word);
	return day;
}

static int64_t
to_number(const char *word)
{
	char *end;
	int64_t n = strtoll(word, &end, 10);

	if (end == word || *end != '\0')
		die("not a number", word);
	return n;
}

static void
ask_rank(struct arena *a, char **w)
{
	const char *rank = rank_between(a, or_null(w[0]), or_null(w[1]));

	puts(rank != NULL ? rank : "-");
}

static void
ask_valid(struct arena *a, char **w)
{
	(void)a;
	puts(rank_valid(w[0]) ? "1" : "0");
}

static void
ask_spread(struct arena *a, char **w)
{
	int i, n = (int)to_number(w[0]);
	const char **out = arena_alloc(a, (size_t)n * sizeof(*out) + 1);

	rank_spread(a, or_null(w[1]), or_null(w[2]), n, out);
	for (i = 0; i < n; i++)
		printf("%s%s", i > 0 ? " " : "", out[i]);
	putchar('\n');
}

static void
ask_recur(struct arena *a, char **w)
{
	int32_t start = to_day(w[1]), next;
	const char *text = rule_of_word(a, w[0], start);
	char day[DATE_SIZE];
	struct rule r;

	if (text == NULL || rule_read(a, text, "UTC", &r) != NULL)
		die("not a word of a rule", w[0]);
	if (rule_next(&r, start, to_day(w[2]), to_day(w[3]), &next))
		puts(date_format(next, day));
	else
		puts("-");
}

static void
ask_reminder(struct arena *a, char **w)
{
	(void)a;
	printf("%" PRId64 "\n", repeat_reminder(w[0], to_number(w[1]),
	    to_day(w[2]), to_day(w[3])));
}

static void
ask_moment(struct arena *a, char **w)
{
	(void)a;
	printf("%" PRId64 "\n", zone_moment(w[0], to_day(w[1]),
	    to_number(w[2])));
}

static void
ask_local(struct arena *a, char **w)
{
	char text[DATE_SIZE];
	int64_t usec;
	int32_t day;

	(void)a;
	zone_local(w[0], to_number(w[1]), &day, &usec);
	printf("%s %" PRId64 "\n", date_format(day, text), usec);
}

static void
ask_zone(struct arena *a, char **w)
{
	(void)a;
	puts(zone_valid(w[0]) ? "1" : "0");
}

static const struct {
	const char	*name;
	int		 words;
	void		(*ask)(struct arena *, char **);
} questions[] = {
	{ "rank", 2, ask_rank },
	{ "valid", 1, ask_valid },
	{ "spread", 3, ask_spread },
	{ "recur", 4, ask_recur },
	{ "reminder", 4, ask_reminder },
	{ "moment", 3, ask_moment },
	{ "local", 2, ask_local },
	{ "zone", 1, ask_zone },
};

static void
answer(struct arena *arena, char *line)
{
	char *words[MAX_WORDS + 1], *rest = line;
	size_t i;
	int n = 0;

	while (rest != NULL && n < MAX_WORDS + 1)
		words[n++] = strsep(&rest, " ");
	for (i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		if (strcmp(words[0], questions[i].name) != 0)
			continue;
		if (rest != NULL || n != questions[i].words + 1)
			break;
		questions[i].ask(arena, words + 1);
		return;
	}
	die("not a question", line);
}

int
main(void)
{
	struct arena *arena = arena_new();
	char *line = NULL;
	size_t size = 0;
	ssize_t len;

	while ((len = getline(&line, &size, stdin)) > 0) {
		if (line[len - 1] == '\n')
			line[len - 1] = '\0';
		answer(arena, line);
		arena_reset(arena);
	}
	free(line);
	arena_free(arena);
	return 0;
}
