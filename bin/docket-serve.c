/*
 * docket-serve: writes a configuration of lighttpd for this checkout or
 * installation and runs lighttpd on it in the foreground.  Meanwhile it keeps
 * one connection to the database open: so that a CGI program, being never the
 * last to close, neither has to set up the write-ahead log nor to clear it.
 */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/sandbox.h"
#include "base/syscalls.h"
#include "base/zone.h"
#include "bin/serve/certificate.h"
#include "bin/serve/child.h"
#include "bin/serve/jobs.h"
#include "bin/serve/lighttpd.h"
#include "bin/serve/notify.h"
#include "bin/serve/rundir.h"
#include "bin/serve/waiting.h"
#include "bin/serve/welcome.h"
#include "bin/serve/workers.h"
#include "bin/serve/www.h"
#include "cli/program.h"
#include "core/account/factor.h"
#include "core/batch/demo.h"
#include "core/change_signal.h"
#include "db/db.h"
#include "db/migrate.h"
#include "push/keys.h"
#include "web/workers.h"

static const char usage[] =
"usage: docket-serve [-c CONF] [-d DATA] [-p PORT] [-a ADDRESS]\n"
"                    [-m cgi|fastcgi] [--workers N] [--www DIR | --no-www]\n"
"                    [--certificate FILE [--key FILE]]\n"
"                    [--jobs [--backups DIR]] [--demo] [-q]\n"
"       docket-serve [-p PORT] [-a ADDRESS] --healthy\n"
"\n"
"Runs the service and the web app under lighttpd, in the foreground.\n"
"\n"
"  -p PORT      listen on PORT (default 8080)\n"
"  -a ADDRESS   listen on ADDRESS (default 127.0.0.1)\n"
"  -m MODE      cgi: one process per request (default); fastcgi: workers for\n"
"               reads, others for writes, and others for requests that may take\n"
"               long\n"
"  --workers N  with fastcgi: N workers for reads and N for writes (default 2; 8\n"
"               with a database server)\n"
"  --certificate FILE, --key FILE\n"
"               serve HTTPS with this certificate and chain (PEM), and its key if\n"
"               that is not in the same file\n"
"  --jobs       also run docket-remind, docket-mail and docket-cleanup on\n"
"               schedule; use it if there is no cron\n"
"  --backups DIR\n"
"               with --jobs, also run docket-backup, keeping 14 backups in DIR\n"
"  --healthy    start nothing; exit with 0 if a service on this address and port\n"
"               is healthy, otherwise with 1\n"
"  --demo       create a database with two users and some lists if there is\n"
"               none, and print how to sign in; implies --jobs\n"
"  --www DIR    serve the web app from DIR, such as its sources (default: the\n"
"               app built or installed with this program)\n"
"  --no-www     do not serve the web app\n"
"  --no-keeper  do not keep a database connection open\n"
"  -q           print errors only\n"
"  -c CONF      settings file          -d DATA     data directory\n"
"  --help       print this text        --version   print the version\n"
"\n"
"Exit status: 0 stopped by a signal, 1 failed, 2 wrong usage.\n"
"See docket-serve(8).\n";

struct serve {
	struct program	 p;
	struct lighttpd	 l;
	const char	*address;
	const char	*bin;		/* the directory of this program */
	const char	*mode;
	const char	*backups;
	const char	*workers;
	bool		 healthy;
	bool		 demo;
	bool		 jobs;
	bool		 no_keeper;
	bool		 no_www;
};

static volatile sig_atomic_t asked_to_end;

static void
pass_on(int sig)
{
	asked_to_end = sig != SIGHUP;
	child_signal(sig == SIGHUP ? SIGHUP : SIGTERM);
}

/* Finds the CGI programs: in build/cgi-bin beside build/bin/docket-serve, or in
 * PREFIX/libexec/docket if it is installed. */
static bool
find_programs(struct serve *s)
{
	struct arena *a = s->p.ctx.arena;
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	const char *top;

	if (n <= 0)
		return false;
	self[n] = '\0';
	s->bin = arena_str(a, dirname(self));
	top = arena_str(a, dirname(self));
	s->l.programs = arena_printf(a, "%s/cgi-bin", top);
	s->l.routes = arena_printf(a, "%s/routes", top);
	if (s->l.www == NULL)
		s->l.www = www_find(a, top);
	if (access(s->l.routes, R_OK) == 0)
		return true;
	s->l.programs = arena_printf(a, "%s/libexec/docket", top);
	s->l.routes = arena_printf(a, "%s/routes", s->l.programs);
	return access(s->l.routes, R_OK) == 0;
}

