/*
 * docket-serve: writes a configuration of lighttpd for this checkout or
 * installation and runs lighttpd on it in the foreground.  Meanwhile it keeps
 * one connection to the database open: so that a CGI program, being never the
 * last to close, neither has to set up the write-ahead log nor to clear it.
 */
#include <errno.h>
#include <getopt.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"
#include "base/settings.h"
#include "base/version.h"
#include "core/demo.h"
#include "db/db.h"
#include "db/migrate.h"

static const char usage[] =
"usage: docket-serve [-c CONF] [-d DATA] [-p PORT] [-a ADDRESS]\n"
"                    [-m cgi|fastcgi] [--demo]\n"
"\n"
"  -p PORT      8080 without it        -a ADDRESS  127.0.0.1 without it\n"
"  -m MODE      cgi: a program a request (without it); fastcgi: two workers\n"
"  --demo       make a database with two users and some lists, if there is\n"
"               none, and say how to sign in\n"
"  --no-keeper  do not keep a connection open\n"
"  -c CONF      settings file          -d DATA     data directory\n"
"  --help       this text              --version   the version\n"
"\n"
"Exit status: 0 ended by a signal, 1 could not, 2 wrong usage.\n";

struct serve {
	struct arena	*arena;
	struct settings	 settings;
	const char	*conf;
	const char	*data;
	const char	*port;
	const char	*address;
	const char	*programs;	/* the folder of the CGI programs */
	const char	*routes;	/* the table of routes, as a file */
	bool		 fastcgi;
	bool		 demo;
	bool		 no_keeper;
};

static volatile sig_atomic_t child, asked_to_end;

static void
pass_on(int sig)
{
	asked_to_end = sig != SIGHUP;
	if (child > 0)
		kill((pid_t)child, sig == SIGHUP ? SIGHUP : SIGTERM);
}

/* build/bin/docket-serve: the programs are beside it, in build/cgi-bin; an
 * installed one has them in PREFIX/libexec/docket. */
static bool
find_programs(struct serve *s)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	const char *top;

	if (n <= 0)
		return false;
	self[n] = '\0';
	top = arena_str(s->arena, dirname(dirname(self)));
	s->programs = arena_printf(s->arena, "%s/cgi-bin", top);
	s->routes = arena_printf(s->arena, "%s/routes", top);
	if (access(s->routes, R_OK) == 0)
		return true;
	s->programs = arena_printf(s->arena, "%s/libexec/docket", top);
	s->routes = arena_printf(s->arena, "%s/routes", s->programs);
	return access(s->routes, R_OK) == 0;
}

/* A path of the table as a regular expression: {name} is one segment. */
static void
put_pattern(FILE *out, const char *path)
{
	for (; *path != '\0'; path++) {
		if (*path == '{') {
			fputs("[^/?]+", out);
			path += strcspn(path, "}");
		} else if (*path == '.')
			fputs("\\.", out);
		else
			fputc(*path, out);
	}
}

/*
 * Which program serves which path, from the routes' own table.  What is nobody's
 * below /api/v1 is answered by `status`; and nobody calls a program by its file.
 */
static bool
put_rewrites(struct serve *s, FILE *out)
{
	char line[8192], last[256] = "", *program, *path;
	FILE *in = fopen(s->routes, "r");

	if (in == NULL)
		return false;
	fputs("url.rewrite-once = (\n\t\"^/\\.docket(/.*)?$\" => \"/\",\n", out);
	while (fgets(line, sizeof(line), in) != NULL) {
		program = strtok(line, "\t");
		strtok(NULL, "\t");
		path = strtok(NULL, "\t");
		if (path == NULL || strcmp(path, last) == 0)
			continue;
		snprintf(last, sizeof(last), "%s", path);
		fputs("\t\"^(?:/[^?]*)?(/api/v1", out);
		put_pattern(out, path);
		fprintf(out, ")(\\?.*)?$\" => \"/.docket/%s$1$2\",\n", program);
	}
	fclose(in);
	fputs("\t\"^(?:/[^?]*)?(/api/v1(?:/[^?]*)?)(\\?.*)?$\" => "
	    "\"/.docket/status$1$2\"\n)\n", out);
	return true;
}

