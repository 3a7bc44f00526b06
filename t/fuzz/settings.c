/*
 * Settings from a file and the environment: refusals are one line without
 * secrets; accepted settings can be written, read again, and mean the same.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/settings/settings.h"
#include "t/fuzz/lib/fuzz.h"

#define ENTRIES	8
#define SECRET	"hunter2"

static bool
load(struct arena *a, const char *text, size_t len, char *const *envp,
    struct settings *s, const char **why)
{
	struct settings_flag flags[] = { { "-c", "conf", NULL }, { 0 } };
	int fd = memfd_create("settings", MFD_CLOEXEC);
	bool ok;

	MUST(fd != -1 && write(fd, text, len) == (ssize_t)len);
	flags[0].value = arena_printf(a, "/proc/self/fd/%d", fd);
	ok = settings_load(a, s, flags, envp, why);
	close(fd);
	return ok;
}

/* Is the secret in no other value than that of smtp-url? */
static bool
is_secret(const char *text)
{
	const char *p = text, *line;

	while ((p = strstr(p, SECRET)) != NULL) {
		for (line = p++; line > text && line[-1] != '\n'; )
			line--;
		if (strncmp(line, "smtp-url", 8) == 0) {
			line += 8 + strspn(line + 8, " \t");
			if (*line == '=')
				continue;
		}
		if (strncmp(line, "SMTP_URL=", 9) != 0)
			return false;
	}
	return true;
}

static void
check_refusal(const char *why, bool secret)
{
	MUST(why != NULL && why[0] != '\0' && strchr(why, '\n') == NULL);
	MUST(!secret || strstr(why, SECRET) == NULL);
}

static bool
same_list(const struct net_list *one, const struct net_list *two)
{
	size_t i;

	if (one->count != two->count)
		return false;
	for (i = 0; i < one->count; i++)
		if ((one->rule[i].host == NULL) != (two->rule[i].host ==
		    NULL) || one->rule[i].port != two->rule[i].port ||
		    (one->rule[i].host == NULL ? memcmp(
		    &one->rule[i].network, &two->rule[i].network,
		    sizeof(one->rule[i].network)) != 0 :
		    strcmp(one->rule[i].host, two->rule[i].host) != 0))
			return false;
	return true;
}

/* What each means, beyond its text. */
static bool
same(const struct settings *one, const struct settings *two)
{
	return strcmp(one->data, two->data) == 0 &&
	    strcmp(one->base_url, two->base_url) == 0 &&
	    one->registration == two->registration &&
	    one->auth == two->auth &&
	    one->cookie_secure == two->cookie_secure &&
	    one->sandbox == two->sandbox &&
	    one->session_days == two->session_days &&
	    one->completed_days == two->completed_days &&
	    one->tombstone_days == two->tombstone_days &&
	    one->upload_max_bytes == two->upload_max_bytes &&
	    one->quota_bytes == two->quota_bytes &&
	    strcmp(one->upload_types, two->upload_types) == 0 &&
	    strcmp(one->smtp_url, two->smtp_url) == 0 &&
	    strcmp(one->mail_from, two->mail_from) == 0 &&
	    strcmp(one->vapid_subject, two->vapid_subject) == 0 &&
	    strcmp(one->log, two->log) == 0 &&
	    same_list(&one->trusted_proxies, &two->trusted_proxies) &&
	    same_list(&one->push_allow, &two->push_allow);
}

/* What is before the host's @ is not shown. */
static bool
is_masked(const struct setting_shown *shown, const char *text)
{
	const char *at = strrchr(text, '@');
	const char *last = strrchr(shown->value, '@');

	return !shown->secret || at == NULL || (last != NULL &&
	    strcmp(last, at) == 0 && memmem(shown->value,
	    (size_t)(last - shown->value), SECRET, strlen(SECRET)) == NULL);
}

/* Each as a variable of the environment, where every value can be written. */
static void
check_round(struct arena *a, const struct settings *s)
{
	char *envp[SETTING__MAX + 1] = { NULL }, *p;
	struct setting_shown shown;
	struct settings again;
	const char *why = NULL;
	size_t i;

	for (i = 0; settings_show(a, s, i, &shown); i++) {
		MUST(is_masked(&shown, s->text[i]));
		envp[i] = arena_printf(a, "DOCKET_%s", shown.name);
		for (p = envp[i] + 7; *p != '\0'; p++)
			*p = *p == '-' ? '_' : (char)(*p & ~0x20);
		envp[i] = arena_printf(a, "%s=%s", envp[i], s->text[i]);
	}
	MUST(i == SETTING__MAX);
	MUST(load(a, "", 0, envp, &again, &why));
	MUST(same(s, &again));
	MUST(settings_type_allowed(s, "IMAGE/png; x=y") ==
	    settings_type_allowed(&again, "image/png"));
}

/* After a NUL, entries of the environment, one a line. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	struct arena *a = arena_new();
	const char *file = input_upto(&in, a, '\0'), *why = NULL, *more;
	char *envp[ENTRIES + 1] = { NULL };
	struct settings s = { .data = NULL };
	struct input rest = in;
	int i;

	more = input_text(&rest, a);
	for (i = 0; i < ENTRIES && in.left > 0; i++)
		envp[i] = arena_printf(a, "DOCKET_%s",
		    input_upto(&in, a, '\n'));
	if (load(a, file, strlen(file), envp, &s, &why))
		check_round(a, &s);
	else {
		check_refusal(why, is_secret(file) && is_secret(more));
		MUST(s.data == NULL);
	}
	arena_free(a);
	return 0;
}
