#include "web/device_name.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"

struct sign {
	const char	*word, *name;	/* word NULL: the last, for all others */
};

/* The first word that occurs counts: some pretend to be others, too. */
static const struct sign browsers[] = { { "Firefox", "Firefox" },
	{ "Edg/", "Edge" }, { "Chrome", "Chrome" }, { "Safari", "Safari" },
	{ NULL, "Browser" } };
static const struct sign systems[] = { { "Android", "Android" },
	{ "iPhone", "iOS" }, { "iPad", "iOS" }, { "Windows", "Windows" },
	{ "Mac", "macOS" }, { NULL, "Linux" } };

static const char *
sign_of(const struct sign *s, const char *agent)
{
	while (s->word != NULL && strstr(agent, s->word) == NULL)
		s++;
	return s->name;
}

const char *
device_name(struct arena *a, const char *agent)
{
	const char *text = agent == NULL ? "" : agent;

	return arena_printf(a, "%s, %s", sign_of(browsers, text),
	    sign_of(systems, text));
}