static const char *
config(struct serve *s, const char *run)
{
	const char *path = arena_printf(s->arena, "%s/lighttpd.conf", run);
	const char *conf = s->settings.file == NULL ? "/dev/null" :
	    s->settings.file;
	FILE *out = fopen(path, "w");

	if (out == NULL)
		return NULL;
	fprintf(out, "# Written by docket-serve at every start.\n"
	    "server.modules = (\"mod_rewrite\", \"mod_alias\", \"mod_setenv\", "
	    "\"mod_cgi\", \"mod_fastcgi\")\n"
	    "server.document-root = \"%s/empty\"\n"
	    "server.bind = \"%s\"\nserver.port = %s\n"
	    "server.tag = \"\"\nserver.upload-dirs = (\"%s\")\n"
	    "server.max-request-size = %lld\n"
	    "server.feature-flags += (\"server.graceful-shutdown-timeout\" "
	    "=> 5)\n", run, s->address, s->port, run,
	    (long long)(s->settings.upload_max_bytes / 1024 + 128));
	if (s->fastcgi) {
		fprintf(out, "$HTTP[\"url\"] =~ \"^(/.*)?/api/v1(/|$)\" {\n"
		    "fastcgi.server = (\"\" => ((\"bin-path\" => "
		    "\"%s/docket.fcgi\", \"socket\" => \"%s/fcgi.sock\", "
		    "\"max-procs\" => 2, \"check-local\" => \"disable\", "
		    "\"bin-environment\" => (\"DOCKET_CONF\" => \"%s\", "
		    "\"DOCKET_DATA\" => \"%s\"))))\n}\n", s->programs, run,
		    conf, s->settings.data);
	} else {
		fprintf(out, "setenv.add-environment = (\"DOCKET_CONF\" => "
		    "\"%s\", \"DOCKET_DATA\" => \"%s\")\n"
		    "alias.url = (\"/.docket/\" => \"%s/\")\n"
		    "$HTTP[\"url\"] =~ \"^/\\.docket/\" {\n"
		    "cgi.assign = (\"\" => \"\")\n}\n", conf,
		    s->settings.data, s->programs);
		if (!put_rewrites(s, out))
			path = NULL;
	}
	return fclose(out) == 0 ? path : NULL;
}

static bool
ready(struct serve *s, struct db **db, bool *made)
{
	enum db_state state = db_open(s->settings.data, db);

	*made = false;
	if (state == DB_ABSENT && s->demo) {
		if (mkdir(s->settings.data, 0700) == -1 && errno != EEXIST) {
			log_error("%s: %s", s->settings.data, strerror(errno));
			return false;
		}
		*made = db_migrate(s->settings.data) == MIGRATED_CREATED;
		state = db_open(s->settings.data, db);
	}
	if (state == DB_OPEN)
		return true;
	log_error("%s: %s", s->settings.data, db_state_advice(state));
	return false;
}

static void
say_how(const struct serve *s)
{
	printf("Docket %s on http://%s:%s/api/v1 (Ctrl-C ends it)\n",
	    DOCKET_VERSION, s->address, s->port);
	if (!s->demo) {
		fflush(stdout);
		return;
	}
	printf("\nTwo users:  %s  and  %s,  password of both:  %s\n\n"
	    "Sign in and look at the lists:\n\n"
	    "  TOKEN=$(curl -s http://%s:%s/api/v1/sessions -H "
	    "'Content-Type: application/json' -d '{\"email\":\"%s\","
	    "\"password\":\"%s\"}' | sed 's/.*\"token\":\"\\([^\"]*\\)\".*/"
	    "\\1/'); curl -s http://%s:%s/api/v1/lists -H \"Authorization: "
	    "Bearer $TOKEN\"\n\n", DEMO_ADA, DEMO_GRACE, DEMO_PASSWORD,
	    s->address, s->port, DEMO_ADA, DEMO_PASSWORD, s->address,
	    s->port);
	fflush(stdout);
}

