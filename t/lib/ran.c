/*
 * Which statements of sql/query a program runs.  A library that is loaded
 * before the program's own (LD_PRELOAD).  The file RAN has a place for each
 * statement, of NAME bytes: its name if it has run, otherwise zeros; then
 * another place for each: its name if it ran first while the program held the
 * write lock; another: its name if it was prepared while the program held the
 * lock; and another: its name if it had been prepared when the program took the
 * lock.  Programs that run at the same time write the same bytes to the same
 * place.  SQLite is linked into the program, so its functions are found by the
 * program's symbols; they are asked to report every statement.
 */
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "db/rows.h"

#define NAME	64
#define MOST	1000		/* statements */
#define PLACES	(NAME * MOST)
#define SIZE	(4 * PLACES)
#define TRACE_STMT 1		/* SQLite's numbers */
#define SINGLETHREAD 1
#define MEMSTATUS 9

static struct {
	int		(*config)(int, ...);
	int		(*auto_extension)(void (*)(void));
	int		(*trace)(void *, unsigned, int (*)(unsigned, void *,
			    void *, void *), void *);
	int		(*authorizer)(void *, int (*)(void *, int, const char *,
			    const char *, const char *, const char *), void *);
	const char	*(*sql)(void *);
	void		*(*next)(void *, void *);
	const struct query_text *texts;
} in;
static const struct { const char *name; void *to; } wanted[] = {
	{ "sqlite3_config", &in.config },
	{ "sqlite3_auto_extension", &in.auto_extension },
	{ "sqlite3_trace_v2", &in.trace }, { "sqlite3_sql", &in.sql },
	{ "sqlite3_next_stmt", &in.next },
	{ "sqlite3_set_authorizer", &in.authorizer },
	{ "query_texts", &in.texts }
};
static size_t count;
static void *database;
static bool has_run[MOST];
static char *places;	/* mapped: a sandboxed program opens nothing */
static bool locked;
static bool late;	/* the next statement that runs has just been prepared */

/* SQLite asks for each table and column of a statement that it prepares. */
static int
prepared(void *unused, int what, const char *a, const char *b, const char *c,
    const char *d)
{
	(void)unused;
	(void)what;
	(void)a;
	(void)b;
	(void)c;
	(void)d;
	late = locked;
	return 0;
}

/* The statement's number; `count` if it is not one of sql/query. */
static size_t
number(void *statement)
{
	const char *sql = in.sql(statement);
	size_t i;

	for (i = 0; sql != NULL && i < count; i++)
		/* SQLite leaves out what follows the semicolon. */
		if (strncmp(in.texts[i].sql, sql, strlen(sql)) == 0)
			return i;
	return count;
}

/* Writes the statement's name to its place in this part of the file. */
static void
note(size_t i, int part)
{
	snprintf(places + part * PLACES + i * NAME, NAME, "%s",
	    in.texts[i].name);
}

static int
started(unsigned what, void *unused, void *statement, void *unexpanded)
{
	size_t i = number(statement);

	(void)what;
	(void)unused;
	(void)unexpanded;
	if (i < count) {
		note(i, 0);
		if (locked && !has_run[i])
			note(i, 1);
		if (late)
			note(i, 2);
		has_run[i] = true;
	}
	late = false;
	return 0;
}

/* In the place of libc's. */
int
flock(int fd, int operation)
{
	int r = (int)syscall(SYS_flock, fd, operation);
	void *st = NULL;
	size_t i;

	locked = r == 0 && operation != LOCK_UN;
	late = false;
	while (locked && database != NULL &&
	    (st = in.next(database, st)) != NULL)
		if ((i = number(st)) < count)
			note(i, 3);
	return r;
}

static int
connected(void *h, char **error, const void *api)
{
	(void)error;
	(void)api;
	database = h;
	in.authorizer(h, prepared, NULL);
	return in.trace(h, TRACE_STMT, started, NULL);
}

static int
first_object(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uintptr_t *)base = info->dlpi_addr;
	return 1;
}

/* The addresses of what is wanted, by the table of symbols of a program that is
 * not stripped; false if it has not all of them. */
static bool
find(const char *program, uintptr_t base)
{
	const Elf64_Ehdr *head = (const void *)program;
	const Elf64_Shdr *part = (const void *)(program + head->e_shoff);
	const Elf64_Sym *s, *end;
	const char *names;
	size_t i, found = 0;
	uintptr_t at;

	for (i = 0; i < head->e_shnum && part[i].sh_type != SHT_SYMTAB; i++)
		;
	if (i == head->e_shnum)
		return false;
	names = program + part[part[i].sh_link].sh_offset;
	s = (const void *)(program + part[i].sh_offset);
	end = s + part[i].sh_size / sizeof(*s);
	for (; s < end; s++)
		for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
			if (strcmp(names + s->st_name, wanted[i].name) == 0) {
				at = base + s->st_value;
				memcpy(wanted[i].to, &at, sizeof(at));
				if (wanted[i].to == &in.texts)
					count = s->st_size /
					    sizeof(*in.texts);
				found++;
			}
	return found == sizeof(wanted) / sizeof(wanted[0]) && count <= MOST;
}

static void begin(void) __attribute__((constructor));

static void
begin(void)
{
	const char *path = getenv("RAN");
	int program = open("/proc/self/exe", O_RDONLY), fd = -1;
	uintptr_t base = 0;
	struct stat st;
	void *p;

	if (path == NULL || program == -1 || fstat(program, &st) == -1)
		return;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, program, 0);
	close(program);
	dl_iterate_phdr(first_object, &base);
	if (p != MAP_FAILED && find(p, base))
		fd = open(path, O_RDWR | O_CREAT, 0600);
	if (fd == -1 || ftruncate(fd, SIZE) == -1)
		return;
	places = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (places == MAP_FAILED)
		return;
	/* As the program will say itself, when it is too late. */
	in.config(SINGLETHREAD);
	in.config(MEMSTATUS, 0);
	in.auto_extension((void (*)(void))connected);
}
