#include "cli/program.h"

#include <errno.h>
#include <getopt.h>
#include <grp.h>
#include <limits.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "base/version.h"
#include "core/change_signal.h"
#include "db/db.h"
#include "db/retired.h"

#define OPTIONS_MAX	64

/* Those of every program come first; a long option's value is its place. */
enum { OPT_CONF, OPT_DATA, OPT_QUIET, OPT_HELP, OPT_VERSION, OPT_LIST,
    OPT__MAX };

static struct change_signal change_signal;

struct given {
	const char	*conf;
	const char	*data;
	bool		 quiet;
	bool		 help;
	bool		 version;
	bool		 list;
};

/* The tables as getopt_long() wants them. */
static const struct program_option *
collect(struct program *p, struct given *g, struct program_option *all,
    struct option *longs, char *letters)
{
	const struct program_option common[OPT__MAX] = {
		[OPT_CONF] = { "conf", 'c', &g->conf, NULL },
		[OPT_DATA] = { "data", 'd', &g->data, NULL },
		[OPT_QUIET] = { "quiet", 'q', NULL, &g->quiet },
		[OPT_HELP] = { "help", 'h', NULL, &g->help },
		[OPT_VERSION] = { "version", 'V', NULL, &g->version },
		[OPT_LIST] = { "list-options", 0, NULL, &g->list },
	};
	const struct program_option *o;
	size_t n = OPT__MAX, i;

	memcpy(all, common, sizeof(common));
	for (o = p->options; o != NULL && o->name != NULL; o++)
		all[n++] = *o;
	for (i = 0; i < n; i++) {
		longs[i] = (struct option){ all[i].name, all[i].value != NULL ?
		    required_argument : no_argument, NULL, 256 + (int)i };
		if (all[i].letter == '\0')
			continue;
		*letters++ = all[i].letter;
		if (all[i].value != NULL)
			*letters++ = ':';
	}
	*letters = '\0';
	return all + n;
}

static void
list_options(const struct program_option *all,
    const struct program_option *end)
{
	const struct program_option *o;

	for (o = all; o < end; o++)
		if (o != &all[OPT_LIST])
			printf("option\t%s\t%.1s\t%s\n", o->name, &o->letter,
			    o->value != NULL ? "value" : "switch");
}

/* False after an error. */
static bool
program_take_value(const struct program_option *o, const char *value)
{
	const char **to = o->value;

	while (o->given != NULL && *to != NULL)
		to++;
	if (o->given != NULL && to == o->value + OPTION_VALUES - 1) {
		program_misused("--%s is given more than %d times", o->name,
		    OPTION_VALUES - 1);
		return false;
	}
	*to = value;
	return true;
}

