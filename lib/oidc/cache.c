#include "oidc/cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/settings/settings.h"
#include "base/settings/urls.h"
#include "core/ctx.h"
#include "db/names.h"

#define CACHE_LASTS	HOUR
#define CACHE_MAX	4096

static const char *
cache_path(struct ctx *c)
{
	return arena_printf(c->arena, "%s/%s", c->settings->data, DB_OIDC);
}

/* The next line of the file, without its end. */
static const char *
cache_line(char **rest)
{
	const char *line = strsep(rest, "\n");

	return line == NULL ? "" : line;
}

const char *
cache_address(struct ctx *c)
{
	int fd = open(cache_path(c), O_RDONLY | O_CLOEXEC);
	char *text = arena_alloc(c->arena, CACHE_MAX + 1);
	const char *issuer, *address;
	int64_t at;

	if (fd == -1)
		return NULL;
	if (read(fd, text, CACHE_MAX) <= 0)
		text[0] = '\0';
	close(fd);
	at = atoll(cache_line(&text));
	issuer = cache_line(&text);
	address = cache_line(&text);
	return at > c->now - CACHE_LASTS && at <= c->now &&
	    strcmp(issuer, c->settings->oidc_issuer) == 0 &&
	    url_secure(c->arena, address) ? address : NULL;
}

void
cache_put(struct ctx *c, const char *address)
{
	const char *path = cache_path(c);
	const char *new = arena_printf(c->arena, "%s.%s", path,
	    id_new(c->arena));
	int fd = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool put;

	if (fd == -1)
		return;
	put = dprintf(fd, "%lld\n%s\n%s\n", (long long)c->now,
	    c->settings->oidc_issuer, address) > 0;
	close(fd);
	if (!put || rename(new, path) == -1)
		unlink(new);
}
