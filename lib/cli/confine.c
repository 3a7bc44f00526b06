#include "cli/confine.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/settings/settings.h"
#include "cli/program.h"
#include "core/file/s3.h"
#include "db/db.h"

#define MEMORY		(INT64_C(4) << 30)	/* bytes, of address space */
#define FILES		1024			/* open at once */

static const struct profile {
	const char	*name;
	enum sandbox_calls calls;
	bool		 network;	/* reads the files of the resolver and
					 * TLS */
	bool		 mails;		/* needs the mail server's password */
	int64_t		 files;		/* open at once; 0: FILES */
} profiles[] = {
	/* the data, and push services by TCP: 443, and push-allow's ports */
	{ "docket-remind", CALLS_NETWORK, true, false, 0 },
	/* the data, and the mail server by its port */
	{ "docket-mail", CALLS_NETWORK, true, true, 0 },
	/* the data, and connections that are made to it */
	{ "docket-wait", CALLS_WAIT, false, false, 1 << 20 },
	/* the data */
	{ "docket-cleanup", CALLS_FILES, false, false, 0 },
	/* writes to the data and to the output; reads an open file, libmagic's
	 * types */
	{ "docket-export", CALLS_FILES, false, false, 0 },
	{ "docket-backup", CALLS_FILES, false, false, 0 },
	{ "docket-import", CALLS_FILES, false, false, 0 },
	{ NULL, CALLS_FILES, false, false, 0 }
};

/* Files to read, NULL last: for all programs, and for those that connect. */
static const char **
readable_paths(struct arena *a, bool network, const char *const *more)
{
	static const char *const common[] = { "/usr/share/zoneinfo/",
		"/etc/localtime", "/usr/lib/locale/", "/dev/urandom",
		"/dev/null", NULL };

	return sandbox_paths(a, sandbox_paths(a, common, more),
	    network ? sandbox_network(a) : NULL);
}

/* The content store can be on a server. */
static void
reach_files(struct program *p, struct sandbox *s)
{
	uint16_t port = s3_port(&p->settings), *ports;
	size_t n = 0;

	if (port == 0)
		return;
	s->calls = s->calls == CALLS_FILES ? CALLS_NETWORK : s->calls;
	while (s->ports != NULL && s->ports[n] != 0)
		n++;
	ports = arena_alloc(p->ctx.arena, (n + 3) * sizeof(*ports));
	if (n > 0)
		memcpy(ports, s->ports, n * sizeof(*ports));
	ports[n] = 53;		/* name servers */
	ports[n + 1] = port;
	s->ports = ports;
}

bool
program_confine(struct program *p, struct sandbox s)
{
	const struct profile *row = profiles;
	const char *why;

	if (p->settings.sandbox == SANDBOX_OFF)
		return true;
	if (db_is_remote(settings_database(&p->settings)) && !program_open(p))
		return false;
	if (!s3_open(&p->settings))
		return false;
	while (row->name != NULL && strcmp(row->name, p->name) != 0)
		row++;
	if (row->name == NULL) {
		program_failed("%s has no sandbox profile: add one to "
		    "lib/cli/confine.c", p->name);
		return false;
	}
	if (!row->mails)
		settings_forget(&p->settings, environ);
	s.data = p->settings.data;
	s.read = readable_paths(p->ctx.arena, row->network ||
	    s3_port(&p->settings) != 0, s.read);
	s.calls = row->calls;
	reach_files(p, &s);
	s.memory = MEMORY;
	s.files = row->files > 0 ? row->files : FILES;
	s.lenient = p->settings.sandbox == SANDBOX_TRY;
	if (sandbox_enter(&s, &why))
		return true;
	program_failed("no sandbox: %s; or set sandbox = try", why);
	return false;
}

const char *
program_place(struct program *p, const char *path)
{
	struct stat st;
	size_t len = strlen(path);
	const char *slash;

	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return arena_printf(p->ctx.arena, "%s/", path);
	while (len > 1 && path[len - 1] == '/')
		len--;
	slash = memrchr(path, '/', len);
	return slash == NULL ? "./" : arena_printf(p->ctx.arena, "%.*s/",
	    (int)(slash - path), path);
}
