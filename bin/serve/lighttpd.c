#include "bin/serve/lighttpd.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/settings/settings.h"
#include "bin/serve/www.h"

/* Seconds until a client that accepts no data is disconnected, and one that
 * sends none of its request. */
#define WRITE_IDLE	60
#define READ_IDLE	10

/* What `dav` answers; besides, every PROPFIND. */
#define DAV_URL	"^(?:/[^?]*)?(/(?:dav|\\.well-known/caldav)(?:/[^?]*)?)(\\?.*)?$"
/* A whole list, as text. */
#define DAV_LIST_URL	"^(?:/[^?]*)?(/dav/[^/?]+/[^/?]+/?)(\\?.*)?$"
/* Methods that only read. */
#define READING	"^(GET|HEAD|OPTIONS|PROPFIND|REPORT)$"
#define WAIT_URL	"^(?:/[^?]*)?/api/v1/me/wait"

/* lighttpd 1.4 keeps its number of connections in 16 bits, and does not say so
 * if the settings ask for more. */
#define FILES_MOST	65536

/* A path of the table as a regular expression: {name} is one segment. */
static void
put_pattern(FILE *out, const char *path)
{
	for (; *path != '\0'; path++) {
		if (*path == '{') {
			fputs(strncmp(path, "{key}", 5) == 0 ? "[^?]+" :
			    "[^/?]+", out);
			path += strcspn(path, "}");
		} else if (*path == '.')
			fputs("\\.", out);
		else
			fputc(*path, out);
	}
}

/*
 * Clients cannot request a program's file; docket.fcgi, as a CGI program,
 * answers requests that lighttpd itself refuses.
 */
static void
put_guards(const struct lighttpd *l, FILE *out)
{
	fputs("url.rewrite-once = (\n\t\"^/\\.docket(/.*)?$\" => "
	    "\"/\",\n\t\"^/api/v1/\\.refused$\" => "
	    "\"/.docket/docket.fcgi/api/v1\",\n", out);
	if (l->settings->wait == WAIT_ON)
		fputs("\t\"" WAIT_URL "(\\?.*)?$\" => \"$0\",\n", out);
}

/* A row of the table of routes. */
struct row {
	char		 line[8192];
	const char	*program, *method, *path, *flags;
};

static bool
read_row(FILE *in, struct row *r)
{
	char *rest;

	if (fgets(r->line, sizeof(r->line), in) == NULL)
		return false;
	r->program = strtok_r(r->line, "\t", &rest);
	r->method = strtok_r(NULL, "\t", &rest);
	r->path = strtok_r(NULL, "\t", &rest);
	r->flags = strtok_r(NULL, "\t", &rest);
	return r->path != NULL && r->flags != NULL;
}

/*
 * Requests that may take long have workers of their own, or start a program as
 * in CGI mode, and lighttpd does not store their answers: so they neither
 * occupy other workers nor fill the disk.  A page of at most 100 is not long,
 * nor a page of changes since a stamp, of which there are few.  True if the
 * path has no other requests.
 */
#define SHORT_PAGE							\
	"(?!\\?(?:[^&]*&)*limit=(?:[1-9][0-9]?|100)(?:&|$)"		\
	"|\\?(?=(?:[^&]*&)*since=[0-9])"				\
	"(?:[^&]*&)*limit=(?:[1-9][0-9]?[0-9]?|1000)(?:&|$))"

static bool
put_long(const struct lighttpd *l, const struct row *r, const char *method,
    FILE *out)
{
	/* The bytes of a file keep their program until the client, or the
	 * store, has them. */
	bool work = l->fastcgi && strstr(r->flags, "uncounted") == NULL &&
	    strstr(r->flags, "upload") == NULL &&
	    strstr(r->flags, "file") == NULL;
	bool paged = strstr(r->flags, "paged") != NULL;

	if (strcmp(r->method, method) != 0 ||
	    (!paged && strstr(r->flags, "long") == NULL))
		return false;
	fputs("\t\"^(?:/[^?]*)?(/api/v1", out);
	put_pattern(out, r->path);
	fprintf(out, ")%s(\\?.*)?$\" => \"/.docket/%s%s$1$2\",\n",
	    paged ? SHORT_PAGE : "", work ? WORKERS_LONG : "long/",
	    work ? "" : r->program);
	return !paged;
}

/*
 * The program for each path, from the route table; with FastCGI only the long
 * requests of that method.  `status` answers all other paths below /api/v1.
 */
