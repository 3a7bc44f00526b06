#include "bin/admin/units.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "bin/admin/admin.h"

#define SINCE	"ActiveEnterTimestampMonotonic="

bool
units_here(const struct admin *a)
{
	const char *file = a->p.settings.file;

	return access("/run/systemd/system", F_OK) == 0 && file != NULL &&
	    strcmp(file, SETTINGS_FILE) == 0;
}

/* In microseconds since the machine started: systemd's clock for it.  Counted
 * back from now, a step of the clock does not matter. */
static int64_t
unit_time(const char *text)
{
	int64_t at = strtoll(text, NULL, 10);
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return at == 0 ? 0 : clock_now() - (int64_t)now.tv_sec * SECOND -
	    now.tv_nsec / 1000 + at;
}

/* Takes a line such as "LoadState=loaded". */
static void
unit_take_line(struct arena *a, struct unit *u, const char *line)
{
	const struct { const char *name; const char **value; } fields[] = {
		{ "LoadState=", &u->load }, { "ActiveState=", &u->active },
		{ "SubState=", &u->sub }, { "UnitFileState=", &u->enabled },
	};
	size_t i, n;

	for (i = 0; i < COUNT(fields); i++) {
		n = strlen(fields[i].name);
		if (strncmp(line, fields[i].name, n) == 0)
			*fields[i].value = arena_dup(a, line + n,
			    strcspn(line + n, "\n"));
	}
	if (strncmp(line, SINCE, strlen(SINCE)) == 0)
		u->since = unit_time(line + strlen(SINCE));
}

bool
units_show(struct arena *a, const char *const *names, struct unit *units)
{
	const char *command = "systemctl show -p LoadState -p ActiveState "
	    "-p SubState -p UnitFileState -p ActiveEnterTimestampMonotonic";
	size_t n = 0, i;
	char line[256];
	FILE *in;

	for (i = 0; names[i] != NULL; i++) {
		command = arena_printf(a, "%s %s", command, names[i]);
		units[i] = (struct unit){ "", "", "", "", 0 };
	}
	in = popen(arena_printf(a, "%s 2>/dev/null", command), "re");
	/* An empty line stands between two units. */
	while (in != NULL && n < i && fgets(line, sizeof(line), in) != NULL)
		if (line[0] == '\n')
			n++;
		else
			unit_take_line(a, &units[n], line);
	return in != NULL && pclose(in) == 0 && n == i - 1;
}

void
units_restart(const struct admin *a)
{
	static const char *const argv[] = { "systemctl", "--quiet",
	    "try-restart", "docket.service", NULL };
	pid_t pid;

	if (geteuid() == 0 && units_here(a) && posix_spawnp(&pid, argv[0],
	    NULL, NULL, (char *const *)argv, environ) == 0)
		waitpid(pid, NULL, 0);
}
