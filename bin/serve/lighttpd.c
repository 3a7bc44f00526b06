#include "bin/serve/lighttpd.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/settings/settings.h"
#include "bin/serve/www.h"

static const char *
conf_of(const struct lighttpd *l)
{
	return l->settings->file == NULL ? "/dev/null" : l->settings->file;
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
put_rewrites(const struct lighttpd *l, FILE *out)
{
	char line[8192], last[256] = "", *program, *path;
	FILE *in = fopen(l->routes, "r");

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

/* What the programs are told by their environment. */
static const char *
variables(struct arena *a, const struct lighttpd *l)
{
	return arena_printf(a, "\"DOCKET_CONF\" => \"%s\", "
	    "\"DOCKET_DATA\" => \"%s\"%s%s%s", conf_of(l),
	    l->settings->data, l->sandbox == NULL ? "" :
	    ", \"DOCKET_SANDBOX\" => \"", l->sandbox == NULL ? "" : l->sandbox,
	    l->sandbox == NULL ? "" : "\"");
}

/*
 * The workers of those methods: `how` is whether GET and HEAD are meant.  Who
 * reads has workers of their own, for one that waits to write serves nobody.
 */
static void
put_workers(const struct lighttpd *l, FILE *out, const char *vars,
    const char *how, const char *name)
{
	fprintf(out, "$HTTP[\"request-method\"] %s \"^(GET|HEAD)$\" {\n"
	    "fastcgi.server = (\"\" => ((\"bin-path\" => "
	    "\"%s/docket.fcgi\", \"socket\" => \"%s/%s.sock\", "
	    "\"max-procs\" => 2, \"check-local\" => \"disable\", "
	    "\"bin-environment\" => (%s))))\n}\n", how, l->programs, l->run,
	    name, vars);
}

const char *
lighttpd_conf(struct arena *a, const struct lighttpd *l)
{
	const char *path = arena_printf(a, "%s/lighttpd.conf", l->run);
	const char *vars = variables(a, l);
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
	    "=> 5)\n", l->run, l->address, l->port, l->run,
	    (long long)(l->settings->upload_max_bytes / 1024 + 128));
	if (l->fastcgi) {
		fprintf(out, "$HTTP[\"url\"] =~ \"^(/.*)?/api/v1(/|$)\" {\n");
		put_workers(l, out, vars, "=~", "read");
		put_workers(l, out, vars, "!~", "write");
		fprintf(out, "}\n");
	} else {
		fprintf(out, "setenv.add-environment = (%s)\n"
		    "alias.url = (\"/.docket/\" => \"%s/\")\n"
		    "$HTTP[\"url\"] =~ \"^/\\.docket/\" {\n"
		    "cgi.assign = (\"\" => \"\")\n}\n", vars, l->programs);
		if (!put_rewrites(l, out))
			path = NULL;
	}
	if (l->www != NULL)
		www_put(out, l->www);
	return fclose(out) == 0 ? path : NULL;
}
