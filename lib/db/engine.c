#include "db/engine.h"

#include <dlfcn.h>
#include <string.h>

#include "base/log.h"
#include "base/object.h"

#define FILE_NAME	"docket-postgresql.so"

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
		object = object_load(FILE_NAME);
		if (object != NULL)
			postgresql = dlsym(object, "engine_postgresql");
		if (postgresql == NULL)
			fatal(FATAL_NOT_READY, "PostgreSQL needs " FILE_NAME
			    ": install docket-postgresql");
	}
	return postgresql;
}