/* For a demo's reminders. */
static bool
serve_make_keys(struct serve *s)
{
	bool made;

	if (!program_write(&s->p))
		return false;
	keys_make(&s->p.ctx, &made);
	db_commit(s->p.ctx.db);
	return true;
}

/* The demo's data is created and migrated automatically. */
static bool
serve_open(struct serve *s)
{
	const char *data = s->p.settings.data;
	enum migrated done = MIGRATED_NOTHING;

	if (s->demo) {
		if (mkdir(data, 0700) == -1 && errno != EEXIST) {
			log_error("%s: %s", data, strerror(errno));
			return false;
		}
		done = db_migrate(settings_database(&s->p.settings), NULL);
		factor_make_key(&s->p.ctx);
	}
	if (!program_open(&s->p))
		return false;
	if (done == MIGRATED_CREATED) {
		demo_fill(s->p.ctx.arena, &s->p.settings, s->p.ctx.db);
		return serve_make_keys(s);
	}
	return true;
}

/* lighttpd would report it only in its own log. */
static bool
port_free(const struct serve *s)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_PASSIVE,
	    .ai_socktype = SOCK_STREAM }, *ai;
	int fd, on = 1, error;

	if (getaddrinfo(s->address, s->l.port, &hints, &ai) != 0) {
		log_error("%s is not an IP address: see -a", s->address);
		return false;
	}
	fd = socket(ai->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	error = bind(fd, ai->ai_addr, ai->ai_addrlen) == 0 ? 0 : errno;
	close(fd);
	freeaddrinfo(ai);
	if (error != 0)
		log_error("port %s of %s: %s; choose another with %s",
		    s->l.port, s->address, strerror(error),
		    error == EADDRNOTAVAIL ? "-a" : s->demo ?
		    "-p (make run PORT=8081)" : "-p");
	return error == 0;
}

/* Overrides a default for the demo. */
static void
set_for_demo(struct serve *s, enum setting which, const char *value)
{
	s->p.settings.text[which] = value;
	s->p.settings.origin[which] = "--demo";
}

/* Unless the settings say whether docket-wait runs, it does.  The origin is
 * that of an option, so that the programs of the web server get the value. */
static void
take_wait(struct serve *s)
{
	struct settings *set = &s->p.settings;
	struct sockaddr_un to;

	if (set->wait != WAIT_AUTO || !change_signal_address(set->data, &to))
		return;
	set->wait = WAIT_ON;
	set->text[SETTING_WAIT] = "on";
	set->origin[SETTING_WAIT] = "--wait";
}

/* Reports a missing sandbox once at the start, rather than at each request.  A
 * demo without settings continues. */
static bool
sandboxed(struct serve *s)
{
	const struct settings *set = &s->p.settings;
	const char *why;
	const struct sandbox box = { .data = set->data, .calls = CALLS_SERVICE,
	    .memory = SANDBOX_MEMORY, .files = SANDBOX_FILES };
	bool demo = s->demo && strcmp(set->origin[SETTING_SANDBOX],
	    "default") == 0;

	if (set->sandbox != SANDBOX_ON || sandbox_try(&box, &why))
		return true;
	log_error("no sandbox: %s%s", why, demo ? "" :
	    "; or set sandbox = try");
	if (demo)
		set_for_demo(s, SETTING_SANDBOX, "try");
	return demo;
}

/* Waits until a process has ended: the exit status. */
static int
ended(void)
{
	int status;
	const char *name = child_wait(&status);

	if (asked_to_end)
		return 0;
	if (WIFSIGNALED(status))
		return program_failed("%s was killed by signal %d", name,
		    WTERMSIG(status));
	return WEXITSTATUS(status) == 0 ? 0 : program_failed(
	    "%s exited with status %d", name, WEXITSTATUS(status));
}