/* False after an error. */
static bool
program_read_options(struct program *p, struct given *g, int argc, char **argv)
{
	struct program_option all[OPTIONS_MAX] = { { NULL, 0, NULL, NULL } };
	struct option longs[OPTIONS_MAX] = { { NULL, 0, NULL, 0 } };
	char letters[2 * OPTIONS_MAX + 1];
	const struct program_option *o, *end;
	int ch;

	end = collect(p, g, all, longs, letters);
	while ((ch = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		if (ch == '?')
			return false;
		for (o = all; o < end; o++)
			if (ch == o->letter || ch == 256 + (int)(o - all))
				break;
		if (o->value == NULL)
			*o->given = true;
		else if (!program_take_value(o, optarg))
			return false;
	}
	if (g->list)
		list_options(all, end);
	p->words = argv + optind;
	p->count = argc - optind;
	return true;
}

/* Prints what an option asks for instead of work; false if none does. */
static bool
describe(const struct program *p, const struct given *g)
{
	if (g->list) {
		if (p->list_verbs != NULL)
			p->list_verbs();
	} else if (g->help)
		fputs(p->usage, stdout);
	else if (g->version)
		printf("%s %s\n", p->name, docket_version);
	return g->list || g->help || g->version;
}

int
program_begin(struct program *p, int argc, char **argv)
{
	struct given g = { NULL, NULL, false, false, false, false };
	const char *why;

	/* A write beyond the file size limit must fail, not kill the
	 * program. */
	signal(SIGXFSZ, SIG_IGN);
	/* Nor must a reader of its messages that has ended. */
	signal(SIGPIPE, SIG_IGN);
	log_open(p->name, NULL);
	argv[0] = (char *)p->name;	/* getopt_long() prints it */
	if (!program_read_options(p, &g, argc, argv)) {
		fprintf(stderr, "%s: see %s --help\n", p->name, p->name);
		return 2;
	}
	if (describe(p, &g))
		return 0;
	p->quiet = g.quiet;
	p->ctx = (struct ctx){ .arena = arena_new(), .now = clock_now(),
	    .zone = "UTC", .settings = &p->settings };
	if (sodium_init() == -1)
		return program_end(p, program_failed(
		    "libsodium cannot be initialized"));
	if (!settings_load(p->ctx.arena, &p->settings,
	    (const struct settings_flag[]){ { "-c", "conf", g.conf },
	    { "-d", "data", g.data },
	    { NULL, NULL, NULL } }, environ, &why))
		return program_end(p, program_failed("%s", why));
	log_also(p->settings.log);
	if (p->settings.log_format == LOG_FORMAT_JSON)
		log_as_json();
	change_signal_open(&change_signal, &p->settings);
	p->ctx.signal = &change_signal;
	return PROGRAM_GOES_ON;
}

int
program_end(struct program *p, int status)
{
	db_close(p->ctx.db);
	arena_free(p->ctx.arena);
	p->ctx.db = NULL;
	p->ctx.arena = NULL;
	return status;
}

/* An error on standard error, and in the log if that is another place. */
static void print_error(const char *, va_list)
    __attribute__((format(printf, 1, 0)));

static void
print_error(const char *fmt, va_list ap)
{
	char text[1024];

	vsnprintf(text, sizeof(text), fmt, ap);
	log_error("%s", text);
}

int
program_misused(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_error(fmt, ap);
	va_end(ap);
	return 2;
}

int
program_failed(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_error(fmt, ap);
	va_end(ap);
	return 1;
}

void
program_say(const struct program *p, const char *fmt, ...)
{
	va_list ap;

	if (p->quiet)
		return;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

/* Names the first file that belongs to another user. */
static void
say_whose(const char *data)
{
	static const char *const names[] = { "", "/docket.db",
	    "/docket.db-wal", "/docket.db-shm", "/docket.lock" };
	char path[PATH_MAX];
	struct stat st;
	size_t i;

	for (i = 0; i < COUNT(names); i++) {
		snprintf(path, sizeof(path), "%s%s", data, names[i]);
		if (stat(path, &st) == -1 || st.st_uid == geteuid())
			continue;
		log_error("%s is owned by UID %u; this program runs as UID %u",
		    path, st.st_uid, geteuid());
		return;
	}
}

bool
program_become_owner(const struct program *p)
{
	const char *data = p->settings.data;
	struct stat st;

	/* What is missing is named later. */
	if (geteuid() != 0 || stat(data, &st) == -1 || st.st_uid == 0)
		return true;
	if (setgroups(0, NULL) == 0 && setgid(st.st_gid) == 0 &&
	    setuid(st.st_uid) == 0)
		return true;
	log_error("cannot become the owner of %s: %s", data, strerror(errno));
	return false;
}

bool
program_open(struct program *p)
{
	const char *place = settings_database(&p->settings);
	enum db_state state;

	/* That of a server was opened before the sandbox was entered. */
	if (p->ctx.db != NULL)
		return true;
	if ((state = db_open(place, &p->ctx.db)) == DB_OPEN) {
		if (p->ctx.signal != NULL)
			change_signal_attach(p->ctx.signal, p->ctx.db);
		return true;
	}
	if (state == DB_DENIED)
		say_whose(p->settings.data);
	log_error("%s: %s", db_is_remote(place) ? "database" : place,
	    db_advice(place, state, p->ctx.arena));
	return false;
}

static bool
is_busy(void)
{
	log_error("the database has been busy for %d seconds: try again",
	    PROGRAM_BUSY);
	return false;
}

bool
program_write(struct program *p)
{
	if (p->ctx.db == NULL && !program_open(p))
		return false;
	return db_begin_write(p->ctx.db, PROGRAM_BUSY) || is_busy();
}

bool
program_tidy(struct program *p)
{
	return db_tidy(p->ctx.db, PROGRAM_BUSY) || is_busy();
}