static bool
put_rewrites(const struct lighttpd *l, const char *method, FILE *out)
{
	char last[256] = "";
	struct row r;
	FILE *in = fopen(l->routes, "r");

	if (in == NULL)
		return false;
	put_guards(l, out);
	if (!l->fastcgi)
		fputs("\t\"" DAV_URL "\" => \"/.docket/dav$1$2\",\n", out);
	else if (strcmp(method, "GET") == 0)
		fputs("\t\"" DAV_LIST_URL "\" => \"/.docket/" WORKERS_LONG
		    "$1$2\",\n", out);
	while (read_row(in, &r)) {
		if (put_long(l, &r, method, out) || l->fastcgi ||
		    strcmp(r.path, last) == 0)
			continue;
		snprintf(last, sizeof(last), "%s", r.path);
		fputs("\t\"^(?:/[^?]*)?(/api/v1", out);
		put_pattern(out, r.path);
		fprintf(out, ")(\\?.*)?$\" => \"/.docket/%s$1$2\",\n",
		    r.program);
	}
	fclose(in);
	fputs(l->fastcgi ? ")\n" :
	    "\t\"^(?:/[^?]*)?(/api/v1(?:/[^?]*)?)(\\?.*)?$\" => "
	    "\"/.docket/status$1$2\"\n)\n", out);
	return true;
}

/* The environment of every program, as "A" => "1", "B" => "2".  NULL with *why
 * if a value cannot be written in the configuration. */
static const char *
variables(struct arena *a, const struct lighttpd *l, const char **why)
{
	const char *file = l->settings->file, *all;
	struct setting_shown s = { .name = "", .value = "" };
	size_t i;

	all = file == NULL ? "" : arena_printf(a, "\"DOCKET_CONF\" => \"%s\", ",
	    file);
	if (file != NULL && strpbrk(file, "\"\\") != NULL)
		*why = arena_printf(a, "%s: a path must not have \" or \\", file);
	for (i = 0; i < SETTING__MAX; i++) {
		if (!settings_inherited(a, l->settings, i, &s))
			continue;
		if (strpbrk(s.value, "\"\\") != NULL)
			*why = arena_printf(a, "%s must not have \" or \\ here: "
			    "set it in the settings file", s.name);
		all = arena_printf(a, "%s\"%s\" => \"%s\", ", all, s.name,
		    s.value);
	}
	return *why == NULL ? all : NULL;
}

/*
 * Writes the sockets of the workers.  Reads have separate ones, since a worker
 * that waits for the write lock serves nobody.
 */
static void
put_workers(const struct lighttpd *l, FILE *out)
{
	static const char *const of[][2] = {
		{ "\"request-method\"] =~ \"" READING, WORKERS_READ },
		{ "\"request-method\"] !~ \"" READING, WORKERS_WRITE },
		{ "\"url\"] =~ \"^/\\.docket/" WORKERS_LONG "/",
		    WORKERS_LONG }
	};
	size_t i;

	for (i = 0; i < COUNT(of); i++)
		fprintf(out, "%s$HTTP[%s\" {\nfastcgi.server = (\"\" => (("
		    "\"socket\" => \"%s/%s.sock\", \"check-local\" => "
		    "\"disable\")))\n%s}\n", i == 0 ?
		    "$HTTP[\"url\"] !~ \"^/\\.docket/\" {\n" : "",
		    of[i][0], l->run, of[i][1], i == 1 ? "}\n" : "");
}

static unsigned long long
max_files(void)
{
	struct rlimit l = { .rlim_max = 0 };

	getrlimit(RLIMIT_NOFILE, &l);
	return l.rlim_max < FILES_MOST ? l.rlim_max : FILES_MOST;
}

/* So many that one address does not take them all.  Each client that waits
 * takes two descriptors, of which lighttpd uses nine tenths; it would count
 * with three. */
/* Of an upload or an import. */
static long long
largest_body(const struct settings *s)
{
	return s->upload_max_bytes > s->import_max_bytes ?
	    s->upload_max_bytes : s->import_max_bytes;
}

unsigned long long
lighttpd_connections(void)
{
	return max_files() / 20 * 9;
}

/* lighttpd's own settings.  HTTP/2 without TLS would let a client bypass a
 * proxy's checks, and the programs handle ranges themselves. */
static void
put_server(const struct lighttpd *l, FILE *out)
{
	fprintf(out, "# Written by docket-serve at every start.\n"
	    "server.modules = (\"mod_rewrite\", \"mod_alias\", \"mod_setenv\", "
	    "\"mod_cgi\", \"mod_scgi\", \"mod_fastcgi\"%s)\n"
	    "server.document-root = \"%s/empty\"\n"
	    "server.bind = \"%s\"\nserver.port = %s\n"
	    "server.tag = \"\"\nserver.upload-dirs = (\"%s\")\n"
	    "server.max-fds = %llu\nserver.max-connections = %llu\n"
	    "server.max-request-size = %lld\nserver.max-write-idle = %d\n"
	    "server.max-read-idle = %d\n"
	    "server.range-requests = \"disable\"\n"
	    "server.feature-flags += (\"server.graceful-shutdown-timeout\" "
	    "=> 5, \"server.h2proto\" => \"disable\", "
	    "\"server.h2c\" => \"disable\")\n",
	    l->settings->access_log[0] == '\0' ? "" : ", \"mod_accesslog\"",
	    l->run, l->host, l->port, l->run, max_files(),
	    lighttpd_connections(),
	    largest_body(l->settings) / 1024 + 128,
	    WRITE_IDLE, READ_IDLE);
	if (l->certificate != NULL)
		fprintf(out, "server.modules += (\"mod_openssl\")\n"
		    "ssl.engine = \"enable\"\nssl.pemfile = \"%s\"\n"
		    "ssl.privkey = \"%s\"\n", l->certificate, l->key);
	if (l->settings->access_log[0] != '\0')
		fprintf(out, "accesslog.filename = \"%s\"\n"
		    /* The addresses of feeds are secret. */
		    "$HTTP[\"url\"] =~ \"/api/v1/feeds/\" {\n"
		    "accesslog.filename = \"/dev/null\"\n}\n",
		    l->settings->access_log);
}

