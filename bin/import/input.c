#include "bin/import/input.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *
input_temporary(void)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	FILE *file;
	int fd;

	if (dir == NULL || dir[0] != '/')
		dir = "/var/tmp";
	snprintf(path, sizeof(path), "%s/docket-import-XXXXXX", dir);
	if ((fd = mkstemp(path)) == -1)
		return NULL;
	unlink(path);
	if ((file = fdopen(fd, "w+e")) == NULL)
		close(fd);
	return file;
}

static bool
input_copy(FILE *from, FILE *to)
{
	char block[65536];
	size_t n;

	while ((n = fread(block, 1, sizeof(block), from)) > 0)
		if (fwrite(block, 1, n, to) != n)
			return false;
	return !ferror(from) && fflush(to) == 0 && fseek(to, 0, SEEK_SET) == 0;
}

FILE *
input_open(const char *path)
{
	FILE *file;

	if (strcmp(path, "-") != 0)
		return fopen(path, "re");
	file = input_temporary();
	if (file != NULL && !input_copy(stdin, file)) {
		fclose(file);
		return NULL;
	}
	return file;
}