static int
run(struct serve *s)
{
	const char *dir = s->settings.data, *path, *runs;
	const char *argv[] = { "lighttpd", "-D", "-f", NULL, NULL };
	struct sigaction act = { .sa_handler = pass_on };
	struct db *db = NULL;
	bool made;
	int status;
	pid_t pid;

	if (!ready(s, &db, &made))
		return 1;
	if (made)
		demo_fill(s->arena, &s->settings, db);
	runs = arena_printf(s->arena, "%s/run", dir);
	mkdir(runs, 0700);
	mkdir(arena_printf(s->arena, "%s/empty", runs), 0700);
	if ((path = config(s, runs)) == NULL) {
		log_error("%s: the configuration cannot be written", runs);
		return 1;
	}
	if (s->no_keeper) {
		db_close(db);
		db = NULL;
	}
	argv[3] = path;
	if ((pid = fork()) == 0) {
		setenv("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:"
		    "/usr/sbin:/sbin", 1);
		execvp(argv[0], (char *const *)argv);
		log_error("lighttpd: %s (install it: bin/setup)",
		    strerror(errno));
		_exit(127);
	}
	child = pid;
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGHUP, &act, NULL);
	say_how(s);
	while (waitpid(pid, &status, 0) == -1)
		if (errno != EINTR)
			break;
	child = 0;
	db_close(db);
	/* lighttpd ends by the signal that ended it. */
	return asked_to_end || (WIFEXITED(status) &&
	    WEXITSTATUS(status) == 0) ? 0 : 1;
}

static const struct option options[] = {
	{ "demo", no_argument, NULL, 'D' },
	{ "no-keeper", no_argument, NULL, 'k' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 }
};

static bool
read_options(struct serve *s, int argc, char **argv, int *status)
{
	int ch;

	*status = 0;
	while ((ch = getopt_long(argc, argv, "c:d:p:a:m:h", options,
	    NULL)) != -1)
		switch (ch) {
		case 'c': s->conf = optarg; break;
		case 'd': s->data = optarg; break;
		case 'p': s->port = optarg; break;
		case 'a': s->address = optarg; break;
		case 'D': s->demo = true; break;
		case 'k': s->no_keeper = true; break;
		case 'm':
			s->fastcgi = strcmp(optarg, "fastcgi") == 0;
			if (s->fastcgi || strcmp(optarg, "cgi") == 0)
				break;
			fprintf(stderr, "docket-serve: -m is cgi or fastcgi\n");
			*status = 2;
			return false;
		case 'h': fputs(usage, stdout); return false;
		case 'V': puts("docket-serve " DOCKET_VERSION); return false;
		default: *status = 2; return false;
		}
	if (optind == argc && s->port[strspn(s->port, "0123456789")] == '\0' &&
	    atoi(s->port) > 0 && atoi(s->port) < 65536 &&
	    strpbrk(s->address, "\"\\\n") == NULL)
		return true;
	fprintf(stderr, "docket-serve: wrong usage; see --help\n");
	*status = 2;
	return false;
}

int
main(int argc, char **argv)
{
	struct serve s = { .arena = arena_new(), .port = "8080",
	    .address = "127.0.0.1" };
	const char *why;
	int status;

	if (!read_options(&s, argc, argv, &status))
		return status;
	log_open("docket-serve", NULL);
	if (sodium_init() == -1 || !find_programs(&s)) {
		log_error("the CGI programs are not found: run make");
		return 1;
	}
	if (s.demo && s.data == NULL && s.conf == NULL)
		s.data = arena_printf(s.arena, "%s/../demo", s.programs);
	if (!settings_load(s.arena, &s.settings,
	    (const struct settings_flag[]){ { "-c", "conf", s.conf },
	    { "-d", "data", s.data }, { NULL, NULL, NULL } }, environ, &why)) {
		log_error("%s", why);
		return 1;
	}
	status = run(&s);
	arena_free(s.arena);
	return status;
}
