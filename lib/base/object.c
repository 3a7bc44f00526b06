#include "base/object.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "base/log.h"

void *
object_load(const char *file)
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
		    file);
		if (access(path, R_OK) == 0 &&
		    (object = dlopen(path, RTLD_NOW | RTLD_LOCAL)) == NULL)
			log_error("%s", dlerror());
	}
	return object;
}
