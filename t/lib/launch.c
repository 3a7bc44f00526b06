/*
 * Starts a program as a CGI server might that is careless or worse:
 *
 *	launch ENVIRONMENT CLOSED PROGRAM
 *
 * with exactly the environment of that file, its entries ended by NUL, doubled
 * names and entries without "=" included; and with the standard descriptors
 * closed whose digits CLOSED has.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ENTRIES	1000

int
main(int argc, char **argv)
{
	static char text[1024 * 1024];
	static char *envp[ENTRIES + 1];
	char *const args[] = { argc == 4 ? argv[3] : NULL, NULL };
	char *p = text;
	int fd, i;
	ssize_t n;

	if (argc != 4)
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
	execve(argv[3], args, envp);
	return 127;
}
