#include "t/unit/lib/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arena *arena;
char directory[] = "/tmp/docket-settings-XXXXXX";
char *file;
char *conf;
char *nothing[] = { (char[]){ "DOCKET_CONF=/dev/null" }, NULL };

int
settings_open(void **state)
{
	(void)state;
	arena = arena_new();
	if (mkdtemp(directory) == NULL)
		return -1;
	file = arena_printf(arena, "%s/docket.conf", directory);
	conf = arena_printf(arena, "DOCKET_CONF=%s", file);
	return 0;
}

int
settings_close(void **state)
{
	(void)state;
	unlink(file);
	rmdir(directory);
	arena_free(arena);
	return 0;
}

void
write_file(const char *text, size_t len)
{
	FILE *fp = fopen(file, "w");

	assert_non_null(fp);
	assert_int_equal(fwrite(text, 1, len, fp), len);
	assert_int_equal(fclose(fp), 0);
}

struct settings
load(const struct settings_flag *flags, char *const *envp)
{
	struct settings s;
	const char *why;

	if (!settings_load(arena, &s, flags, envp, &why))
		fail_msg("%s", why);
	return s;
}

struct settings
load_text(const char *text)
{
	char *envp[] = { conf, NULL };

	write_file(text, strlen(text));
	return load(NULL, envp);
}

void
refused(const struct settings_flag *flags, char *const *envp,
    const char *begins)
{
	struct settings s, before;
	const char *why = NULL;

	memset(&s, 0x5a, sizeof(s));
	before = s;
	if (settings_load(arena, &s, flags, envp, &why))
		fail_msg("accepted; must be refused with \"%s\"", begins);
	assert_memory_equal(&s, &before, sizeof(s));
	assert_non_null(why);
	assert_null(strchr(why, '\n'));
	if (strncmp(why, begins, strlen(begins)) != 0)
		fail_msg("refused with\n  %s\n  instead of\n  %s", why, begins);
}

void
text_refused(const char *text, const char *begins)
{
	char *envp[] = { conf, NULL };

	write_file(text, strlen(text));
	refused(NULL, envp, arena_printf(arena, "%s:%s", file, begins));
}