/* lighttpd first: it connects to the workers' sockets only with a request. */
static bool
start_all(struct serve *s, const char *conf, const int *sockets)
{
	const struct jobs jobs = { &s->p.settings, s->bin, s->backups };
	struct arena *a = s->p.ctx.arena;

	return child_start(conf, s->p.quiet) && (!s->l.fastcgi ||
	    (workers_start(a, &s->l, s->l.workers, sockets[0]) &&
	    workers_start(a, &s->l, s->l.workers, sockets[1]) &&
	    workers_start(a, &s->l, WORKERS_LONG_COUNT, sockets[2]))) &&
	    ((!s->jobs && !s->demo) || jobs_start(&jobs)) &&
	    (s->p.settings.wait != WAIT_ON || waiting_start(s->bin,
	    &s->p.settings, lighttpd_wait_socket(a, &s->l))) &&
	    notify_watchdog(s->address, s->l.port, s->l.certificate != NULL);
}

static int
serve_run_lighttpd(struct serve *s)
{
	struct sigaction act = { .sa_handler = pass_on };
	struct arena *a = s->p.ctx.arena;
	const char *conf, *why;
	int sockets[3] = { -1, -1, -1 }, status;

	if ((conf = lighttpd_conf(a, &s->l, &why)) == NULL || (s->l.fastcgi &&
	    ((sockets[0] = workers_listen(a, &s->l, WORKERS_READ, &why)) == -1 ||
	    (sockets[1] = workers_listen(a, &s->l, WORKERS_WRITE, &why)) == -1 ||
	    (sockets[2] = workers_listen(a, &s->l, WORKERS_LONG, &why)) == -1)))
		return program_failed("%s", why);
	if (s->no_keeper) {
		db_close(s->p.ctx.db);
		s->p.ctx.db = NULL;
	}
	if (!start_all(s, conf, sockets))
		return program_failed("fork: %s", strerror(errno));
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGHUP, &act, NULL);
	if (child_serves(s->address, s->l.port, s->l.certificate != NULL)) {
		notify("READY=1");
		if (!s->p.quiet)
			welcome_print(&s->l, s->demo);
	}
	status = ended();
	notify("STOPPING=1");
	return status;
}

/* Is a service running here, and healthy? */
static int
serve_ask(struct serve *s)
{
	return child_healthy(s->address, s->l.port, s->l.certificate != NULL) ?
	    0 : program_failed("no healthy service on port %s of %s",
	    s->l.port, s->address);
}

static int
serve_run(struct serve *s)
{
	const char *data = s->p.settings.data, *why;
	int status;

	if (access(s->l.routes, R_OK) == -1)
		return program_failed("cannot find the CGI programs: run make");
	if (!port_free(s) || !serve_open(s) || !sandboxed(s))
		return 1;
	if (!zone_installed())
		log_error("%s", ZONE_NONE ": install tzdata");
	if ((s->l.run = rundir_make(s->p.ctx.arena, data, &why)) == NULL)
		return program_failed("%s", why);
	status = serve_run_lighttpd(s);
	rundir_remove(s->l.run);
	return status;
}

/* lighttpd needs absolute paths, and its configuration cannot quote them.  NULL
 * if the file does not exist or its path has a quote, backslash or newline. */
static const char *
serve_whole_path(struct serve *s, const char *path)
{
	char whole[PATH_MAX];

	return realpath(path, whole) == NULL ||
	    strpbrk(whole, "\"\\\n") != NULL || access(whole, R_OK) == -1 ?
	    NULL : arena_str(s->p.ctx.arena, whole);
}

static bool
take_www(struct serve *s)
{
	if (s->no_www || s->l.www == NULL) {
		s->l.www = NULL;
		return true;
	}
	return (s->l.www = serve_whole_path(s, s->l.www)) != NULL &&
	    access(arena_printf(s->p.ctx.arena, "%s/index.html", s->l.www),
	    R_OK) == 0;
}

/* NULL, or what is wrong. */
static const char *
take_certificate(struct serve *s)
{
	const char *file = s->l.certificate, *why;
	const char *key = s->l.key == NULL ? file : s->l.key;

	if (file == NULL)
		return key == NULL ? NULL : "--key needs --certificate";
	if (s->healthy)
		return NULL;	/* it only asks by TLS */
	why = certificate_fault(s->p.ctx.arena, file, key);
	if (why != NULL)
		return why;
	s->l.certificate = serve_whole_path(s, file);
	s->l.key = serve_whole_path(s, key);
	if (s->l.certificate == NULL || s->l.key == NULL)
		return "the paths of --certificate and --key must not contain "
		    "quotes or backslashes";
	certificate_check(s->l.certificate);
	return NULL;
}

