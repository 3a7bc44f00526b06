/*
 * A message is its length in four bytes, and so many bytes: texts, each with
 * its NUL.  An empty answer is a failure.
 */
#include "oidc/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"
#include "base/sandbox.h"
#include "base/settings/settings.h"
#include "base/settings/urls.h"
#include "oidc/provider.h"

#define MESSAGE_MAX	(64 * 1024)
#define TEXTS		3
#define WALL_SECONDS	30

enum { ASK_ADDRESS, ASK_EXCHANGE };
static const char *const words[] = { "address", "exchange" };

/* Of this process: what it reads from the other, and what it writes to it. */
static int from = -1, to = -1;

static bool
pipe_write(const void *bytes, size_t len)
{
	const char *p = bytes;
	ssize_t n;

	for (; len > 0; p += n, len -= (size_t)n)
		if ((n = write(to, p, len)) == -1) {
			if (errno != EINTR)
				return false;
			n = 0;
		}
	return true;
}

static bool
pipe_read(void *bytes, size_t len)
{
	char *p = bytes;
	ssize_t n;

	for (; len > 0; p += n, len -= (size_t)n)
		if ((n = read(from, p, len)) <= 0) {
			if (n == 0 || errno != EINTR)
				return false;
			n = 0;
		}
	return true;
}

/* Sends `count` texts. */
static bool
send_texts(const char *const *texts, size_t count)
{
	struct buf b = { 0 };
	uint32_t len;
	bool sent;
	size_t i;

	for (i = 0; i < count; i++)
		buf_add(&b, texts[i], strlen(texts[i]) + 1);
	len = (uint32_t)b.len;
	sent = b.len <= MESSAGE_MAX && pipe_write(&len, sizeof(len)) &&
	    pipe_write(b.data, b.len);
	buf_free(&b);
	return sent;
}

/* Receives up to TEXTS texts: how many; 0 if there is no message. */
static size_t
receive_texts(struct arena *a, const char *texts[TEXTS])
{
	size_t count = 0;
	uint32_t len;
	char *p, *end;

	if (!pipe_read(&len, sizeof(len)) || len > MESSAGE_MAX)
		return 0;
	p = arena_alloc(a, (size_t)len + 1);
	if (!pipe_read(p, len))
		return 0;
	for (end = p + len; p < end && count < TEXTS; p += strlen(p) + 1)
		texts[count++] = p;
	return count;
}

static void
helper_serve(struct oidc_provider *p, const char *texts[TEXTS], size_t count)
{
	const char *answer[2] = { NULL };

	if (!provider_discover(p))
		;
	else if (count == 1 && strcmp(texts[0], words[ASK_ADDRESS]) == 0)
		answer[0] = p->authorization;
	else if (count == 3 && strcmp(texts[0], words[ASK_EXCHANGE]) == 0)
		answer[0] = provider_exchange(p, texts[1], texts[2]);
	if (answer[0] == NULL)
		log_error("the provider of single sign-on is not available: "
		    "%s", p->why);
	answer[1] = p->end_session;
	send_texts(answer, answer[0] == NULL ? 0 : 2);
}

/* Nothing of the data, of libraries already loaded, or of the network but the
 * provider. */
static bool
helper_enter(struct arena *a, const struct settings *settings, const char **why)
{
	const uint16_t ports[] = { 53, 443, url_port(settings->oidc_issuer),
		0 };
	const struct sandbox box = { .read = sandbox_network(a),
		.ports = ports, .calls = CALLS_NETWORK,
		.memory = SANDBOX_MEMORY, .files = SANDBOX_FILES,
		.wall_seconds = WALL_SECONDS,
		.lenient = settings->sandbox == SANDBOX_TRY };

	return settings->sandbox == SANDBOX_OFF || sandbox_enter(&box, why);
}

static void
helper_main(const struct settings *settings)
{
	const char *texts[TEXTS], *why;
	struct arena *a = arena_new();
	struct oidc_provider p;
	size_t count;

	if (!provider_open(&p, a, settings))
		log_error("%s", p.why);
	else if (!helper_enter(a, settings, &why))
		log_error("no sandbox: %s; or set sandbox = try", why);
	else
		while ((count = receive_texts(a, texts)) > 0)
			helper_serve(&p, texts, count);
	_exit(0);
}

/* Its standard streams must not keep the web server waiting for the answer. */
static void
become_helper(const int down[2], const int up[2], pid_t parent)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	close(null);
	close(down[1]);
	close(up[0]);
	from = down[0];
	to = up[1];
}

void
helper_start(const struct settings *settings)
{
	pid_t pid, parent = getpid();
	int down[2], up[2];

	if (!settings_oidc(settings) || pipe2(down, O_CLOEXEC) == -1 ||
	    pipe2(up, O_CLOEXEC) == -1)
		return;
	/* Nobody waits for it: the kernel removes what is left of it. */
	signal(SIGCHLD, SIG_IGN);
	if ((pid = fork()) == 0) {
		become_helper(down, up, parent);
		helper_main(settings);
	}
	close(down[0]);
	close(up[1]);
	if (pid == -1)
		log_error("no process for single sign-on: %s",
		    strerror(errno));
	from = up[0];
	to = down[1];
}

static size_t
helper_ask(struct arena *a, const char *const *texts, size_t count,
    const char *answer[TEXTS])
{
	if (to == -1) {
		log_error("single sign-on needs a program of its own for its "
		    "routes, which this web server does not start");
		return 0;
	}
	return send_texts(texts, count) ? receive_texts(a, answer) : 0;
}

const char *
helper_address(struct arena *a)
{
	const char *answer[TEXTS];

	return helper_ask(a, &words[ASK_ADDRESS], 1, answer) > 0 &&
	    url_secure(a, answer[0]) ? answer[0] : NULL;
}

bool
helper_exchange(struct arena *a, const char *code, const char *verifier,
    struct oidc_tokens *t)
{
	const char *const texts[] = { words[ASK_EXCHANGE], code, verifier };
	const char *answer[TEXTS];

	if (helper_ask(a, texts, COUNT(texts), answer) < 2)
		return false;
	*t = (struct oidc_tokens){ answer[0], answer[1] };
	return t->end_session[0] == '\0' || url_secure(a, t->end_session);
}
