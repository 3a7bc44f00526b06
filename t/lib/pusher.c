/*
 * The sender on a pipe, for tests written in other languages:
 *
 *	pusher PUBLIC PRIVATE [TIMES]
 *
 * sends what each line of the standard input says, TIMES (1) times, all at
 * once, with the VAPID keys given and the settings of the environment, and
 * says on the standard output what became of it, in the order of its becoming:
 *
 *	TAG TTL URGENCY TOPIC ENDPOINT P256DH AUTH PAYLOAD
 *	TAG OUTCOME STATUS RETRY-AFTER WHY | SAID
 *
 * A "-" is no topic, or empty; a payload may hold spaces.  At the end it says
 * on the standard error how long it took and how much CPU.
 *
 * PUSHER_HOSTS is what names resolve to, instead of asking anybody:
 * "NAME=ADDRESS,ADDRESS;NAME=..."; what it does not name is not found, and a
 * name of no address takes longer to be found out than the sender may wait.
 */
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/settings/settings.h"
#include "push/sender.h"
#include "push/vapid.h"

static const char *const urgencies[PUSH_URGENCY__MAX] = {
	"normal", "very-low", "low", "high" };
static const char *const outcomes[PUSH_OUTCOME__MAX] = {
	"sent", "gone", "later", "refused", "our-fault" };

static _Noreturn void
die(const char *why, const char *what)
{
	fprintf(stderr, "pusher: %s: %s\n", why, what);
	exit(2);
}

/* One address, as libc gives it, which asks nobody for that. */
static struct addrinfo *
one_address(const char *text, size_t len, const char *service)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
		.ai_socktype = SOCK_STREAM }, *found;
	char *address = strndup(text, len);
	int (*ask)(const char *, const char *, const struct addrinfo *,
	    struct addrinfo **);

	*(void **)&ask = dlsym(RTLD_NEXT, "getaddrinfo");
	if (ask(address, service, &hints, &found) != 0)
		found = NULL;
	free(address);
	return found;
}

/* Stands before libc's, for libcurl too: the tests' own name server. */
int
getaddrinfo(const char *name, const char *service,
    const struct addrinfo *hints, struct addrinfo **out)
{
	const char *hosts = getenv("PUSHER_HOSTS"), *p;
	size_t len = strlen(name), n;
	struct addrinfo **end = out;

	(void)hints;
	*out = one_address(name, len, service);
	if (*out != NULL)
		return 0;
	for (p = hosts != NULL ? hosts : ""; *p != '\0'; p += *p == ';') {
		if (strncmp(p, name, len) != 0 || p[len] != '=') {
			p += strcspn(p, ";");
			continue;
		}
		if (p[len + 1] == ';' || p[len + 1] == '\0')
			sleep(4 * PUSH_TIME);
		for (p += len + 1; (n = strcspn(p, ",;")) > 0;
		    p += n + (p[n] == ',')) {
			*end = one_address(p, n, service);
			if (*end == NULL)
				die("no address", p);
			end = &(*end)->ai_next;
		}
		return *out != NULL ? 0 : EAI_NONAME;
	}
	return EAI_NONAME;
}

static const char *
or_empty(const char *word)
{
	return strcmp(word, "-") == 0 ? "" : word;
}

static enum push_urgency
to_urgency(const char *word)
{
	int i;

	for (i = 0; i < PUSH_URGENCY__MAX; i++)
		if (strcmp(word, urgencies[i]) == 0)
			return (enum push_urgency)i;
	die("not an urgency", word);
}

static void
add(struct arena *a, struct sender *sender, char *line, int times)
{
	char *word[7];
	struct push push;
	int i;

	for (i = 0; i < 7; i++)
		if ((word[i] = strsep(&line, " ")) == NULL || line == NULL)
			die("not a message", word[0]);
	push = (struct push){
		.tag = arena_str(a, word[0]),
		.ttl = atoll(word[1]),
		.urgency = to_urgency(word[2]),
		.topic = strcmp(word[3], "-") == 0 ? NULL :
		    arena_str(a, word[3]),
		.endpoint = arena_str(a, or_empty(word[4])),
		.p256dh = arena_str(a, or_empty(word[5])),
		.auth = arena_str(a, or_empty(word[6])),
		.payload = arena_str(a, or_empty(line)),
		.len = strlen(or_empty(line)) };
	for (i = 0; i < times; i++)
		sender_add(sender, &push);
}

static void
tell(void *arg, const struct push_result *r)
{
	(*(int *)arg)++;
	printf("%s %s %d %lld %s | %s\n", (char *)r->tag, outcomes[r->outcome],
	    r->status, (long long)r->retry_after, r->why, r->said);
	fflush(stdout);
}

static double
cpu(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	    (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* All messages of the standard input. */
static void
send_all(struct arena *a, struct sender *sender, int times)
{
	int64_t began = clock_now();
	double before = cpu();
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	int n = 0;

	while ((len = getline(&line, &size, stdin)) > 0) {
		if (line[len - 1] == '\n')
			line[len - 1] = '\0';
		add(a, sender, line, times);
	}
	free(line);
	while (sender_run(sender, -1, tell, &n) > 0)
		;
	fprintf(stderr, "%d messages, %.3f s, %.3f s of CPU\n", n,
	    (double)(clock_now() - began) / 1e6, cpu() - before);
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new();
	struct settings settings;
	struct sender *sender;
	struct vapid *vapid;
	const char *why;

	if (argc < 3)
		die("usage", "pusher PUBLIC PRIVATE [TIMES]");
	if (!settings_load(a, &settings, NULL, environ, &why))
		die("settings", why);
	vapid = vapid_new(argv[1], argv[2], settings.vapid_subject, &why);
	if (vapid == NULL)
		die("keys", why);
	sender = sender_new(&settings, vapid);
	send_all(a, sender, argc > 3 ? atoi(argv[3]) : 1);
	sender_free(sender);
	vapid_free(vapid);
	arena_free(a);
	return 0;
}
