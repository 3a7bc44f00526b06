#include "db/engine.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "base/log.h"

#define FILE_NAME	"docket-postgresql.so"

/* The shared object: beside the program, above it, or in libexec. */
static void *
load(void)
{
	static const char *const places[] = { "", "/..", "/../libexec/docket" };
	char exe[PATH_MAX], path[PATH_MAX + 64];
	ssize_t len = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	void *object = NULL;
	size_t i;

	exe[len > 0 ? len : 0] = '\0';
	if (strrchr(exe, '/') != NULL)
		*strrchr(exe, '/') = '\0';
	for (i = 0; object == NULL && i < COUNT(places); i++) {
		snprintf(path, sizeof(path), "%s%s/%s", exe, places[i],
		    FILE_NAME);
		if (access(path, R_OK) == 0 &&
		    (object = dlopen(path, RTLD_NOW | RTLD_LOCAL)) == NULL)
			log_error("%s", dlerror());
	}
	return object;
}

bool
engine_is_remote(const char *place)
{
	return strncmp(place, "postgresql://", 13) == 0 ||
	    strncmp(place, "postgres://", 11) == 0;
}

const struct engine *
engine_of(const char *place)
{
	static const struct engine *postgresql;
	void *object;

	if (!engine_is_remote(place))
		return &engine_sqlite;
	if (postgresql == NULL) {
		object = load();
		if (object != NULL)
			postgresql = dlsym(object, "engine_postgresql");
		if (postgresql == NULL)
			fatal(FATAL_NOT_READY, "PostgreSQL needs " FILE_NAME
			    ": install docket-postgresql");
	}
	return postgresql;
}
