/*
 * Starts a program as a CGI server might that is careless or worse:
 *
 *	launch ENVIRONMENT CLOSED PROGRAM [FILES]
 *
 * with exactly the environment of that file, its entries ended by NUL, doubled
 * names and entries without "=" included; with the standard descriptors closed
 * whose digits CLOSED has; and with no more than FILES open at once.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define ENTRIES	1000

int
main(int argc, char **argv)
{
	static char text[1024 * 1024];
	static char *envp[ENTRIES + 1];
	char *const args[] = { argc > 3 ? argv[3] : NULL, NULL };
	struct rlimit files;
	char *p = text;
	int fd, i;
	ssize_t n;

	if (argc < 4 || argc > 5)
		return 2;
	fd = open(argv[1], O_RDONLY);
	n = fd == -1 ? -1 : read(fd, text, sizeof(text) - 1);
	if (n == -1)
		return 2;
	close(fd);
	for (i = 0; i < ENTRIES && p < text + n; i++) {
		envp[i] = p;
		p += strlen(p) + 1;
	}
	for (i = 0; argv[2][i] != '\0'; i++)
		close(argv[2][i] - '0');
	if (argc == 5) {
		files.rlim_cur = files.rlim_max = (rlim_t)atoi(argv[4]);
		if (setrlimit(RLIMIT_NOFILE, &files) == -1)
			return 2;
	}
	execve(argv[3], args, envp);
	return 127;
}
