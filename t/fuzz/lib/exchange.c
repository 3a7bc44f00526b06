/*
 * A request as text, served.
 */
#include <string.h>

#include "t/fuzz/lib/fuzz.h"
#include "t/fuzz/lib/world.h"
#include "web/request.h"
#include "web/serve.h"

#define VARIABLES	40

struct exchange {
	struct input	 body;
	size_t		 most;
	struct buf	*out;
};

static long
read_body(void *arg, char *p, size_t n)
{
	struct exchange *x = arg;

	n = n < x->most ? n : x->most;
	n = n < x->body.left ? n : x->body.left;
	memcpy(p, x->body.p, n);
	x->body.p += n;
	x->body.left -= n;
	return (long)n;
}

static bool
write_answer(void *arg, const char *p, size_t n)
{
	struct exchange *x = arg;

	buf_add(x->out, p, n);
	return true;
}

/* What $A and the like stand for; NULL where they stand for themselves. */
static const char *
meaning(const struct world *w, char c)
{
	static const struct { char letter; enum who who; bool id; } words[] = {
		{ 'A', ADA, false }, { 'R', READER, false },
		{ 'M', MEL, false }, { 'S', SID, false },
		{ 'a', ADA, true }, { 'm', MEL, true }, { 's', SID, true }
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].letter == c)
			return words[i].id ? w->id[words[i].who] :
			    w->secret[words[i].who];
	return NULL;
}

static void
substitute(const struct world *w, const char *p, size_t n, struct buf *out)
{
	const char *end = p + n, *dollar, *what;

	while ((dollar = memchr(p, '$', (size_t)(end - p))) != NULL) {
		what = dollar + 1 < end ? meaning(w, dollar[1]) : NULL;
		buf_add(out, p, (size_t)(dollar - p) + (what == NULL));
		p = dollar + 1;
		if (what != NULL) {
			buf_str(out, what);
			p++;
		}
	}
	buf_add(out, p, (size_t)(end - p));
}

static void
add_variable(struct arena *a, char **envp, size_t *count, const char *name,
    const char *value)
{
	size_t i, n = strlen(name);

	for (i = 0; i < *count; i++)
		if (strncmp(envp[i], name, n) == 0 && envp[i][n] == '=')
			return;
	envp[(*count)++] = arena_printf(a, "%s=%s", name, value);
}

/* The head of a request into variables; what is left is its body. */
static void
read_head(struct arena *a, struct input *in, char **envp)
{
	const char *method = input_upto(in, a, ' ');
	const char *uri = input_upto(in, a, '\n'), *line, *question;
	size_t count = 0;

	envp[count++] = arena_printf(a, "REQUEST_METHOD=%s", method);
	while (count < VARIABLES - 8 && in->left > 0 &&
	    *(line = input_upto(in, a, '\n')) != '\0')
		envp[count++] = arena_str(a, line);
	question = strchr(uri, '?');
	add_variable(a, envp, &count, "REQUEST_URI", uri);
	add_variable(a, envp, &count, "QUERY_STRING",
	    question == NULL ? "" : question + 1);
	add_variable(a, envp, &count, "REMOTE_ADDR", "192.0.2.1");
	add_variable(a, envp, &count, "CONTENT_TYPE", "application/json");
	add_variable(a, envp, &count, "CONTENT_LENGTH",
	    arena_printf(a, "%zu", in->left));
}

void
world_serve(struct world *w, const char *text, size_t len, size_t most,
    struct buf *out)
{
	struct arena *a = arena_new();
	char *envp[VARIABLES] = { NULL };
	struct buf whole = { 0 };
	struct exchange x = { .most = most, .out = out };
	const struct io io = { .read = read_body, .write = write_answer,
	    .arg = &x };

	substitute(w, text, len, &whole);
	x.body = (struct input){ (const uint8_t *)whole.data, whole.len };
	read_head(a, &x.body, envp);
	serve(&w->service, envp, &io);
	buf_free(&whole);
	arena_free(a);
}
