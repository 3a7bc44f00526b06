/*
 * A fuzz target without libFuzzer: runs it on the files named, or on those of
 * the corpus of its own name, and says so as TAP.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "t/fuzz/lib/fuzz.h"

#define CORPUS	"t/fuzz/corpus"

/* In memory of that very size, so that a sanitizer sees what reads beyond. */
static void
run(FILE *file)
{
	struct buf b = { 0 };
	char block[4096];
	uint8_t *data;
	size_t n;

	while ((n = fread(block, 1, sizeof(block), file)) > 0)
		buf_add(&b, block, n);
	if ((data = malloc(b.len > 0 ? b.len : 1)) == NULL)
		abort();
	if (b.len > 0)
		memcpy(data, b.data, b.len);
	LLVMFuzzerTestOneInput(data, b.len);
	free(data);
	buf_free(&b);
}

static bool
run_file(const char *path, int number)
{
	FILE *file = fopen(path, "re");

	/* Said before, too: what is wrong ends the process. */
	printf("# %s\n", path);
	fflush(stdout);
	if (file != NULL) {
		run(file);
		fclose(file);
	}
	printf("%sok %d - %s\n", file == NULL ? "not " : "", number, path);
	return file != NULL;
}

static int
is_input(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static int
run_corpus(const char *name)
{
	struct dirent **entry;
	char path[1024];
	int i, n;

	snprintf(path, sizeof(path), "%s/%s", CORPUS, name);
	if ((n = scandir(path, &entry, is_input, alphasort)) == -1)
		return 0;
	for (i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s/%s", CORPUS, name,
		    entry[i]->d_name);
		run_file(path, i + 1);
		free(entry[i]);
	}
	free(entry);
	return n;
}

int
main(int argc, char **argv)
{
	const char *name = strrchr(argv[0], '/');
	int i, n = argc - 1;
	bool reached = true;

	LLVMFuzzerInitialize(&argc, &argv);
	for (i = 1; i < argc; i++)
		run_file(argv[i], i);
	if (argc == 1) {
		n = run_corpus(name == NULL ? argv[0] : name + 1);
		if (fuzz_reached != NULL)
			reached = fuzz_reached();
		printf("%sok %d - the corpus reaches what it is kept for\n",
		    n > 0 && reached ? "" : "not ", n + 1);
		n++;
	}
	printf("1..%d\n", n);
	return 0;
}