/* A writer on a database server mostly waits for it; SQLite lets one write at a
 * time. */
static bool
take_workers(struct serve *s)
{
	if (s->workers == NULL) {
		s->l.workers = db_is_remote(settings_database(
		    &s->p.settings)) ? "8" : "2";
		return true;
	}
	s->l.workers = s->workers;
	return s->l.fastcgi && s->workers[strspn(s->workers, "0123456789")] ==
	    '\0' && strlen(s->workers) <= 2 && atoi(s->workers) >= 1 &&
	    atoi(s->workers) <= WORKERS_MAX;
}

/* An IPv6 address with brackets or without; in URLs it has them. */
static void
take_address(struct serve *s)
{
	struct arena *a = s->p.ctx.arena;
	size_t n = strlen(s->address);

	if (n > 1 && s->address[0] == '[' && s->address[n - 1] == ']')
		s->address = arena_dup(a, s->address + 1, n - 2);
	s->l.host = strchr(s->address, ':') == NULL ? s->address :
	    arena_printf(a, "[%s]", s->address);
}

/* NULL, or what is wrong with the options. */
static const char *
serve_read_options(struct serve *s)
{
	const char *port = s->l.port, *why;

	if (s->p.count != 0)
		return "too many arguments; see --help";
	s->l.fastcgi = strcmp(s->mode, "fastcgi") == 0;
	if (!s->l.fastcgi && strcmp(s->mode, "cgi") != 0)
		return "-m must be cgi or fastcgi";
	if (port[strspn(port, "0123456789")] != '\0' || strlen(port) > 5 ||
	    atoi(port) < 1 || atoi(port) > 65535)
		return "-p must be 1 to 65535";
	if (!take_workers(s))
		return arena_printf(s->p.ctx.arena,
		    "--workers must be 1 to %d, with -m fastcgi", WORKERS_MAX);
	if (!take_www(s))
		return "--www must be a directory with an index.html";
	if ((why = take_certificate(s)) != NULL)
		return why;
	if (s->backups != NULL && !s->jobs && !s->demo)
		return "--backups needs --jobs";
	take_address(s);
	return NULL;
}

static void
demo_data(struct serve *s)
{
	s->p.settings.data = arena_printf(s->p.ctx.arena, "%s/../demo",
	    s->l.programs);
	set_for_demo(s, SETTING_DATA, s->p.settings.data);
}

/* A parent may ignore or block signals; so would the programs started here. */
static void
reset_signals(void)
{
	sigset_t none;
	int sig;

	for (sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

int
main(int argc, char **argv)
{
	struct serve s = { .mode = "cgi", .address = "127.0.0.1",
	    .l = { .port = "8080" } };
	const struct program_option options[] = {
		{ "port", 'p', &s.l.port, NULL },
		{ "address", 'a', &s.address, NULL },
		{ "mode", 'm', &s.mode, NULL },
		{ "workers", 0, &s.workers, NULL },
		{ "www", 0, &s.l.www, NULL },
		{ "no-www", 0, NULL, &s.no_www },
		{ "demo", 0, NULL, &s.demo },
		{ "certificate", 0, &s.l.certificate, NULL },
		{ "key", 0, &s.l.key, NULL },
		{ "jobs", 0, NULL, &s.jobs },
		{ "backups", 0, &s.backups, NULL },
		{ "healthy", 0, NULL, &s.healthy },
		{ "no-keeper", 0, NULL, &s.no_keeper },
		{ NULL, 0, NULL, NULL }
	};
	const char *wrong;
	int status;

	reset_signals();
	s.p = (struct program){ .name = "docket-serve", .usage = usage,
	    .options = options };
	status = program_begin(&s.p, argc, argv);
	if (status != PROGRAM_GOES_ON)
		return status;
	s.l.settings = &s.p.settings;
	/* A demo has its own data, unless a directory is given. */
	if (find_programs(&s) && s.demo &&
	    strcmp(s.p.settings.origin[SETTING_DATA], "default") == 0)
		demo_data(&s);
	take_wait(&s);
	status = (wrong = serve_read_options(&s)) != NULL ?
	    program_misused("%s", wrong) :
	    s.healthy ? serve_ask(&s) : serve_run(&s);
	return program_end(&s.p, status);
}
