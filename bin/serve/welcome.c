#include "bin/serve/welcome.h"

#include <stdio.h>

#include "base/version.h"
#include "bin/serve/lighttpd.h"
#include "core/batch/demo.h"

static void
print_users(const struct lighttpd *l)
{
	printf("\nTwo users:  %s  and  %s,  password of both:  %s\n\n"
	    "Sign in by the API and look at the lists:\n\n"
	    "  TOKEN=$(curl -s http://%s:%s/api/v1/sessions -H "
	    "'Content-Type: application/json' -d '{\"email\":\"%s\","
	    "\"password\":\"%s\"}' | sed 's/.*\"token\":\"\\([^\"]*\\)\".*/"
	    "\\1/'); curl -s http://%s:%s/api/v1/lists -H \"Authorization: "
	    "Bearer $TOKEN\"\n\n", DEMO_ADA, DEMO_GRACE, DEMO_PASSWORD,
	    l->host, l->port, DEMO_ADA, DEMO_PASSWORD, l->host,
	    l->port);
}

void
welcome_print(const struct lighttpd *l, bool demo)
{
	const char *scheme = l->certificate == NULL ? "http" : "https";

	if (l->www != NULL)
		printf("Open %s://%s:%s/ in a browser (Ctrl-C to stop)\n",
		    scheme, l->host, l->port);
	if (demo)
		print_users(l);
	printf("Docket %s; its API: %s://%s:%s/api/v1\n", docket_version,
	    scheme, l->host, l->port);
	fflush(stdout);
}
