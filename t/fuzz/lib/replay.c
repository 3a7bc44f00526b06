/*
 * A fuzz target without libFuzzer: runs it on the files named, or on each input
 * of the corpus of its own name (t/fuzz/pack), and reports in TAP.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "t/fuzz/lib/fuzz.h"

#define CORPUS	"t/fuzz/corpus"

/* In memory of exactly that size, so that a sanitizer sees a read beyond it. */
static void
run(const void *input, size_t n)
{
	uint8_t *data = malloc(n > 0 ? n : 1);

	if (data == NULL)
		abort();
	if (n > 0)
		memcpy(data, input, n);
	LLVMFuzzerTestOneInput(data, n);
	free(data);
}

static bool
run_file(const char *path, int number)
{
	FILE *file = fopen(path, "re");
	struct buf b = { 0 };
	char block[4096];
	size_t n;

	while (file != NULL && (n = fread(block, 1, sizeof(block), file)) > 0)
		buf_add(&b, block, n);
	if (file != NULL) {
		run(b.data, b.len);
		fclose(file);
	}
	buf_free(&b);
	printf("%sok %d - %s\n", file == NULL ? "not " : "", number, path);
	return file != NULL;
}

/* One line: base64, and perhaps a name. */
static void
run_line(char *line, const char *corpus, int number)
{
	char *text = strtok(line, " \n"), *name = strtok(NULL, "\n");
	size_t size = text == NULL ? 0 : strlen(text), n = 0;
	unsigned char *data = malloc(size + 1);

	/* Before it runs, too: a fault ends the process. */
	printf("# %s:%d %s\n", corpus, number, name == NULL ? "" : name);
	fflush(stdout);
	if (data == NULL || (text != NULL && sodium_base642bin(data, size,
	    text, size, NULL, &n, NULL, sodium_base64_VARIANT_ORIGINAL) != 0))
		abort();
	run(data, n);
	free(data);
	printf("ok %d - %s:%d\n", number, corpus, number);
}

static int
run_corpus(const char *name)
{
	char path[1024], *line = NULL;
	size_t size = 0;
	FILE *file;
	int n = 0;

	snprintf(path, sizeof(path), "%s/%s", CORPUS, name);
	if ((file = fopen(path, "re")) == NULL)
		return 0;
	while (getline(&line, &size, file) != -1)
		run_line(line, path, ++n);
	free(line);
	fclose(file);
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