const char *
lighttpd_wait_socket(struct arena *a, const struct lighttpd *l)
{
	return arena_printf(a, "%s/wait.sock", l->run);
}

/* Sends /me/wait to docket-wait, which answers later, or with a stream. */
static void
put_wait(const struct lighttpd *l, FILE *out)
{
	fprintf(out, "$HTTP[\"url\"] =~ \"" WAIT_URL "$\" {\n"
	    "server.stream-response-body = 2\n"
	    "scgi.server = (\"\" => ((\"socket\" => \"%s/wait.sock\", "
	    "\"check-local\" => \"disable\")))\n}\n", l->run);
}

/* A report may take long, as GET of a long answer. */
static void
put_reports(const struct lighttpd *l, FILE *out)
{
	fputs("}\n$HTTP[\"request-method\"] == \"REPORT\" {\n", out);
	put_guards(l, out);
	fputs("\t\"" DAV_URL "\" => \"/.docket/" WORKERS_LONG "$1$2\"\n)\n",
	    out);
}

/* PROPFIND of any other address: people type the site's into their clients. */
static void
put_discovery(const struct lighttpd *l, FILE *out)
{
	fputs("$HTTP[\"request-method\"] == \"PROPFIND\" {\n"
	    "$HTTP[\"url\"] !~ \"" PROGRAM_URLS "\" {\n", out);
	if (l->fastcgi)
		fprintf(out, "fastcgi.server = (\"\" => ((\"socket\" => "
		    "\"%s/" WORKERS_READ ".sock\", \"check-local\" => "
		    "\"disable\")))\nurl.rewrite-once = (\"\" => \"\")\n",
		    l->run);
	else
		fputs("url.rewrite-once = (\"^/\\.docket(/.*)?$\" => \"/\", "
		    "\"^(?:/[^?]*)?/(\\?.*)?$\" => \"/.docket/dav/$1\")\n", out);
	fputs("}\n}\n", out);
}

/* How requests reach the programs. */
static bool
put_programs(const struct lighttpd *l, FILE *out, const char *vars)
{
	bool done;

	fprintf(out, "alias.url = (\"/.docket/long/\" => \"%s/\", "
	    "\"/.docket/\" => \"%s/\")\n"
	    "$HTTP[\"url\"] =~ \"^/\\.docket/\" {\n"
	    "cgi.assign = (\"\" => \"\")\nsetenv.set-environment = (%s)\n}\n"
	    "$HTTP[\"url\"] =~ \"^/\\.docket/long\" {\n"
	    "server.stream-response-body = 2\n}\n"
	    "server.error-handler = \"/api/v1/.refused\"\n"
	    "$HTTP[\"url\"] =~ \"" PROGRAM_URLS "\" {\n",
	    l->programs, l->programs, vars);
	if (l->fastcgi) {
		put_guards(l, out);
		fputs(")\n$HTTP[\"request-method\"] == \"POST\" {\n", out);
		put_rewrites(l, "POST", out);
		put_reports(l, out);
		fputs("}\n$HTTP[\"request-method\"] =~ \"^(GET|HEAD)$\" {\n",
		    out);
	}
	done = put_rewrites(l, "GET", out);
	if (l->fastcgi) {
		fputs("}\n", out);
		put_workers(l, out);
	}
	if (l->settings->wait == WAIT_ON)
		put_wait(l, out);
	fputs("}\n", out);
	return done;
}

const char *
lighttpd_conf(struct arena *a, const struct lighttpd *l, const char **why)
{
	const char *path = arena_printf(a, "%s/lighttpd.conf", l->run);
	const char *vars;
	bool done;
	FILE *out;

	*why = NULL;
	if ((vars = variables(a, l, why)) == NULL)
		return NULL;
	if ((out = fopen(path, "w")) != NULL) {
		put_server(l, out);
		done = put_programs(l, out, vars);
		if (l->www != NULL)
			www_put(out, l->www);
		put_discovery(l, out);
		if (fclose(out) == 0 && done)
			return path;
	}
	*why = arena_printf(a, "%s: the configuration cannot be written: %s",
	    l->run, strerror(errno));
	return NULL;
}
