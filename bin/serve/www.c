#include "bin/serve/www.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"

/* Everything except what programs answer. */
#define NOT_API "$HTTP[\"url\"] !~ \"" PROGRAM_URLS "\""

/* Headers of every file, as in etc/lighttpd.conf.in. */
static const char *const headers[][2] = {
	{ "Content-Security-Policy", "default-src 'none'; script-src 'self'; "
	    "style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
	    "manifest-src 'self'; worker-src 'self'; form-action 'self'; "
	    "base-uri 'none'; frame-ancestors 'none'; "
	    "require-trusted-types-for 'script'; "
	    "trusted-types lit-html docket" },
	{ "X-Content-Type-Options", "nosniff" },
	{ "Referrer-Policy", "no-referrer" },
	{ "Cross-Origin-Opener-Policy", "same-origin" },
	{ "Permissions-Policy", "accelerometer=(), camera=(), "
	    "geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()" },
	{ "Vary", "Accept-Encoding" },
};

static const char *const types[][2] = {
	{ ".html", "text/html; charset=utf-8" },
	{ ".js", "text/javascript; charset=utf-8" },
	{ ".css", "text/css; charset=utf-8" },
	{ ".json", "application/json" },
	{ ".webmanifest", "application/manifest+json" },
	{ ".svg", "image/svg+xml" },
	{ ".png", "image/png" },
};

/* The file for each path, below any prefix, and whether the build makes a
 * compressed copy of it. */
static const struct path {
	const char	*pattern, *file;
	bool		 compressed;
} paths[] = {
	{ "^(?:/[^?]*)?/(?:\\?.*)?$", "/index.html", true },
	{ "^(?:/[^?]*)?/((?:icons|words|css|js|node_modules)/[^?]*)(?:\\?.*)?$",
	    "/$1", false },
	{ "^(?:/[^?]*)?/([^/?]+\\.(?:js|css|html|json|webmanifest))"
	    "(?:\\?.*)?$", "/$1", true },
};

const char *
www_find(struct arena *a, const char *top)
{
	const char *dir = arena_printf(a, "%s/www", top);

	if (access(arena_printf(a, "%s/index.html", dir), R_OK) == 0)
		return dir;
	dir = arena_printf(a, "%s/share/docket/www", top);
	return access(arena_printf(a, "%s/index.html", dir), R_OK) == 0 ?
	    dir : NULL;
}

/* Clients cannot request a program's file here, either. */
static void
put_paths(FILE *out, bool gzip)
{
	fputs("url.rewrite-once = (\"^/\\.docket(/.*)?$\" => \"/\"", out);
	for (size_t i = 0; i < COUNT(paths); i++)
		fprintf(out, ",\n\t\"%s\" => \"%s%s\"", paths[i].pattern,
		    paths[i].file, gzip && paths[i].compressed ? ".gz" : "");
	fputs(")\n", out);
}

static void
www_put_headers(FILE *out)
{
	fputs("var.www = (", out);
	for (size_t i = 0; i < COUNT(headers); i++)
		fprintf(out, "\n\t\"%s\" => \"%s\",", headers[i][0],
		    headers[i][1]);
	fputs(")\nvar.checked = (\"Cache-Control\" => \"no-cache\")\n"
	    "var.hashed = (\"Cache-Control\" => "
	    "\"public, max-age=31536000, immutable\")\n"
	    "var.gzip = (\"Content-Encoding\" => \"gzip\")\n", out);
}

void
www_put(FILE *out, const char *dir)
{
	bool gzip;
	char name[4096];

	snprintf(name, sizeof(name), "%s/index.html.gz", dir);
	gzip = access(name, R_OK) == 0;
	www_put_headers(out);
	fprintf(out, NOT_API " {\nserver.document-root = \"%s\"\n", dir);
	fputs("mimetype.assign = (", out);
	for (size_t i = 0; i < COUNT(types); i++)
		fprintf(out, "\n\t\"%s\" => \"%s\", \"%s.gz\" => \"%s\",",
		    types[i][0], types[i][1], types[i][0], types[i][1]);
	fputs(")\n", out);
	put_paths(out, false);
	if (gzip) {
		fputs("$REQUEST_HEADER[\"Accept-Encoding\"] =~ "
		    "\"(^|[ ,])gzip($|[ ,;])\" {\n", out);
		put_paths(out, true);
		fputs("}\n", out);
	}
	fputs("setenv.set-response-header = var.www + var.checked\n"
	    "$HTTP[\"url\"] =~ \"-[0-9a-f]{8}\\.(js|css|json)$\" {\n"
	    "setenv.set-response-header = var.www + var.hashed\n}\n"
	    "$HTTP[\"url\"] =~ \"\\.gz$\" {\n"
	    "setenv.set-response-header = var.www + var.checked + var.gzip\n}\n"
	    "$HTTP[\"url\"] =~ \"-[0-9a-f]{8}\\.(js|css|json)\\.gz$\" {\n"
	    "setenv.set-response-header = var.www + var.hashed + var.gzip\n}\n"
	    "}\n", out);
}
